import type { TradeRow } from '../../trades/index.ts'
import { raiseInSet, type Tx, type Writer } from '../../../kernel/db/db.ts'
import { type Forward, FORWARD_COLUMNS, type ForwardRow } from './queries.ts'

const NAMES = FORWARD_COLUMNS.map(([column]) => column).join(', ')
const INSERT = `insert into fx_forwards (${NAMES}) select ${NAMES} from jsonb_populate_recordset(null::fx_forwards, $1::jsonb)`

/** Stores new forwards. */
export async function insertForwards(tx: Tx, forwards: readonly ForwardRow[]): Promise<void> {
  await tx.query({ name: 'insert-forward', text: INSERT, values: [JSON.stringify(forwards.map(recordOf))] })
}

const recordOf = (forward: ForwardRow) =>
  Object.fromEntries(FORWARD_COLUMNS.map(([column, name]) => [column, jsonOf(forward[name])]))

const jsonOf = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

const newForwards: Writer<ForwardRow> = { place: -3, write: insertForwards, raises: () => true }

/** Stores a new forward, and lets the commit confirm it. */
export const storeForward = (tx: Tx, forward: ForwardRow): Promise<void> =>
  raiseInSet(tx, newForwards, forward, () => insertForwards(tx, [forward]))

/** Sets the term that an approved forward is dealt under. */
export async function withTerm(
  tx: Tx,
  { facts, ...others }: Forward,
  term: Pick<ForwardRow, 'facilityId' | 'termId'>,
): Promise<Forward> {
  await tx.query({
    name: 'set-forward-term',
    text: 'update fx_forwards set facility_id = $3, term_id = $4 where entity_id = $1 and trade_id = $2',
    values: [facts.entityId, facts.tradeId, term.facilityId, term.termId],
  })
  return { facts: { ...facts, facilityId: term.facilityId, termId: term.termId }, ...others }
}

/** The balance of a forward that was just booked: all of its contract is open. */
export const unused = ({ tradeId, buyMinor, sellMinor, revenueMinor }: TradeRow, now: Date) => ({
  tradeId,
  contractBuyMinor: buyMinor,
  contractSellMinor: sellMinor,
  drawnBuyMinor: 0n,
  drawnSellMinor: 0n,
  amendedBuyMinor: 0n,
  amendedSellMinor: 0n,
  openRevenueMinor: revenueMinor,
  openMarginMinor: 0n,
  watchedUntil: now,
})
