import { type Static, Type } from 'typebox'
import type { App } from '../kernel/http/http.ts'
import { cursorErrors, cursorShape, DEFAULT_LIMIT, formatCursor, parseCursor } from '../kernel/http/paging.ts'
import { amountErrors, parseAmount } from '../kernel/values/money.ts'
import { amountRangeErrors, rangeErrors } from '../kernel/http/ranges.ts'
import { type Parts, wholeQuery } from '../kernel/http/readable.ts'
import { type FieldError, fieldError } from '../kernel/values/refusals.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'
import { checkFields } from '../kernel/http/validation.ts'
import { Amount, AnyId, DayText, Input, Page, paging, Text } from '../kernel/http/wire.ts'
import { getBalance, openHolds, type PostingFilters, postingsPage, sequenceAt } from '../ledger/index.ts'
import { accountsOfEntities, getAccountAmong } from './directory.ts'
import type { Account } from './queries.ts'
import { type AccountDeps, holderOf } from './deps.ts'
import { instantsOf, refuse, requirePermission } from './rules.ts'
import { CreditOrDebit, RelatedType, TransactionOut, TransactionStatus, TransactionType } from './schema.ts'
import { parseRelatedId, presentHold, presentPosting, relatedTypeOf } from './transactions.ts'

const TransactionsQuery = Input({
  ...paging,
  accountId: Type.Optional(AnyId('the account. Required without `iban`')),
  iban: Type.Optional(Type.String({ minLength: 5, maxLength: 42, description: 'IBAN of the account.' })),
  from: Type.Optional(DayText),
  to: Type.Optional(DayText),
  creditOrDebit: Type.Optional(CreditOrDebit),
  status: Type.Optional(TransactionStatus),
  type: Type.Optional(TransactionType),
  relatedType: Type.Optional(RelatedType),
  relatedId: Type.Optional(AnyId('the payment, trade or other object behind the transaction')),
  minAmount: Type.Optional(Amount),
  maxAmount: Type.Optional(Amount),
  reference: Type.Optional(Text(140, { description: 'Part of the reference.' })),
})
type TransactionsQuery = Static<typeof TransactionsQuery>

const BOOKED = 'transactions'
const PENDING = 'pending'

/** Transactions of an account, newest first. */
export function transactionRoutes(app: App, deps: AccountDeps): void {
  app.get(
    '/v1/transactions',
    {
      ...wholeQuery(TransactionsQuery, queryErrors),
      config: { scope: 'reporting:read', entities: 'several' },
      schema: {
        summary: 'List transactions of an account',
        description:
          'Returns booked transactions, or with the status Pending the money on hold for payments and trades. Each ' +
          'page searches a bounded number of postings, so a filtered page may contain fewer items than `limit`, or ' +
          'none, and still have a nextCursor.',
        querystring: TransactionsQuery,
        response: { 200: Page(TransactionOut) },
      },
    },
    async (request) => {
      const { query, principals } = request
      checkFields(queryErrors(query))
      const entityIds = principals.map(({ entityId }) => entityId)
      const account = await accountOf(deps, entityIds, query)
      requirePermission(account, 'Reporting')
      const filters = filtersOf(query, account.currency)
      return query.status === 'Pending'
        ? pendingPage(deps, account, query, filters)
        : bookedPage(deps, account, query, filters)
    },
  )
}

/** Returns the errors of a query that depend only on the query, as far as it is readable. */
function queryErrors(query: Parts<TransactionsQuery>, isRead: (pointer: string) => boolean = () => true): FieldError[] {
  const isNamed = query.accountId !== undefined || query.iban !== undefined || !isRead('?iban')
  return [
    ...(isNamed ? [] : [fieldError('?accountId', refuse.account_required())]),
    ...rangeErrors(query, 'from', 'to'),
    ...amountErrors(query.minAmount, undefined, '?minAmount'),
    ...amountErrors(query.maxAmount, undefined, '?maxAmount'),
    ...amountRangeErrors(query),
    ...(isRead('?status') ? cursorErrors(...cursorOf(query)) : []),
  ]
}

/** Booked transactions are paged by their number in the account, money that is held by its hold. */
const cursorOf = (query: Pick<Parts<TransactionsQuery>, 'after' | 'status'>): Parameters<typeof cursorErrors> =>
  query.status === 'Pending' ? [PENDING, query, [cursorShape.uuid]] : [BOOKED, query, [cursorShape.sequence]]

/** The account that is named by its id, its IBAN or both. @throws account_not_found, iban_not_found, iban_mismatch */
async function accountOf(deps: AccountDeps, entityIds: readonly string[], query: TransactionsQuery): Promise<Account> {
  const { accountId } = query
  const iban = query.iban?.replaceAll(' ', '').toUpperCase()
  const account =
    accountId === undefined
      ? (await accountsOfEntities(deps.accounts, entityIds)).find((each) => each.iban === iban)
      : await getAccountAmong(deps.accounts, entityIds, accountId)
  if (!account) {
    throw accountId === undefined ? refuse.iban_not_found({ iban }) : refuseShared.account_not_found({ accountId })
  }
  if (iban !== undefined && account.iban !== iban) throw refuse.iban_mismatch({ accountId, iban })
  return account
}

/** Names that no transaction can have find nothing, as they would if there were such a transaction elsewhere. */
const NOWHERE = '00000000-0000-0000-0000-000000000000'

/** @throws too_many_decimals for the account's currency */
function filtersOf(query: TransactionsQuery, currency: string): PostingFilters {
  const { creditOrDebit, type, relatedType, relatedId, minAmount, maxAmount, reference, status } = query
  checkFields(amountErrors(minAmount, currency, '?minAmount'), amountErrors(maxAmount, currency, '?maxAmount'))
  return {
    ...(creditOrDebit === undefined ? {} : { creditOrDebit }),
    ...(type === undefined ? {} : { type }),
    ...(relatedType === undefined ? {} : { relatedType: relatedTypeOf(relatedType) }),
    ...(relatedId === undefined ? {} : { relatedId: parseRelatedId(relatedId) ?? NOWHERE }),
    ...(minAmount === undefined ? {} : { minMinor: parseAmount(minAmount, currency) }),
    ...(maxAmount === undefined ? {} : { maxMinor: parseAmount(maxAmount, currency) }),
    ...(reference === undefined ? {} : { reference }),
    ...(status === undefined ? {} : { reversed: status === 'Reversed' }),
  }
}

async function bookedPage(deps: AccountDeps, account: Account, query: TransactionsQuery, filters: PostingFilters) {
  const { reader } = deps.db
  const cursor = parseCursor(BOOKED, query.after, [cursorShape.sequence])
  const { after, last } = await boundsOf(deps, account, query)
  const start = cursor === undefined ? last + 1n : min(BigInt(cursor[0]!), last + 1n)
  const limit = query.limit ?? DEFAULT_LIMIT
  const { rows, next } = await postingsPage(reader, account, { after, before: start, limit }, filters)
  const nextCursor = next === null ? null : formatCursor(BOOKED, [next.toString()])
  return { data: rows.map(presentPosting), nextCursor }
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Sequences before the first and of the last posting in the days asked for. */
async function boundsOf(deps: AccountDeps, account: Account, { from, to }: TransactionsQuery) {
  const { entityId, accountId } = account
  const { start, end } = instantsOf(from, to, (await holderOf(deps, entityId)).timeZone)
  const at = (instant: Date) => sequenceAt(deps.db.reader, entityId, accountId, new Date(instant.getTime() - 1))
  const [after, last] = await Promise.all([
    start ? at(start) : 0n,
    end ? at(end) : getBalance(deps.db.reader, entityId, accountId).then((balance) => balance?.sequence ?? 0n),
  ])
  return { after, last }
}

async function pendingPage(deps: AccountDeps, account: Account, query: TransactionsQuery, filters: PostingFilters) {
  const [beforeHoldId] = parseCursor(PENDING, query.after, [cursorShape.uuid]) ?? []
  const { start, end } = instantsOf(query.from, query.to, (await holderOf(deps, account.entityId)).timeZone)
  const limit = query.limit ?? DEFAULT_LIMIT
  const page = { limit, ...(beforeHoldId === undefined ? {} : { beforeHoldId }) }
  const holds = await openHolds(deps.db.reader, account.entityId, account.accountId, page)
  const shown = holds
    .filter(({ createdAt }) => (!start || createdAt >= start) && (!end || createdAt < end))
    .filter((hold) => passes({ ...hold, type: presentHold(hold).type }, filters))
  const nextCursor = holds.length === limit ? formatCursor(PENDING, [holds.at(-1)!.holdId]) : null
  return { data: shown.map((hold) => presentHold(hold)), nextCursor }
}

/** Applies the query's filters to holds, as the database does to postings. */
function passes(
  hold: { amountMinor: bigint; type: string; relatedType: string; relatedId: string; reference: string | null },
  by: PostingFilters,
): boolean {
  return (
    by.creditOrDebit !== 'Credit' &&
    (by.type === undefined || by.type === hold.type) &&
    (by.relatedType === undefined || by.relatedType === hold.relatedType) &&
    (by.relatedId === undefined || by.relatedId === hold.relatedId) &&
    (by.minMinor === undefined || hold.amountMinor >= by.minMinor) &&
    (by.maxMinor === undefined || hold.amountMinor <= by.maxMinor) &&
    (by.reference === undefined || (hold.reference ?? '').toLowerCase().includes(by.reference.toLowerCase()))
  )
}
