import { pairOf } from '../../src/fx/calendar/index.ts'
import type { Db } from '../../src/kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../src/kernel/values/house.ts'
import { formatId } from '../../src/kernel/values/ids.ts'
import { lifecycle, type PaymentStatus } from '../../src/payments/record/lifecycle.ts'
import { type Body, bodyOf, type Sent } from './caller.ts'
import type { Stage } from './stage.ts'

/** Non-zero balances by owner, kind of account, currency and further distinguishing data; minor units. */
export type Books = Record<string, bigint>

/** A payment, trade, transfer or receipt as it ends, as far as the books depend on it. */
export type Final = Body & { status: string; entityId: string; currency: string }

const HOUSE = formatId('ent', HOUSE_ENTITY_ID)

/**
 * Derives the expected books from the responses to the clients: every account of every book, including the house's. It
 * reads no journal; the rules are those of domain 9.2, once everything has ended.
 *
 * @param finals payments and trades as they are in the end, by id
 * @param revenue what each trade earns the house in the counter currency; clients are not told
 */
export function expectedBooks(
  stage: Stage,
  sent: readonly Sent[],
  finals: ReadonlyMap<string, Final>,
  revenue: ReadonlyMap<string, bigint>,
): Books {
  const books: Books = {}
  const add = (account: string, minor: bigint) => {
    books[account] = (books[account] ?? 0n) + minor
  }
  const client = (accountId: unknown, minor: bigint) => add(`client ${String(accountId)}`, minor)
  /** Money between a client's book and the house's: both sides, and the house's account on the other end. */
  const cross = (entityId: string, currency: string, outMinor: bigint, house: 'safeguarding' | 'nostro') => {
    add(`${entityId} in_transit ${currency}`, outMinor)
    add(`${HOUSE} in_transit ${currency} ${entityId}`, -outMinor)
    add(`${HOUSE} ${house} ${currency}`, outMinor)
  }

  function receive({ accountId, entityId, currency, status }: Final, minor: bigint) {
    if (status === 'Held') add(`${entityId} suspense ${currency}`, minor)
    else client(accountId, minor)
    cross(entityId, currency, -minor, 'safeguarding')
  }

  function pay(payment: Final) {
    const { accountId, entityId, currency } = payment
    const { money } = lifecycle[payment.status as PaymentStatus]
    if (money === 'Free' || money === 'Held') return
    const [amount, fee] = [minorOf(payment.amount), minorOf((payment.fee as Body).amount)]
    const returned = money === 'Returned' ? amount : 0n // the sandbox's rails return the whole
    client(accountId, returned - amount - fee)
    add(`${entityId} fees ${currency}`, fee)
    cross(entityId, currency, amount - returned, 'safeguarding')
  }

  function settle(trade: Final) {
    const { entityId } = trade
    const [buyCurrency, sellCurrency] = [String(trade.buyCurrency), String(trade.sellCurrency)]
    const [bought, sold] = [minorOf(trade.buyAmount), minorOf(trade.sellAmount)]
    const earned = revenue.get(String(trade.tradeId))!
    const isBuyingBase = pairOf(buyCurrency, sellCurrency).base === buyCurrency
    client(trade.buyAccountId, bought)
    client(trade.sellAccountId, -sold)
    add(`${entityId} fx_revenue ${isBuyingBase ? sellCurrency : buyCurrency}`, earned)
    cross(entityId, buyCurrency, isBuyingBase ? -bought : -bought - earned, 'nostro')
    cross(entityId, sellCurrency, isBuyingBase ? sold - earned : sold, 'nostro')
  }

  for (const { booked, ...account } of stage.openings) {
    receive({ ...account, status: 'Credited' }, minorOf(booked))
  }
  for (const { kind, answer } of sent) {
    if (answer.status !== 201) continue
    const made = bodyOf(answer) as Final
    const amount = () => minorOf(made.amount)
    if (kind === 'inbound') receive(made, amount())
    if (kind === 'payment') pay(finals.get(String(made.paymentId))!)
    if (kind === 'trade') settle(finals.get(String(made.tradeId))!)
    if (kind === 'transfer') {
      client(made.debitAccountId, -amount())
      client(made.creditAccountId, amount())
    }
  }
  return withoutZeros(books)
}

/** An amount in minor units: the service writes all decimals of the currency. */
export const minorOf = (amount: unknown): bigint => BigInt(String(amount).replace('.', ''))

const withoutZeros = (books: Books): Books => Object.fromEntries(Object.entries(books).filter(([, sum]) => sum !== 0n))

interface Row {
  entityId: string
  accountId: string
  kind: string
  currency: string
  qualifier: string
  minor: bigint
}

/** The books as they are stored. */
export async function storedBooks(db: Db): Promise<Books> {
  const { rows } = await db.pool.query<Row>(
    `select entity_id as "entityId", account_id as "accountId", kind, currency, qualifier, balance_minor as minor
     from balances join ledger_accounts using (entity_id, account_id, kind, currency) where balance_minor <> 0`,
  )
  return Object.fromEntries(rows.map((row) => [nameOf(row), row.minor]))
}

function nameOf({ entityId, accountId, kind, currency, qualifier }: Row): string {
  if (kind === 'client') return `client ${formatId('acc', accountId)}`
  const client = kind === 'in_transit' && qualifier !== '' ? ` ${formatId('ent', qualifier)}` : ''
  return `${formatId('ent', entityId)} ${kind} ${currency}${client}`
}

/** Returns the revenue of trades in the counter currency, by trade. */
export async function revenues(db: Db): Promise<Map<string, bigint>> {
  const { rows } = await db.pool.query<{ id: string; minor: bigint }>(
    'select trade_id as id, revenue_minor as minor from fx_trades',
  )
  return new Map(rows.map(({ id, minor }) => [formatId('trd', id), minor]))
}
