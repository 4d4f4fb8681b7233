import { type Static, Type } from 'typebox'
import type { App } from '../kernel/http/http.ts'
import { parseId } from '../kernel/values/ids.ts'
import { listRoute, type PageOrder } from '../kernel/http/lists.ts'
import { cursorShape } from '../kernel/http/paging.ts'
import { futureErrors } from '../kernel/http/ranges.ts'
import { AnyId, CurrencyCode, EntityIds, Input, Instant, paging, Text } from '../kernel/http/wire.ts'
import { balancesAt, balancesNow } from './balances.ts'
import { type AccountDeps, profileOf } from './deps.ts'
import { type AccountDirectory, accountsOfEntities, getAccount, getAccountAmong } from './directory.ts'
import { presentAccount } from './present.ts'
import type { Account } from './queries.ts'
import { requirePermission } from './rules.ts'
import { AccountOut, AccountStatus, BalanceOut, Permission } from './schema.ts'
import { createStatementBook } from './statements/book.ts'
import { statementRoutes } from './statements/routes.ts'
import { transactionRoutes } from './transaction-routes.ts'
import { virtualAccountRoutes } from './virtual/routes.ts'

const Iban = Type.String({ minLength: 5, maxLength: 42, description: 'Spaces are allowed.' })

const AccountsQuery = Input({
  ...paging,
  entityId: EntityIds,
  iban: Type.Optional(Iban),
  currency: Type.Optional(CurrencyCode),
  status: Type.Optional(AccountStatus),
  permission: Type.Optional(Permission),
  q: Type.Optional(Text(140, { description: 'Part of the name.' })),
})

const BalancesQuery = Input({
  ...paging,
  entityId: EntityIds,
  accountId: Type.Optional(AnyId('an account')),
  currency: Type.Optional(CurrencyCode),
  iban: Type.Optional(Iban),
  asAt: Type.Optional(Instant),
})

const ONE_ACCOUNT = {
  summary: 'Get an account',
  description: 'Returns an account with its numbers, permissions, and the bank details by which a payer can fund it.',
  params: Input({ accountId: AnyId('the account') }),
  querystring: Input({}),
  response: { 200: AccountOut },
}

/** Registers accounts and their reports. */
export function accountRoutes(app: App, deps: AccountDeps): void {
  listRoute(app, {
    path: '/v1/accounts',
    name: 'accounts',
    cursor: [cursorShape.uuid],
    config: { scope: 'reporting:read', entities: 'several' },
    summary: 'List accounts',
    description:
      'Returns the accounts with their numbers, permissions, and the bank details by which a payer can fund them.',
    query: AccountsQuery,
    item: AccountOut,
    async rows({ entityIds, query }, page) {
      const holders = new Map(await Promise.all(entityIds.map(async (id) => [id, await profileOf(deps, id)] as const)))
      const accounts = pageOfAccounts(select(await accountsOfEntities(deps.accounts, entityIds), query), page)
      return accounts.map((account) => ({ account, holder: holders.get(account.entityId)! }))
    },
    present: ({ account, holder }) => presentAccount(account, holder, deps.institution),
    keyOf: ({ account }) => [account.accountId],
  })

  app.get(
    '/v1/accounts/:accountId',
    {
      config: { scope: 'reporting:read' },
      schema: ONE_ACCOUNT,
    },
    async (request) => {
      const { entityId } = request.principal
      const account = await getAccount(deps.accounts, entityId, request.params.accountId)
      return presentAccount(account, await profileOf(deps, entityId), deps.institution)
    },
  )

  listRoute(app, {
    path: '/v1/balances',
    name: 'balances',
    cursor: [cursorShape.uuid],
    config: { scope: 'reporting:read', entities: 'several' },
    summary: 'List balances, now or at a past instant',
    description:
      '`booked` is the sum of the postings, `available` is `booked` less the holds for payments, trades and margin. ' +
      'With `asAt` the balance is read from the ledger.',
    query: BalancesQuery,
    item: BalanceOut,
    errors: (query, { receivedAt }) => futureErrors(query, receivedAt),
    async rows({ entityIds, query, receivedAt }, page) {
      const accounts = pageOfAccounts(await reportedAccounts(deps.accounts, entityIds, query), page)
      const asAt = query.asAt === undefined ? undefined : new Date(query.asAt)
      const found = await Promise.all(
        entityIds.map(async (entityId) => {
          const own = accounts.filter((account) => account.entityId === entityId)
          return own.length === 0 ? [] : balancesOf(deps, entityId, own, receivedAt, asAt)
        }),
      )
      // Ids on the wire sort as they are stored.
      return found.flat().sort((a, b) => (a.accountId < b.accountId ? 1 : -1))
    },
    present: (balance) => balance,
    keyOf: ({ accountId }) => [parseId('acc', accountId)!],
  })

  transactionRoutes(app, deps)

  virtualAccountRoutes(app, deps)

  statementRoutes(app, deps, createStatementBook(deps))
}

type Filters = Partial<Omit<Static<typeof AccountsQuery>, 'limit' | 'after'>>
const bare = (iban: string) => iban.replaceAll(' ', '').toUpperCase()

function select(accounts: readonly Account[], by: Filters): readonly Account[] {
  const q = by.q?.toLowerCase()
  const iban = by.iban === undefined ? undefined : bare(by.iban)
  return accounts.filter(
    (account) =>
      (iban === undefined || account.iban === iban) &&
      (by.currency === undefined || account.currency === by.currency) &&
      (by.status === undefined || account.status === by.status) &&
      (by.permission === undefined || account.permissions.includes(by.permission)) &&
      (q === undefined || `${account.name} ${account.friendlyName ?? ''}`.toLowerCase().includes(q)),
  )
}

/** Balances of accounts of one entity, now or as at an instant of the past. */
async function balancesOf(
  { db, pendingCredits }: AccountDeps,
  entityId: string,
  accounts: readonly Account[],
  now: Date,
  asAt: Date | undefined,
): Promise<BalanceOut[]> {
  if (asAt === undefined) return balancesNow(db.reader, accounts, await pendingCredits.now(entityId), now)
  return balancesAt(db.reader, accounts, await pendingCredits.at(entityId, asAt), asAt)
}

/** Returns the accounts of a balance request: the named one, or all that may report. */
async function reportedAccounts(
  directory: AccountDirectory,
  entityIds: readonly string[],
  query: Pick<Static<typeof BalancesQuery>, 'accountId' | 'currency' | 'iban'>,
): Promise<readonly Account[]> {
  const { accountId, ...filters } = query
  if (accountId === undefined)
    return select(await accountsOfEntities(directory, entityIds), { ...filters, permission: 'Reporting' })
  const account = await getAccountAmong(directory, entityIds, accountId)
  requirePermission(account, 'Reporting')
  return select([account], filters)
}

/** Returns one account more than a page, newest first. */
function pageOfAccounts(accounts: readonly Account[], { limit, after }: PageOrder): readonly Account[] {
  const rest = after === undefined ? accounts : accounts.filter(({ accountId }) => accountId < after[0]!)
  return rest.slice(0, limit + 1)
}
