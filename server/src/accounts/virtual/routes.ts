import { runCommand } from '../../kernel/http/command.ts'
import type { App } from '../../kernel/http/http.ts'
import { listRoute } from '../../kernel/http/lists.ts'
import { cursorShape } from '../../kernel/http/paging.ts'
import { AnyId, DryRun, Input } from '../../kernel/http/wire.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { type AccountDeps, holderOf } from '../deps.ts'
import { accountsOfEntities, getAccount, getAccountAmong } from '../directory.ts'
import { fundingInstructions } from '../funding.ts'
import type { Institution } from '../../institution/index.ts'
import type { Account } from '../queries.ts'
import { requirePermission } from '../rules.ts'
import { findVirtual, listVirtual, type VirtualRow } from './queries.ts'
import { refuseVirtual } from './rules.ts'
import { VirtualAccount, VirtualAccountOrder, VirtualAccountsQuery } from './schema.ts'
import { endVirtual, openVirtual } from './service.ts'

const OneParams = Input({ virtualAccountId: AnyId('the virtual account') })
const read = { scope: 'reporting:read' as const }
const write = { scope: 'payments:write' as const, role: 'maker' as const }

/** Registers virtual accounts: open, list, read, close. */
export function virtualAccountRoutes(app: App, deps: AccountDeps): void {
  readRoutes(app, deps)
  app.post(
    '/v1/virtual-accounts',
    {
      config: write,
      schema: {
        summary: 'Open a virtual account',
        description:
          'A virtual account is an additional account number for one of your accounts. Give each payer a different one: money sent to it is credited to the account, and the inbound payment and the transaction name the virtual account.',
        querystring: DryRun,
        body: VirtualAccountOrder,
        response: { 201: VirtualAccount },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'virtualAccount.open', async (context) => {
        const { tx, principal } = context
        const { accountId, ...order } = request.body
        const account = await getAccount(deps.accounts, principal.entityId, accountId)
        requirePermission(account, 'Payments')
        const { countryOfIncorporation: country } = await holderOf(deps, principal.entityId)
        const row = await openVirtual(tx, account, order, { institution: deps.institution, country }, context)
        return { status: 201, body: presentVirtual(row, account, deps.institution) }
      }),
  )
  app.post(
    '/v1/virtual-accounts/:virtualAccountId/close',
    {
      config: write,
      schema: {
        summary: 'Close a virtual account',
        description:
          'A closed virtual account cannot be opened again. Money sent to it later is not credited: it waits as unidentified until the operator assigns it or sends it back.',
        params: OneParams,
        querystring: DryRun,
        response: { 200: VirtualAccount },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'virtualAccount.close', async (context) => {
        const { tx, principal } = context
        const id = parseId('vac', request.params.virtualAccountId)
        const found = id && (await findVirtual(tx, principal.entityId, id))
        if (!found) throw refuseVirtual.virtual_account_not_found()
        const account = await accountOf(deps, found)
        requirePermission(account, 'Payments')
        if (account.closedAt) throw refuseVirtual.virtual_account_closed({ closedAt: closingOf(found, account) })
        return {
          status: 200,
          body: presentVirtual(await endVirtual(tx, principal.entityId, id, context), account, deps.institution),
        }
      }),
  )
}

function readRoutes(app: App, deps: AccountDeps): void {
  listRoute(app, {
    path: '/v1/virtual-accounts',
    name: 'virtual-accounts',
    cursor: [cursorShape.uuid],
    config: { ...read, entities: 'several' },
    summary: 'List virtual accounts',
    description: 'Returns open and closed virtual accounts with their numbers and their bank details for payers.',
    query: VirtualAccountsQuery,
    item: VirtualAccount,
    async rows({ entityIds, query }, { limit, after }) {
      const accounts = await reportingAccounts(deps, entityIds, query.accountId)
      const byId = new Map(accounts.map((account) => [account.accountId, account]))
      const { status, iban, clientReference } = query
      const filter = {
        accountIds: [...byId.keys()],
        closedIds: accounts.filter(({ closedAt }) => closedAt !== null).map(({ accountId }) => accountId),
        ...(status === undefined ? {} : { isOpen: status === 'Active' }),
        ...(iban === undefined ? {} : { iban: iban.replaceAll(' ', '').toUpperCase() }),
        ...(clientReference === undefined ? {} : { clientReference }),
      }
      const page = { limit: limit + 1, before: after?.[0] }
      const rows = await listVirtual(deps.db.reader, entityIds, filter, page)
      return rows.map((row) => ({ row, account: byId.get(row.accountId)! }))
    },
    present: ({ row, account }) => presentVirtual(row, account, deps.institution),
    keyOf: ({ row }) => [row.virtualAccountId],
  })

  app.get(
    '/v1/virtual-accounts/:virtualAccountId',
    {
      config: read,
      schema: {
        summary: 'Get a virtual account',
        description:
          'Returns a virtual account with its number, its bank details for payers, and the account that is credited.',
        params: OneParams,
        querystring: Input({}),
        response: { 200: VirtualAccount },
      },
    },
    async ({ principal, params }) => {
      const id = parseId('vac', params.virtualAccountId)
      const row = id && (await findVirtual(deps.db.reader, principal.entityId, id))
      if (!row) throw refuseVirtual.virtual_account_not_found()
      const account = await accountOf(deps, row)
      requirePermission(account, 'Reporting')
      return presentVirtual(row, account, deps.institution)
    },
  )
}

/** Returns the accounts that may report: the named one, or all. @throws account_not_found, account_permission_missing */
export async function reportingAccounts(
  deps: Pick<AccountDeps, 'accounts'>,
  entityIds: readonly string[],
  accountId: string | undefined,
): Promise<readonly Account[]> {
  if (accountId === undefined)
    return (await accountsOfEntities(deps.accounts, entityIds)).filter(({ permissions }) =>
      permissions.includes('Reporting'),
    )
  const account = await getAccountAmong(deps.accounts, entityIds, accountId)
  requirePermission(account, 'Reporting')
  return [account]
}

const accountOf = async (deps: AccountDeps, { entityId, accountId }: VirtualRow): Promise<Account> =>
  getAccount(deps.accounts, entityId, formatId('acc', accountId))

/** Returns when a virtual account was closed, itself or with its account; null while it is open. */
const closingOf = (row: VirtualRow, account: Account): string | null =>
  (row.closedAt ?? account.closedAt)?.toISOString() ?? null

/** The wire form of a virtual account; when its account is closed, so is it. */
function presentVirtual(row: VirtualRow, account: Account, institution: Institution): VirtualAccount {
  const { iban, bic, accountNumber, sortCode, routingCodes } = row
  const closedAt = closingOf(row, account)
  return {
    virtualAccountId: formatId('vac', row.virtualAccountId),
    entityId: formatId('ent', row.entityId),
    accountId: formatId('acc', row.accountId),
    name: row.name,
    clientReference: row.clientReference,
    currency: account.currency,
    status: closedAt ? 'Closed' : 'Active',
    identifiers: { iban, bic, accountNumber, sortCode, routingCodes },
    fundingInstructions: fundingInstructions(
      { ...account, iban, bic, accountNumber, sortCode, routingCodes },
      institution,
    ),
    openedAt: row.openedAt.toISOString(),
    closedAt,
  }
}
