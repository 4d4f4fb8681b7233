import type { Books } from '../model/books.ts'
import { isPendingDrawdown, OVER, PAYMENT_OVER } from '../model/books.ts'
import { minorOf } from '../model/money.ts'
import type { Caller } from '../http.ts'
import { type Party, type World, isSame } from '../world.ts'
import type {
  Balance,
  Drawdown,
  Facility,
  MarginCall,
  MtmTrade,
  Page,
  Payment,
  Trade,
  Transaction,
  Transfer,
} from './resources.ts'

/** Creates a reader that fetches changes since the previous night over HTTP and keeps the rest. */
export function createReader(world: World) {
  const books: Books = {
    day: '',
    now: world.now,
    accounts: new Map(world.parties.flatMap(({ accounts }) => accounts.map((account) => [account.accountId, account]))),
    trades: new Map(),
    payments: new Map(),
    transfers: new Map(),
    inbound: world.inbound,
    transactions: new Map(world.parties.flatMap(({ accounts }) => accounts.map(({ accountId }) => [accountId, []]))),
    balances: new Map(),
    facilities: [],
    calls: [],
    mtm: new Map(),
    wired: new Map(),
    debited: new Map(),
    cleared: world.cleared,
    prefunded: new Set(world.parties.filter(({ kind }) => kind === 'ABS').map(({ entityId }) => entityId)),
  }
  let since: Date | undefined
  /** Nights since each payment of a fund ended. */
  const settledNights = new Map<string, number>()

  async function readParty(party: Party, isAll: boolean): Promise<void> {
    await readTrades(party, isAll)
    await readPayments(party, isAll)
    await readTransfers(party, isAll)
    for (const { accountId } of party.accounts) await readTransactions(party.maker, accountId)
    const { data } = await party.maker.get<Page<Balance>>(`/v1/balances?entityId=${party.entityId}&limit=100`)
    for (const balance of data) books.balances.set(balance.accountId, balance)
    if (party.kind === 'RM') await readCredit(party)
  }

  /** Lists changed trades, and rereads each open forward, changed forward and forward with a changed part. */
  async function readTrades(party: Party, isAll: boolean): Promise<void> {
    const { maker, entityId } = party
    const changed = since && !isAll ? `&updatedSince=${new Date(since.getTime() - 3_600_000).toISOString()}` : ''
    const stale = new Set<string>()
    for (const trade of await pages<Trade>(maker, `/v1/fx/trades?entityId=${entityId}${changed}`)) {
      const known = books.trades.get(trade.tradeId)
      books.trades.set(trade.tradeId, known?.forward ? { ...known, ...trade, forward: known.forward } : trade)
      stale.add(trade.parentTradeId ?? trade.tradeId)
      if (!world.trades.has(trade.tradeId)) world.trades.set(trade.tradeId, party)
    }
    const waiting = new Set([...books.trades.values()].filter(isPendingDrawdown).map((each) => each.parentTradeId))
    for (const { tradeId, kind, status, entityId: owner, forward } of books.trades.values()) {
      if (kind !== 'Forward' || owner !== entityId) continue
      if (waiting.has(tradeId)) await readWires(maker, tradeId)
      if (OVER.has(status) && forward && !stale.has(tradeId)) continue
      books.trades.set(tradeId, await maker.get<Trade>(`/v1/fx/trades/forwards/${tradeId}`))
      if (OVER.has(status)) world.forwards.delete(tradeId)
      else world.forwards.add(tradeId)
    }
  }

  /** Reads the receipts of a forward's drawdowns that await a wire, in any state of the rest. */
  async function readWires(maker: Caller, tradeId: string): Promise<void> {
    const drawn = await pages<Drawdown>(maker, `/v1/fx/trades/forwards/${tradeId}/drawdowns`)
    for (const { drawdownId, fundingMethod, fundingInstructions } of drawn)
      if (fundingMethod === 'WireTransfer') books.wired.set(drawdownId, minorOf(fundingInstructions?.received ?? '0'))
  }

  /**
   * Reads payments: corporates list the changes; for funds it rereads open ones and those ended for less than two
   * nights.
   */
  async function readPayments(party: Party, isAll: boolean): Promise<void> {
    const { maker, entityId, kind } = party
    if (kind === 'RM' && since && !isAll) {
      const changed = new Date(since.getTime() - 3_600_000).toISOString()
      for (const payment of await pages<Payment>(maker, `/v1/payments?entityId=${entityId}&updatedSince=${changed}`)) {
        books.payments.set(payment.paymentId, payment)
        world.payments.set(payment.paymentId, party)
      }
    }
    for (const [paymentId, owner] of world.payments) {
      if (!isSame(owner, party)) continue
      const known = books.payments.get(paymentId)
      if (known && !isAll && (kind === 'RM' || (settledNights.get(paymentId) ?? 0) > 2)) continue
      const payment = await maker.get<Payment>(`/v1/payments/${paymentId}`)
      books.payments.set(paymentId, payment)
      const nights = PAYMENT_OVER.has(payment.status) ? (settledNights.get(paymentId) ?? 0) + 1 : 0
      settledNights.set(paymentId, nights)
    }
  }

  async function readTransfers(party: Party, isAll: boolean): Promise<void> {
    for (const [id, owner] of world.transfers) {
      const known = books.transfers.get(id)
      if (!isSame(owner, party) || (known && known.status !== 'PendingApproval' && !isAll)) continue
      books.transfers.set(id, await party.maker.get<Transfer>(`/v1/internal-account-transfers/${id}`))
    }
  }

  /** Newest first, back to the last one that is known. */
  async function readTransactions(maker: Caller, accountId: string): Promise<void> {
    const known = books.transactions.get(accountId) ?? []
    const last = known.at(-1)?.transactionId
    const fresh: Transaction[] = []
    for (let after = ''; ; ) {
      const page = await maker.get<Page<Transaction>>(`/v1/transactions?accountId=${accountId}&limit=200${after}`)
      const at = page.data.findIndex(({ transactionId }) => transactionId === last)
      const unknown = at === -1 ? page.data : page.data.slice(0, at)
      fresh.push(...unknown.filter(({ status }) => status !== 'Pending'))
      if (at !== -1 || page.nextCursor === null) break
      after = `&after=${encodeURIComponent(page.nextCursor)}`
    }
    books.transactions.set(accountId, [...known, ...fresh.reverse()])
  }

  async function readCredit({ maker, entityId }: Party): Promise<void> {
    books.facilities.push(...(await pages<Facility>(maker, `/v1/credit/facilities?entityId=${entityId}`)))
    books.calls.push(...(await pages<MarginCall>(maker, `/v1/credit/margin-calls?entityId=${entityId}`)))
    for (const trade of await pages<MtmTrade>(maker, `/v1/credit/mtm/trades?entityId=${entityId}`))
      books.mtm.set(trade.tradeId, trade)
  }

  return {
    books,
    /** @param isAll everything is read anew, what is over too */
    async read(day: string, isAll = false): Promise<Books> {
      Object.assign(books, { day, now: world.now })
      books.mtm.clear()
      books.facilities.length = 0
      books.calls.length = 0
      for (const paymentId of world.touched) settledNights.delete(paymentId)
      await Promise.all(world.parties.map((party) => readParty(party, isAll)))
      since = world.now
      world.touched.clear()
      return books
    },
  }
}

/** All pages of a list. */
export async function pages<T>(maker: Caller, path: string): Promise<T[]> {
  const all: T[] = []
  const first = `${path}${path.includes('?') ? '&' : '?'}limit=500`
  for (let after = ''; ; ) {
    const page = await maker.get<Page<T>>(first + after)
    all.push(...page.data)
    if (page.nextCursor === null) return all
    after = `&after=${encodeURIComponent(page.nextCursor)}`
  }
}
