import { recordAudit } from '../../events/index.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Act } from '../../kernel/values/act.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { refuseLedger } from '../../ledger/index.ts'
import type { Institution } from '../../institution/index.ts'
import { assignNumber } from '../identifiers/numbers.ts'
import { type Account, findAccount, findRealByIban, isOpenForCredit } from '../queries.ts'
import {
  closeVirtual,
  countOpen,
  findVirtualByIban,
  findVirtualByReference,
  insertVirtual,
  lockVirtual,
  type VirtualRow,
} from './queries.ts'
import { MOST_OPEN, refuseVirtual } from './rules.ts'
import type { VirtualAccountOrder } from './schema.ts'

/**
 * Opens a virtual account: a number of its own that leads to the account.
 *
 * @param from.country of the holder, whose branch numbers the account
 * @throws account_closed, virtual_account_limit_reached, duplicate_client_reference, institution_not_configured
 */
export async function openVirtual(
  tx: Tx,
  account: Pick<Account, 'entityId' | 'accountId'>,
  { name, clientReference }: Omit<VirtualAccountOrder, 'accountId'>,
  from: { institution: Institution; country: string },
  act: Act,
): Promise<VirtualRow> {
  const { entityId, accountId } = account
  if (!(await isOpenForCredit(tx, entityId, accountId))) throw refuseLedger.account_closed()
  if ((await countOpen(tx, entityId, accountId, MOST_OPEN)) === MOST_OPEN)
    throw refuseVirtual.virtual_account_limit_reached({ limit: MOST_OPEN })
  const row: VirtualRow = {
    ...(await assignNumber(tx, from.institution, from.country)),
    entityId,
    virtualAccountId: newUuid(),
    accountId,
    name,
    clientReference: clientReference ?? null,
    openedAt: act.at,
    closedAt: null,
  }
  if (!(await insertVirtual(tx, row))) await refuseReference(tx, entityId, clientReference!)
  await audit(tx, row, 'virtualAccount.opened', act)
  return row
}

async function refuseReference(tx: Tx, entityId: string, clientReference: string): Promise<never> {
  const existing = await findVirtualByReference(tx, entityId, clientReference)
  const existingId = formatId('vac', existing!.virtualAccountId)
  throw refuseShared.duplicate_client_reference({ clientReference, existingId })
}

/**
 * Closes a virtual account for good. Money that names it later is unidentified, as for a closed account.
 *
 * @throws virtual_account_not_found, virtual_account_closed
 */
export async function endVirtual(tx: Tx, entityId: string, id: string | undefined, act: Act): Promise<VirtualRow> {
  const found = id === undefined ? undefined : await lockVirtual(tx, entityId, id, 'update')
  if (!found) throw refuseVirtual.virtual_account_not_found()
  if (found.closedAt) throw refuseVirtual.virtual_account_closed({ closedAt: found.closedAt.toISOString() })
  const closed = await closeVirtual(tx, found, act.at)
  await audit(tx, closed, 'virtualAccount.closed', act)
  return closed
}

const audit = (tx: Tx, row: VirtualRow, action: string, act: Act) =>
  recordAudit(tx, act, {
    entityId: row.entityId,
    action,
    resourceType: 'virtualAccount',
    resourceId: row.virtualAccountId,
    detail: { accountId: formatId('acc', row.accountId), name: row.name, clientReference: row.clientReference },
  })

/** Returns true if a virtual account takes money, and keeps it so until commit. Call it before balances are locked. */
export const isVirtualOpen = async (tx: Tx, entityId: string, virtualAccountId: string): Promise<boolean> =>
  (await lockVirtual(tx, entityId, virtualAccountId, 'share'))?.closedAt === null

/** An account that a payer can name by an IBAN. */
interface NamedAccount {
  account: Account
  /** The IBAN is that of this virtual account. */
  virtual?: VirtualRow
}

/** Returns the account that an IBAN leads to, open or not, of any entity: for money that arrives. */
export async function findNamedAccount(db: Queryable, iban: string): Promise<NamedAccount | undefined> {
  const account = await findRealByIban(db, iban)
  if (account) return { account }
  const virtual = await findVirtualByIban(db, iban)
  const behind = virtual && (await findAccount(db, virtual.entityId, virtual.accountId))
  return virtual && behind && { account: behind, virtual }
}

/** Returns the account that an IBAN leads to, unless the IBAN is that of a closed virtual account. */
export async function findAccountByIban(db: Queryable, iban: string): Promise<Account | undefined> {
  const named = await findNamedAccount(db, iban)
  return named?.virtual?.closedAt ? undefined : named?.account
}
