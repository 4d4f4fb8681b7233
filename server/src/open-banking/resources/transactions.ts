import { type Account, presentHold, presentPosting, type TransactionOut } from '../../accounts/index.ts'
import { cursorShape, formatCursor, parseCursor } from '../../kernel/http/paging.ts'
import { destinationsOf, payeesPaid } from '../../payments/index.ts'
import { type HoldRow, openHolds, type PostingRow } from '../../ledger/index.ts'
import type { Positions } from '../http/index.ts'
import { type Access, has, requireOneOf } from './access.ts'
import { identificationsOf, signed } from './accounts.ts'
import type { ResourceDeps } from './deps.ts'
import type { ExchangeItem, TransactionItem } from './items.ts'
import { accountOf, agentOf, type Party } from './parties.ts'
import type { Span } from './range.ts'
import { type Direction, type Lane, laneBetween, type Page, type Position, walk } from './walk.ts'

/** Transactions a page. */
const PAGE_SIZE = 100

interface TransactionPage extends Positions {
  items: TransactionItem[]
}

/**
 * Returns transactions of accounts, newest first within each, filtered by the consent: credits, debits or both;
 * description and other party only with the detail permission. The first page begins with pending ones: money held for
 * payments and trades in progress.
 *
 * @param position `page` of a link we gave
 * @throws ob_forbidden without a permission for credits or debits; cursor_invalid
 */
export async function transactionPage(
  deps: Pick<ResourceDeps, 'db'>,
  access: Access,
  accounts: readonly Account[],
  span: Span,
  position: string | undefined,
): Promise<TransactionPage> {
  const lanes = accounts.map((account) => laneBetween(deps.db.reader, account, span.from, span.to))
  const page = await pageOfLanes(deps, access, lanes, position)
  const isFirst = position === undefined && directionOf(access) !== 'Credit'
  return isFirst ? { ...page, items: [...(await pendingItems(deps, access, accounts, span)), ...page.items] } : page
}

/** Pending ones of an account that are shown, at most. */
const MOST_PENDING = 500

async function pendingItems(
  deps: Pick<ResourceDeps, 'db'>,
  access: Access,
  accounts: readonly Account[],
  { from, to }: Span,
): Promise<TransactionItem[]> {
  const held = await Promise.all(
    accounts.map(({ entityId, accountId }) => openHolds(deps.db.reader, entityId, accountId, { limit: MOST_PENDING })),
  )
  const shown = held.flat().filter(({ createdAt }) => (!from || createdAt >= from) && (!to || createdAt <= to))
  const ids = shown.filter(({ relatedType }) => relatedType === 'payment').map(({ relatedId }) => relatedId)
  const destinations = ids.length === 0 ? undefined : await destinationsOf(deps.db.reader, access.holder.entityId, ids)
  const accountOfHold = new Map(accounts.map((account) => [account.accountId, account]))
  return shown.map((hold) =>
    pendingItem(access, accountOfHold.get(hold.accountId)!, hold, destinations?.get(hold.relatedId)),
  )
}

/** @param destination of the payment that the money is held for, with the code and the payee that its booked debit will have */
function pendingItem(
  access: Access,
  account: Account,
  hold: HoldRow,
  destination: { payee: Party | null; bankTransactionCode: string } | undefined,
): TransactionItem {
  const { payee, bankTransactionCode: code } = destination ?? {}
  const shown = presentHold(hold, code)
  return {
    accountId: shown.accountId,
    transactionId: shown.transactionId,
    ...(shown.reference === null ? {} : { reference: shown.reference }),
    ...signed(-hold.amountMinor, hold.currency),
    status: 'PDNG',
    bookedAt: hold.createdAt,
    code: codeOf(access, shown),
    ...(has(access, 'ReadTransactionsDetail')
      ? { ...informationOf(shown), ...(payee ? partiesOf(access, account, false, payee) : {}) }
      : {}),
  }
}

const codeOf = ({ institution }: Access, { bankTransactionCode }: TransactionOut): TransactionItem['code'] => ({
  ...bankTransactionCode,
  issuer: institution.slice(0, 35),
})

const informationOf = ({ description }: TransactionOut): Pick<TransactionItem, 'information'> =>
  description === null ? {} : { information: description.slice(0, 500) }

/** The same for the postings that a statement holds. */
export const statementPage = (
  deps: Pick<ResourceDeps, 'db'>,
  access: Access,
  account: Account,
  bounds: { after: bigint; last: bigint },
  position: string | undefined,
): Promise<TransactionPage> => pageOfLanes(deps, access, [{ account, bounds: async () => bounds }], position)

async function pageOfLanes(
  deps: Pick<ResourceDeps, 'db'>,
  access: Access,
  lanes: readonly Lane[],
  position: string | undefined,
): Promise<TransactionPage> {
  const direction = directionOf(access)
  const page = await walk(deps.db.reader, lanes, readPosition(lanes, position), direction, PAGE_SIZE)
  const accounts = new Map(lanes.map(({ account }) => [account.accountId, account]))
  const payees = await payeesOf(deps, access, page.rows)
  return {
    items: page.rows.map((row) => itemOf(access, accounts.get(row.accountId)!, row, payees.get(row.relatedId))),
    ...positionsOf(lanes, page),
  }
}

/**
 * Returns the payees of payments among postings, because a posting lacks the bank code. With the detail permission
 * only.
 */
async function payeesOf(
  deps: Pick<ResourceDeps, 'db'>,
  access: Access,
  rows: readonly PostingRow[],
): Promise<Map<string, Party>> {
  const ids = rows.filter(({ relatedType }) => relatedType === 'payment').map(({ relatedId }) => relatedId)
  if (ids.length === 0 || !has(access, 'ReadTransactionsDetail')) return new Map<string, Party>()
  return payeesPaid(deps.db.reader, access.holder.entityId, ids)
}

/** Returns the visible direction of transactions. @throws ob_forbidden if there is none */
function directionOf(access: Access): Direction {
  requireOneOf(access, ['ReadTransactionsCredits', 'ReadTransactionsDebits'])
  if (!has(access, 'ReadTransactionsDebits')) return 'Credit'
  return has(access, 'ReadTransactionsCredits') ? undefined : 'Debit'
}

const LIST = 'ob-transactions'

/** Reads a position; if its account is no longer included, continues with the account after it. */
function readPosition(lanes: readonly Lane[], text: string | undefined): Position | undefined {
  const key = parseCursor(LIST, text, [cursorShape.uuid, cursorShape.sequence], 'page')
  if (!key) return undefined
  const [accountId, before] = key as [string, string]
  const lane = lanes.findIndex(({ account }) => account.accountId <= accountId)
  if (lane < 0) return { lane: lanes.length, before: 0n }
  return { lane, before: lanes[lane]!.account.accountId === accountId ? BigInt(before) : 10n ** 17n }
}

function positionsOf(lanes: readonly Lane[], { prev, next }: Page): Positions {
  const write = ({ lane, before }: Position) => formatCursor(LIST, [lanes[lane]!.account.accountId, before.toString()])
  return {
    ...(prev === undefined ? {} : { prev: prev === 'first' ? '' : write(prev) }),
    ...(next === undefined ? {} : { next: write(next) }),
  }
}

function itemOf(access: Access, account: Account, row: PostingRow, payee: Party | undefined): TransactionItem {
  const shown = presentPosting(row)
  const { direction, amount } = signed(row.amountMinor, row.currency)
  const reference = shown.reference ?? shown.endToEndId
  return {
    accountId: shown.accountId,
    transactionId: shown.transactionId,
    ...(reference === null ? {} : { reference }),
    direction,
    status: 'BOOK',
    bookedAt: row.postedAt,
    valueAt: new Date(`${row.valueDate}T00:00:00Z`),
    amount,
    ...(shown.exchange ? { exchange: exchangeOf(shown.exchange, row.currency, direction) } : {}),
    code: codeOf(access, shown),
    ...(has(access, 'ReadTransactionsDetail') ? detailOf(access, account, row, shown, payee) : {}),
  }
}

/** The pair's base is the unit; a debit sells the account's currency, a credit buys it. */
function exchangeOf(
  { rate, pair }: { rate: string; pair: string },
  currency: string,
  direction: 'Credit' | 'Debit',
): ExchangeItem {
  const [base = currency, counter = currency] = pair.split('/')
  const other = base === currency ? counter : base
  return {
    sourceCurrency: direction === 'Debit' ? currency : other,
    targetCurrency: direction === 'Debit' ? other : currency,
    unitCurrency: base,
    rate,
  }
}

function detailOf(
  access: Access,
  account: Account,
  row: PostingRow,
  shown: TransactionOut,
  payee: Party | undefined,
): Partial<TransactionItem> {
  const balance = signed(row.balanceAfterMinor, row.currency)
  const other = shown.counterparty && { ...payee, ...shown.counterparty }
  return {
    ...informationOf(shown),
    balance: { ...balance, type: 'ITBD' },
    ...(other === null ? {} : partiesOf(access, account, row.amountMinor > 0n, other)),
  }
}

/** Returns the other party: the debtor of a credit, the creditor of a debit. Our side is the account itself. */
function partiesOf({ holder }: Access, account: Account, isCredit: boolean, other: Party): Partial<TransactionItem> {
  const [own] = identificationsOf(account, holder.legalName)
  const [agent, theirs] = [agentOf(other), accountOf(other)]
  return isCredit
    ? { ...(agent ? { debtorAgent: agent } : {}), ...(theirs ? { debtorAccount: theirs } : {}), creditorAccount: own! }
    : {
        ...(agent ? { creditorAgent: agent } : {}),
        ...(theirs ? { creditorAccount: theirs } : {}),
        debtorAccount: own!,
      }
}
