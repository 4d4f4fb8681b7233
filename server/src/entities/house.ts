import type { Tx } from '../kernel/db/db.ts'
import { openHouse } from '../ledger/index.ts'

/** Sets the house aside until the end of the transaction, which may empty the tables of entities and books. */
export async function setHouseAside(tx: Tx): Promise<void> {
  await tx.query(`create temp table kept_house on commit drop as select * from entities where service_kind = 'House'`)
}

/** Stores the house again that was set aside, with an empty book. */
export async function restoreHouse(tx: Tx): Promise<void> {
  await tx.query('insert into entities select * from kept_house')
  await openHouse(tx)
}
