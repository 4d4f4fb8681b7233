import type { Act } from '../kernel/values/act.ts'
import { findEntity } from '../entities/index.ts'
import { changesOf, recordAudit } from '../events/index.ts'
import { isCurrency } from '../kernel/values/currencies.ts'
import { dayOf } from '../kernel/values/days.ts'
import type { Tx } from '../kernel/db/db.ts'
import { formatId, newUuid } from '../kernel/values/ids.ts'
import { refuseEntity } from '../kernel/http/principal.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'
import { refuseShape } from '../kernel/http/validation.ts'
import { recordUpdate } from './events/entries.ts'
import { ensureLedgerAccount, getBalance, lockBalances, setAccess } from '../ledger/index.ts'
import type { Institution } from '../institution/index.ts'
import type { Identifiers } from './identifiers/identifiers.ts'
import { type IssuedNumber, refuseNumber, takeIssuedNumber } from './identifiers/issued.ts'
import { assignNumber } from './identifiers/numbers.ts'
import { isTaken } from '../kernel/db/directory.ts'
import { type Account, ACCOUNT_COLUMNS, accounts, findAccountById } from './queries.ts'
import { refuse } from './rules.ts'
import { type AccountStatus, type AccountType, PERMISSIONS, type Permission } from './schema.ts'

interface NewAccount {
  /** Given where an account is made anew under its old id. */
  accountId?: string
  entityId: string
  currency: string
  name: string
  friendlyName?: string
  type?: AccountType
  /** All of them when absent. */
  permissions?: readonly Permission[]
  /** Absent: the first account of a currency is its default. */
  isDefault?: boolean
  /** Number that the operator's bank issued; absent: the next one at the branch in the entity's country. */
  issued?: IssuedNumber
}

/**
 * Opens an account with its ledger account and its number.
 *
 * @throws entity_not_found, currency_unknown, institution_not_configured; issued_number_invalid, account_number_taken for an
 *   issued number
 */
export async function createAccount(
  tx: Tx,
  institution: Pick<Institution, 'branches' | 'missing'>,
  order: NewAccount,
  act: Act,
): Promise<Account> {
  const entity = await findEntity(tx, order.entityId)
  if (!entity || entity.serviceKind === 'House') throw refuseEntity.entity_not_found()
  if (!isCurrency(order.currency, dayOf(act.at))) throw refuseShape.currency_unknown()
  const { accountId = newUuid(), entityId, currency } = order
  const identifiers = order.issued
    ? await takeIssuedNumber(tx, institution, order.issued)
    : await assignNumber(tx, institution, entity.countryOfIncorporation)
  await ensureLedgerAccount(tx, { entityId, accountId, kind: 'client', currency })
  const account = await insertAccount(tx, { ...order, accountId }, identifiers, act)
  await recordAudit(tx, act, {
    entityId,
    action: 'account.created',
    resourceType: 'account',
    resourceId: accountId,
    detail: { currency, name: order.name, type: account.type, permissions: account.permissions },
  })
  return account
}

const newAccount = accounts.insert({ name: 'insert-account', ending: `returning ${ACCOUNT_COLUMNS}` })

async function insertAccount(
  tx: Tx,
  order: NewAccount & { accountId: string },
  identifiers: Identifiers,
  act: Act,
): Promise<Account> {
  const { entityId, currency } = order
  // Two first accounts of a currency at once: the second waits and sees that there is a default.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`default account ${entityId} ${currency}`])
  if (order.isDefault) await endDefault(tx, entityId, currency, act)
  const { rows: defaults } = await tx.query(
    'select 1 from accounts where entity_id = $1 and currency = $2 and is_default',
    [entityId, currency],
  )
  const inserted = tx.query<Account>(
    newAccount({
      ...identifiers,
      entityId,
      accountId: order.accountId,
      name: order.name,
      friendlyName: order.friendlyName ?? null,
      currency,
      type: order.type ?? 'Current',
      status: 'Active',
      isDefault: order.isDefault ?? defaults.length === 0,
      permissions: order.permissions ?? PERMISSIONS,
      openedAt: act.at,
      closedAt: null,
      version: 1,
    }),
  )
  const { rows } = await inserted.catch((error: unknown) => {
    if (order.issued && isTaken(error, 'accounts_entity_id_iban_key'))
      throw refuseNumber.account_number_taken({ iban: identifiers.iban })
    throw error
  })
  return rows[0]!
}

/** Takes the mark of the default from the account of a currency that has it. */
async function endDefault(tx: Tx, entityId: string, currency: string, act: Act): Promise<void> {
  const { rows } = await tx.query<Account>(
    `update accounts set is_default = false, version = version + 1
      where entity_id = $1 and currency = $2 and is_default returning ${ACCOUNT_COLUMNS}`,
    [entityId, currency],
  )
  for (const former of rows) await recordUpdate(tx, act, former, changesOf({ isDefault: true }, { isDefault: false }))
}

/**
 * Blocks an account (no debits or holds), reopens it, or closes it for good.
 *
 * @param act.findUses looked up for an account that is to be closed, once no posting can change it any more
 * @throws account_not_found; account_not_empty, account_in_use when it is to be closed
 */
export async function setAccountStatus(
  tx: Tx,
  accountId: string,
  status: AccountStatus,
  act: Act & { findUses?: FindUses },
): Promise<void> {
  const account = await findAccountById(tx, accountId)
  if (!account || account.status === 'Closed')
    throw refuseShared.account_not_found({ accountId: formatId('acc', accountId) })
  const { rows } = await tx.query<Account>(
    `update accounts set status = $3, closed_at = case when $3 = 'Closed' then $4::timestamptz end,
        is_default = is_default and $3 <> 'Closed', version = version + 1
      where entity_id = $1 and account_id = $2 returning ${ACCOUNT_COLUMNS}`,
    [account.entityId, accountId, status, act.at],
  )
  if (status === 'Closed') await checkClosable(tx, account, act.findUses)
  await setAccess(tx, account.entityId, accountId, status)
  await recordUpdate(tx, act, rows[0]!, changesOf({ status: account.status }, { status }), account.status)
}

/** Lists wire ids of the open resources that money of an account goes to or comes from. */
type FindUses = (tx: Tx, entityId: string, accountId: string) => Promise<string[]>

async function checkClosable(tx: Tx, account: Account, findUses?: FindUses): Promise<void> {
  await lockBalances(tx, account.entityId, [account.accountId])
  const balance = await getBalance(tx, account.entityId, account.accountId)
  if (balance!.balanceMinor !== 0n || balance!.heldMinor !== 0n) throw refuse.account_not_empty()
  const uses = (await findUses?.(tx, account.entityId, account.accountId)) ?? []
  if (uses.length > 0) throw refuse.account_in_use({ uses })
}
