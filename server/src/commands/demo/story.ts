import { formatAmount } from '../../kernel/values/money.ts'
import type { Caller } from './http.ts'
import { money, type Narrator } from './narrator.ts'

/**
 * Runs the story: a corporate (RM) receives euros, sells some for pounds, and pays a supplier from them; a fund (ABS)
 * moves money between two of its accounts. Every step checks its responses.
 *
 * @throws Error at the first answer that is not as it should be
 */
export async function tellStory(narrator: Narrator, rm: Caller, abs: Caller): Promise<void> {
  await token(narrator, rm, 'RM client')
  const { eur, gbp } = await findAccounts(narrator, rm)
  const from = await today(rm)
  const before = await balancesOf(rm, [eur, gbp])
  await moneyIn(narrator, rm, eur, '10000.00')
  await estimate(narrator, rm)
  const trade = await deal(narrator, rm)
  await settle(narrator, rm, trade)
  const beneficiaryId = await savePayee(narrator, rm)
  await payOut(narrator, rm, gbp, beneficiaryId)
  await checkBalances(narrator, rm, [eur, gbp], before)
  await statement(narrator, rm, gbp, from)
  await token(narrator, abs, 'ABS client')
  await transferWithin(narrator, abs)
}

const CLIENT_SCOPES_SHOWN = 3

const token = (narrator: Narrator, caller: Caller, who: string) =>
  narrator.step('Token', async (say) => {
    const { scope, expires_in } = await caller.authenticate()
    const scopes = scope.split(' ')
    say(
      `${who}, ${expires_in / 60} minutes, ${scopes.length} scopes: ${scopes.slice(0, CLIENT_SCOPES_SHOWN).join(' ')} …`,
    )
  })

interface Account {
  accountId: string
  currency: string
  isDefault: boolean
}

const findAccounts = (narrator: Narrator, rm: Caller) =>
  narrator.step('Accounts', async (say) => {
    const { data } = await rm.get<{ data: Account[] }>('/v1/accounts')
    const of = (currency: string) => {
      const found = data.find((account) => account.currency === currency && account.isDefault)
      return found ?? surprise(`no default account in ${currency}`)
    }
    const [eur, gbp] = [of('EUR'), of('GBP')]
    say(`${data.length} of them; we use`)
    for (const { currency, accountId } of [eur, gbp]) say(`${currency} ${accountId}`)
    return { eur, gbp }
  })

/** Business day in the sandbox. */
const today = async (caller: Caller) => (await caller.get<{ now: string }>('/v1/sandbox/clock')).now.slice(0, 10)

const moneyIn = (narrator: Narrator, rm: Caller, account: Account, amount: string) =>
  narrator.step('Money in', async (say) => {
    const order = { accountId: account.accountId, amount, currency: account.currency, reference: 'Invoice 4711' }
    const inbound = await rm.post<{ status: string }>('/v1/sandbox/inbound-payments', order)
    check(inbound.status === 'Credited', `the payment is ${inbound.status}, not Credited`)
    say(`${money(amount, account.currency)} from a customer`)
  })

const DEAL = { sellCurrency: 'EUR', buyCurrency: 'GBP', fixedSide: 'Sell', amount: '5000.00' }

const estimate = (narrator: Narrator, rm: Caller) =>
  narrator.step('Estimate', async (say) => {
    const answer = await rm.get<{ indicativeRate: string; buyAmount: string }>('/v1/fx/quotes/estimate', DEAL)
    say(`${money(answer.buyAmount, 'GBP')} for ${money(DEAL.amount, 'EUR').trim()}, about ${answer.indicativeRate}`)
  })

interface Trade {
  tradeId: string
  status: string
  rate: string
  currencyPair: string
  sellAmount: string
  buyAmount: string
  valueDate: string
}

async function deal(narrator: Narrator, rm: Caller): Promise<Trade> {
  const { entityId } = rm
  const quoteId = await narrator.step('Quote', async (say) => {
    const quote = await rm.post<Trade & { quoteId: string; expiresAt: string }>('/v1/fx/quotes/spot', {
      entityId,
      ...DEAL,
    })
    say(
      `${money(quote.buyAmount, 'GBP')} at ${quote.rate} ${quote.currencyPair}, good until ${quote.expiresAt.slice(11, 19)}`,
    )
    return quote.quoteId
  })
  return narrator.step('Deal', async (say) => {
    const trade = await rm.post<Trade>('/v1/fx/trades/spot', { entityId, quoteId })
    check(trade.sellAmount === DEAL.amount, `${trade.sellAmount} is sold, not ${DEAL.amount}`)
    say(`${money(trade.sellAmount, 'EUR')} sold, ${trade.status}, value date ${trade.valueDate}`)
    say(trade.tradeId)
    return trade
  })
}

const settle = (narrator: Narrator, rm: Caller, { tradeId, valueDate }: Trade) =>
  narrator.step('Settlement', async (say) => {
    await moveClockTo(rm, `${valueDate}T12:00:00.000Z`)
    const read = () => rm.get<Trade>(`/v1/fx/trades/${tradeId}`)
    const settled = await waitFor(rm, read, 'Settled', ['SettlementFailed', 'Cancelled', 'Overdue'])
    say(`${money(settled.buyAmount, 'GBP')} arrived on the value date, ${settled.valueDate}`)
  })

const savePayee = (narrator: Narrator, rm: Caller) =>
  narrator.step('Payee', async (say) => {
    const { beneficiaryId, status } = await rm.post<{ beneficiaryId: string; status: string }>('/v1/beneficiaries', {
      entityId: rm.entityId,
      name: 'Northern Mills Ltd',
      type: 'Company',
      address: { line1: '1 Mill Lane', city: 'Leeds', postCode: 'LS1 4AP', countryCode: 'GB' },
      countryCode: 'GB',
      bankCountryCode: 'GB',
      currency: 'GBP',
      accountNumber: '66374958',
      routingCodes: [{ type: 'SortCode', value: '089999' }],
    })
    check(status === 'Active', `the beneficiary is ${status}, not Active`)
    say(`Northern Mills Ltd, 08-99-99 66374958, ${status}`)
    say(beneficiaryId)
    return beneficiaryId
  })

interface Payment {
  paymentId: string
  status: string
  amount: string
  paymentDate: string
  fee?: { amount: string; currency: string } | null
}

async function payOut(narrator: Narrator, rm: Caller, { accountId }: Account, beneficiaryId: string): Promise<void> {
  const paymentId = await narrator.step('Payment', async (say) => {
    const dates = await rm.get<{ earliestPaymentDate: string }>('/v1/payments/earliest-settlement', { currency: 'GBP' })
    const order = { accountId, beneficiaryId, amount: '1500.00', currency: 'GBP', reference: 'Invoice 815' }
    const payment = await rm.post<Payment>('/v1/payments', { ...order, paymentDate: dates.earliestPaymentDate })
    say(`${money(payment.amount, 'GBP')} to Northern Mills Ltd on ${payment.paymentDate}, ${payment.status}`)
    say(payment.paymentId)
    return payment.paymentId
  })
  await narrator.step('Paid', async (say) => {
    const read = () => rm.get<Payment>(`/v1/payments/${paymentId}`)
    const paid = await waitFor(rm, read, 'Completed', ['Rejected', 'Failed', 'Returned', 'Cancelled', 'Held'])
    say(`${money(paid.amount, 'GBP')} ${paid.status}`)
  })
}

type Balances = Map<string, bigint>

/** An amount of an answer in minor units: it has exactly the decimals of its currency. */
const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** Booked balances in minor units by account id. */
async function balancesOf(caller: Caller, accounts: Account[]): Promise<Balances> {
  const { data } = await caller.get<{ data: (Account & { booked: string })[] }>('/v1/balances')
  const wanted = new Set(accounts.map((account) => account.accountId))
  const found = data.filter(({ accountId }) => wanted.has(accountId))
  return new Map(found.map(({ accountId, booked }) => [accountId, minorOf(booked)]))
}

interface Transaction {
  amount: string
  creditOrDebit: 'Credit' | 'Debit'
  type: string
  runningBalance: string
}

/** Checks that each balance equals the account's newest transaction and the story's movements. */
const checkBalances = (narrator: Narrator, rm: Caller, accounts: Account[], before: Balances) =>
  narrator.step('Balances', async (say) => {
    const after = await balancesOf(rm, accounts)
    for (const { accountId, currency } of accounts) {
      const now = after.get(accountId) ?? surprise(`no balance in ${accountId}`)
      const { data } = await rm.get<{ data: Transaction[] }>('/v1/transactions', { accountId, limit: '5' })
      const newest = data[0] ?? surprise(`${accountId} has no transaction`)
      check(
        newest.runningBalance === formatAmount(now, currency),
        `${currency}: transactions end at ${newest.runningBalance}`,
      )
      const moved = now - (before.get(accountId) ?? 0n)
      say(`${money(formatAmount(now, currency), currency)}  (${moved < 0n ? '' : '+'}${formatAmount(moved, currency)})`)
    }
    const moved = (after.get(accounts[0]!.accountId) ?? 0n) - (before.get(accounts[0]!.accountId) ?? 0n)
    check(moved === 500_000n, `EUR moved by ${formatAmount(moved, 'EUR')}, not by 10000.00 in and 5000.00 sold`)
  })

interface Statement {
  openingBalance: string
  closingBalance: string
  transactions: Transaction[]
}

const statement = (narrator: Narrator, rm: Caller, { accountId, currency }: Account, from: string) =>
  narrator.step('Statement', async (say) => {
    const answer = await rm.get<Statement>('/v1/statements', { accountId, from, to: await today(rm) })
    say(`${money(answer.openingBalance, currency)}  opening, ${from}`)
    let sum = minorOf(answer.openingBalance)
    for (const { amount, creditOrDebit, type } of answer.transactions) {
      const sign = creditOrDebit === 'Debit' ? '-' : ''
      sum += minorOf(amount) * (sign ? -1n : 1n)
      say(`${money(sign + amount, currency)}  ${type}`)
    }
    say(`${money(answer.closingBalance, currency)}  closing`)
    check(formatAmount(sum, currency) === answer.closingBalance, `the lines add up to ${formatAmount(sum, currency)}`)
  })

const transferWithin = (narrator: Narrator, abs: Caller) =>
  narrator.step('Transfer', async (say) => {
    const { data } = await abs.get<{ data: Account[] }>('/v1/accounts', { currency: 'EUR' })
    const [debit, credit] = data
    if (!debit || !credit) return surprise('the fund has no two accounts in EUR')
    const { accountId: debitAccountId } = debit
    await abs.post('/v1/sandbox/inbound-payments', { accountId: debitAccountId, amount: '750.00', currency: 'EUR' })
    const order = { entityId: abs.entityId, debitAccountId, creditAccountId: credit.accountId, amount: '750.00' }
    const transfer = await abs.post<{ internalAccountTransferId: string; status: string }>(
      '/v1/internal-account-transfers',
      order,
    )
    check(transfer.status === 'Completed', `the transfer is ${transfer.status}, not Completed`)
    say(`${money('750.00', 'EUR')} between two accounts of the fund, ${transfer.status}`)
    say(transfer.internalAccountTransferId)
  })

const STEP_HOURS = 3
const LONGEST_WAIT_HOURS = 8 * 24

/** Moves the sandbox clock until the resource has the state; jobs that fall due have run when the clock responds. */
async function waitFor<T extends { status: string }>(
  caller: Caller,
  read: () => Promise<T>,
  wanted: string,
  dead: string[],
): Promise<T> {
  for (let hours = 0; hours <= LONGEST_WAIT_HOURS; hours += STEP_HOURS) {
    const resource = await read()
    if (resource.status === wanted) return resource
    check(!dead.includes(resource.status), `it is ${resource.status}, not ${wanted}`)
    await caller.post('/v1/sandbox/clock', { advance: `PT${STEP_HOURS}H` })
  }
  return surprise(`it was not ${wanted} after ${LONGEST_WAIT_HOURS / 24} days on the sandbox's clock`)
}

async function moveClockTo(caller: Caller, instant: string): Promise<void> {
  const { now } = await caller.get<{ now: string }>('/v1/sandbox/clock')
  if (now < instant) await caller.post('/v1/sandbox/clock', { set: instant })
}

function check(condition: boolean, otherwise: string): asserts condition {
  if (!condition) surprise(otherwise)
}

function surprise(what: string): never {
  throw new Error(what)
}
