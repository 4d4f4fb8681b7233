import { ledgerAccountId } from './account-ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import type { AccountKind, Leg } from './types.ts'

/** Opens an entity's book: the row that numbers its events. Once per entity, before anything is posted or recorded. */
export async function openBook(tx: Tx, entityId: string): Promise<void> {
  await tx.query({
    name: 'open-book',
    text: 'insert into books (entity_id) values ($1) on conflict do nothing',
    values: [entityId],
  })
}

/** Opens the institution's own book. Its accounts open when they are first used. */
export const openHouse = (tx: Tx): Promise<void> => openBook(tx, HOUSE_ENTITY_ID)

/** The id of a leg's account in the entity's book. */
export const legAccountId = (entityId: string, leg: Pick<Leg, 'account' | 'currency'>): string =>
  typeof leg.account === 'string' ? leg.account : ledgerAccountId(entityId, leg.account, leg.currency)

/** Accounts that hold a client's money never go below zero; the entity's own positions may. */
const floorOf = (kind: AccountKind): bigint | null => (kind === 'client' || kind === 'margin' ? 0n : null)

/**
 * Opens a ledger account unless it is open, and answers its id. Internal accounts open by themselves when first posted to;
 * a client account must be opened here, with its id.
 *
 * @param account.floorMinor lowest balance less holds; absent: 0 for client and margin accounts, none for the others
 */
export async function ensureLedgerAccount(
  tx: Tx,
  account: {
    entityId: string
    kind: AccountKind
    currency: string
    qualifier?: string
    floorMinor?: bigint | null
    accountId?: string
  },
): Promise<string> {
  const { entityId, kind, currency, qualifier = '' } = account
  const accountId = account.accountId ?? ledgerAccountId(entityId, { kind: kind as 'fees', qualifier }, currency)
  await tx.query({
    name: 'open-ledger-account',
    text: 'select open_ledger_account($1, $2, $3, $4, $5, $6)',
    values: [
      entityId,
      accountId,
      currency,
      kind,
      qualifier,
      account.floorMinor === undefined ? floorOf(kind) : account.floorMinor,
    ],
  })
  return accountId
}

/** Permitted postings on a client account: all, credits only (no debit, no new hold), or none ever again. */
type AccountAccess = 'Active' | 'Blocked' | 'Closed'

/** Sets the permitted postings of an account. A closed one must be empty, which the database enforces. */
export async function setAccess(tx: Tx, entityId: string, accountId: string, access: AccountAccess): Promise<void> {
  await tx.query({
    name: 'set-access',
    text: `update balances set blocked = $3 <> 'Active', closed = $3 = 'Closed' where entity_id = $1 and account_id = $2`,
    values: [entityId, accountId, access],
  })
}
