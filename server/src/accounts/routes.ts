import { type Static, Type } from 'typebox'
import type { App } from '../kernel/http/http.ts'
import { cursorFaults, cursorShape, DEFAULT_LIMIT, pageOf, parseCursor } from '../kernel/http/paging.ts'
import { futureFaults } from '../kernel/http/ranges.ts'
import { type Parts, wholeQuery } from '../kernel/http/readable.ts'
import type { FieldError } from '../kernel/values/refusals.ts'
import { checkFields } from '../kernel/http/validation.ts'
import { AnyId, CurrencyCode, EntityIds, Input, Instant, Page, paging, Text } from '../kernel/http/wire.ts'
import { balancesAt, balancesNow } from './balances.ts'
import { type AccountDeps, holderOf } from './deps.ts'
import { type AccountDirectory, accountsOfEntities, getAccount, getAccountAmong } from './directory.ts'
import { presentAccount } from './present.ts'
import type { Account } from './queries.ts'
import { requirePermission } from './rules.ts'
import { AccountOut, AccountStatus, BalanceOut, Permission } from './schema.ts'
import { createStatementBook } from './statements/book.ts'
import { statementRoutes } from './statements/routes.ts'
import { transactionRoutes } from './transaction-routes.ts'

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

const ACCOUNTS = 'accounts'
const BALANCES = 'balances'
const CURSOR = [cursorShape.uuid]

/** Registers accounts and their reports. */
export function accountRoutes(app: App, deps: AccountDeps): void {
  app.get(
    '/v1/accounts',
    {
      ...wholeQuery(AccountsQuery, (query) => cursorFaults(ACCOUNTS, query, CURSOR)),
      config: { scope: 'reporting:read', entities: 'several' },
      schema: { summary: 'Accounts', querystring: AccountsQuery, response: { 200: Page(AccountOut) } },
    },
    async (request) => {
      const { query, principals } = request
      checkFields(cursorFaults(ACCOUNTS, query, CURSOR))
      const entityIds = principals.map(({ entityId }) => entityId)
      const holders = new Map(await Promise.all(entityIds.map(async (id) => [id, await holderOf(deps, id)] as const)))
      const accounts = select(await accountsOfEntities(deps.accounts, entityIds), query)
      return page(ACCOUNTS, accounts, query, (account) => presentAccount(account, holders.get(account.entityId)!))
    },
  )

  app.get(
    '/v1/accounts/:accountId',
    {
      config: { scope: 'reporting:read' },
      schema: {
        summary: 'One account',
        params: Input({ accountId: AnyId('the account') }),
        querystring: Input({}),
        response: { 200: AccountOut },
      },
    },
    async (request) => {
      const { entityId } = request.principal
      const account = await getAccount(deps.accounts, entityId, request.params.accountId)
      return presentAccount(account, await holderOf(deps, entityId))
    },
  )

  app.get(
    '/v1/balances',
    {
      ...wholeQuery(BalancesQuery, (query, _isRead, { receivedAt }) => balancesFaults(query, receivedAt)),
      config: { scope: 'reporting:read', entities: 'several' },
      schema: {
        summary: 'Balances, now or as at an instant of the past',
        querystring: BalancesQuery,
        response: { 200: Page(BalanceOut) },
      },
    },
    async (request) => {
      const { query, receivedAt, principals } = request
      checkFields(balancesFaults(query, receivedAt))
      const entityIds = principals.map(({ entityId }) => entityId)
      const chosen = await reportedAccounts(deps.accounts, entityIds, query)
      const { data: accounts, nextCursor } = page(BALANCES, chosen, query, (account) => account)
      const asAt = query.asAt === undefined ? undefined : new Date(query.asAt)
      const found = await Promise.all(
        entityIds.map(async (entityId) => {
          const own = accounts.filter((account) => account.entityId === entityId)
          return own.length === 0 ? [] : balancesOf(deps, entityId, own, receivedAt, asAt)
        }),
      )
      // Ids on the wire sort as they are stored.
      return { data: found.flat().sort((a, b) => (a.accountId < b.accountId ? 1 : -1)), nextCursor }
    },
  )

  transactionRoutes(app, deps)

  statementRoutes(app, deps, createStatementBook(deps))
}

const balancesFaults = (query: Parts<Static<typeof BalancesQuery>>, now: Date): FieldError[] => [
  ...futureFaults(query, now),
  ...cursorFaults(BALANCES, query, CURSOR),
]

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

/** A page of a list held in memory, newest first. */
function page<T>(
  list: string,
  accounts: readonly Account[],
  query: { limit?: number; after?: string },
  present: (account: Account) => T,
) {
  const [after] = parseCursor(list, query.after, CURSOR) ?? []
  const limit = query.limit ?? DEFAULT_LIMIT
  const rest = after === undefined ? accounts : accounts.filter(({ accountId }) => accountId < after)
  return pageOf(list, rest.slice(0, limit + 1), limit, present, ({ accountId }) => [accountId])
}
