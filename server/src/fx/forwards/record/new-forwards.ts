import { raiseInSet, type Tx, type Writer } from '../../../kernel/db/db.ts'
import { FORWARD_COLUMNS, type ForwardRow } from './queries.ts'

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
