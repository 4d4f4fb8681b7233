import { entityOf } from '../kernel/db/directory.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'
import type { AccountStatus, AccountType, Permission } from './schema.ts'

export interface Account {
  entityId: string
  accountId: string
  name: string
  friendlyName: string | null
  currency: string
  type: AccountType
  status: AccountStatus
  /** True for the default account of its currency. */
  isDefault: boolean
  permissions: Permission[]
  iban: string
  bic: string
  accountNumber: string | null
  sortCode: string | null
  routingCodes: { type: 'SortCode' | 'BankCode' | 'BranchCode'; value: string }[]
  openedAt: Date
  closedAt: Date | null
}

export const ACCOUNT_COLUMNS = `entity_id as "entityId", account_id as "accountId", name, friendly_name as "friendlyName", currency,
  type, status, is_default as "isDefault", permissions, iban, bic, account_number as "accountNumber", sort_code as "sortCode",
  routing_codes as "routingCodes", opened_at as "openedAt", closed_at as "closedAt"`

/** An account of the entity, by its stored id; undefined for another entity's as for one that does not exist. */
export async function findAccount(db: Queryable, entityId: string, accountId: string): Promise<Account | undefined> {
  const found = await db.query<Account>({
    name: 'find-account',
    text: `select ${ACCOUNT_COLUMNS} from accounts where entity_id = $1 and account_id = $2`,
    values: [entityId, accountId],
  })
  return found.rows[0]
}

/** An account of any entity: for operators and for money that arrives. */
export async function findAccountById(db: Queryable, accountId: string): Promise<Account | undefined> {
  const found = await db.query<Account>({
    name: 'find-account-by-id',
    text: `select ${ACCOUNT_COLUMNS} from accounts
      where entity_id = ${entityOf('account', '$1::uuid::text')} and account_id = $1`,
    values: [accountId],
  })
  return found.rows[0]
}

/**
 * Returns true if money may be credited to an account, and keeps it so until commit: an account closes only when no
 * credit is in progress. Call it before balances are locked. Other than client accounts count as open.
 */
export async function isOpenForCredit(tx: Tx, entityId: string, accountId: string): Promise<boolean> {
  const { rows } = await tx.query<{ status: string }>({
    name: 'account-open-for-credit',
    text: 'select status from accounts where entity_id = $1 and account_id = $2 for share',
    values: [entityId, accountId],
  })
  return rows[0]?.status !== 'Closed'
}

/** The account an IBAN belongs to, of any entity: for money that arrives, which names nothing else. */
export async function findAccountByIban(db: Queryable, iban: string): Promise<Account | undefined> {
  const found = await db.query<Account>({
    name: 'find-account-by-iban',
    text: `select ${ACCOUNT_COLUMNS} from accounts where entity_id = ${entityOf('iban', '$1')} and iban = $1`,
    values: [iban],
  })
  return found.rows[0]
}

/** All accounts of an entity, newest first. */
export async function accountsOf(db: Queryable, entityId: string): Promise<Account[]> {
  const found = await db.query<Account>({
    name: 'accounts-of-entity',
    text: `select ${ACCOUNT_COLUMNS} from accounts where entity_id = $1 order by account_id desc`,
    values: [entityId],
  })
  return found.rows
}
