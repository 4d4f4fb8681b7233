import { formatId } from '../../kernel/values/ids.ts'
import { presentLine, presentTotals } from './present.ts'
import { eachLine, type MtmFilter, reopenValuation, type SnapshotDeps, totalsOf } from './service.ts'
import type { MtmTradeOut } from './schema.ts'

/**
 * Values deals again from a market snapshot that was kept, and from nothing else of the market: each figure is what it was
 * when the snapshot was used.
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
  for await (const lines of eachLine(deps.db.reader, valuation)) {
    for (const line of lines) trades.push(presentLine(valuation, line))
  }
  return {
    snapshotId: formatId('snp', snapshotId),
    takenAt: valuation.snapshot.takenAt.toISOString(),
    asAt: valuation.at.toISOString(),
    totals: (await totalsOf(deps.db.reader, valuation)).map(presentTotals),
    trades,
  }
}
