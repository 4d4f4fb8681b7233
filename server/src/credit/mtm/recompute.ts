import { formatId } from '../../kernel/values/ids.ts'
import { lineWriter, presentTotals } from './present.ts'
import { eachLine, type MtmFilter, reopenValuation, type SnapshotDeps, totalsOf } from './service.ts'
import type { MtmTradeOut } from './schema.ts'

/**
 * Revalues deals using only a stored market snapshot: every figure equals the one of the original valuation.
 *
 * @param asAt whose state of the deals; the instant the snapshot was taken, when absent
 * @throws snapshot_not_found
 */
export async function recomputeMtm(
  deps: SnapshotDeps,
  filter: MtmFilter,
  snapshotId: string,
  asAt?: Date,
): Promise<{
  snapshotId: string
  takenAt: string
  asAt: string
  totals: ReturnType<typeof presentTotals>[]
  trades: MtmTradeOut[]
}> {
  const valuation = await reopenValuation(deps, filter, snapshotId, asAt)
  const trades: MtmTradeOut[] = []
  const write = lineWriter(valuation)
  for await (const lines of eachLine(deps.db.reader, valuation)) {
    for (const line of lines) trades.push(JSON.parse(write(line)) as MtmTradeOut)
  }
  return {
    snapshotId: formatId('snp', snapshotId),
    takenAt: valuation.snapshot.takenAt.toISOString(),
    asAt: valuation.at.toISOString(),
    totals: (await totalsOf(deps.db.reader, valuation)).map(presentTotals),
    trades,
  }
}
