import {
  arrayOf,
  bool,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  type Row,
  table,
  text,
  uuid,
} from '../kernel/db/table.ts'
import { entityOf } from '../kernel/db/directory.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'
import type { AccountStatus, AccountType, Permission } from './schema.ts'

export const accounts = table('accounts', {
  entityId: uuid,
  accountId: uuid,
  name: text,
  friendlyName: nullable(text),
  currency: text,
  type: oneOf<AccountType>(),
  status: oneOf<AccountStatus>(),
  /** True for the default account of its currency. */
  isDefault: bool,
  permissions: arrayOf(oneOf<Permission>()),
  iban: text,
  bic: text,
  accountNumber: nullable(text),
  sortCode: nullable(text),
  routingCodes: json<{ type: 'SortCode' | 'BankCode' | 'BranchCode'; value: string }[]>(),
  openedAt: instant,
  closedAt: nullable(instant),
  version: integer,
})

export type Account = Row<typeof accounts>

export const ACCOUNT_COLUMNS = accounts.list

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

/** Returns those of some accounts to which money may be credited, and keeps them so until commit, as `isOpenForCredit` does. */
export async function openForCredit(
  tx: Tx,
  entityId: string,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ accountId: string; status: string }>({
    name: 'accounts-open-for-credit', // accounts_pkey
    text: `select account_id as "accountId", status from accounts
      where entity_id = $1 and account_id = any ($2) order by account_id for share`,
    values: [entityId, accountIds],
  })
  return new Set(rows.filter(({ status }) => status !== 'Closed').map(({ accountId }) => accountId))
}

/** The account whose own IBAN it is, of any entity. */
export async function findRealByIban(db: Queryable, iban: string): Promise<Account | undefined> {
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
