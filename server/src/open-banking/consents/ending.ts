import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import type { Act } from '../../kernel/values/act.ts'
import { standingAt } from './lifecycle.ts'
import { type ConsentRow, entitiesOfConsents, lockConsentsOfClient } from './queries.ts'
import { moveTo, remove } from './service.ts'
import type { ConsentKind } from './types.ts'

const SCOPES: Record<ConsentKind, string> = {
  accountAccess: 'accounts',
  domesticPayment: 'payments',
  internationalPayment: 'payments',
}

/** Returns the scope that a third party needs for a kind of consent. */
export const scopeOf = ({ kind }: { kind: ConsentKind }): string => SCOPES[kind]

/** Deletes all consents of a third party whose registration ends. */
export const deleteConsentsOfClient = (db: Db, clientId: string, act: Act): Promise<void> =>
  endEach(db, { clientId, kinds: Object.keys(SCOPES) as ConsentKind[] }, (tx, row) => remove(tx, row, act))

/**
 * Ends the open consents of a third party that need a scope which its registration does not cover. Those that await a user are
 * rejected, and access to accounts is cancelled. An authorised payment keeps its status, which nothing but the
 * payment ends; no token is left that can make it.
 */
export function endConsentsOfScopes(db: Db, clientId: string, scopes: readonly string[], act: Act): Promise<void> {
  const kinds = (Object.keys(SCOPES) as ConsentKind[]).filter((kind) => scopes.includes(SCOPES[kind]))
  return endEach(db, { clientId, kinds, statuses: ['AWAU', 'AUTH'] }, async (tx, row) => {
    const { status } = standingAt(row, act.at)
    if (status === 'AWAU') await moveTo(tx, row, 'RJCT', 'notCovered', act)
    else if (status === 'AUTH' && row.kind === 'accountAccess') await moveTo(tx, row, 'CANC', 'notCovered', act)
  })
}

/** Handles consents of each entity, and those without one, in a transaction of their own. */
async function endEach(
  db: Db,
  which: Parameters<typeof entitiesOfConsents>[1],
  end: (tx: Tx, row: ConsentRow) => Promise<void>,
): Promise<void> {
  for (const entityId of await entitiesOfConsents(db.pool, which))
    await inTransaction(db, async (tx) => {
      for (const row of await lockConsentsOfClient(tx, which, entityId)) await end(tx, row)
    })
}
