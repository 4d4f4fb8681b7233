import { describe, expect, test } from 'vitest'
import type { Finding } from '../findings.ts'
import type { Payment, Trade, Transaction } from '../read/resources.ts'
import { compareBalances } from './balances.ts'
import type { Books } from './books.ts'
import { compareCredit } from './credit.ts'
import { compareContracts, compareExposure } from './forwards.ts'
import { compareHolds, type Hold } from './holds.ts'
import { compareMargin, compareMarginAccounts } from './margin.ts'
import { rateOf } from './money.ts'
import { compareRevenue, compareRevenueAccounts } from './revenue.ts'
import { compareReceipts } from './receipts.ts'
import { compareChain, compareStatement } from './statements.ts'
import { compareJobs, comparePayments, compareTrades, compareWatches, type Job } from './ways-forward.ts'

// One night of a corporate with a forward that is half drawn, initial margin, a payment that has left and one on hold.
// Every comparison agrees with it, and disagrees as soon as one figure is another.
const now = new Date('2027-01-05T23:10:00Z')

function transaction(id: string, type: string, amount: string, running: string, related: string): Transaction {
  const creditOrDebit = amount.startsWith('-') ? 'Debit' : 'Credit'
  const common = { transactionId: id, accountId: 'acc_EUR', bookedAt: null, valueDate: '2027-01-05', currency: 'EUR' }
  const money = { amount: amount.replace('-', ''), creditOrDebit, runningBalance: running } as const
  return { ...common, ...money, status: 'Booked', type, related: { type: 'Any', id: related } }
}

function trade(change: Partial<Trade>): Trade {
  return {
    tradeId: 'trd_FWD',
    kind: 'Forward',
    subtype: 'Open',
    entityId: 'ent_1',
    status: 'PartiallyDrawn',
    currencyPair: 'EUR/GBP',
    rate: '0.85000',
    buyCurrency: 'GBP',
    buyAmount: '850.00',
    buyAccountId: 'acc_GBP',
    sellCurrency: 'EUR',
    sellAmount: '1000.00',
    sellAccountId: 'acc_EUR',
    tradeDate: '2027-01-04',
    valueDate: '2027-02-04',
    cutOffAt: '2027-02-04T12:00:00Z',
    settlement: { funded: false, settledAt: null, net: null },
    parentTradeId: null,
    history: [],
    paymentIds: [],
    createdAt: '2027-01-04T10:00:00Z',
    updatedAt: '2027-01-05T10:00:00Z',
    ...change,
  }
}

function payment(paymentId: string, status: string, amount: string): Payment {
  return {
    paymentId,
    entityId: 'ent_1',
    accountId: 'acc_EUR',
    status,
    statusReason: null,
    paymentDate: '2027-01-05',
    amount,
    currency: 'EUR',
    fee: { amount: '1.00', currency: 'EUR' },
    tradeId: null,
    rail: 'Sepa',
    uetr: 'u',
    returned: null,
    cutOffAt: '2027-01-05T15:00:00Z',
    allowedActions: [],
    createdAt: '',
    updatedAt: '',
  }
}

const byId = <T>(id: (item: T) => string, ...items: T[]) => new Map(items.map((item) => [id(item), item]))

function givenNight() {
  const forward = {
    type: 'Open',
    accessDate: '2027-01-04',
    valueDate: '2027-02-04',
    balance: { buyAmount: '425.00', sellAmount: '500.00' },
    initialMarginStatus: 'Received',
    facilityId: 'fac_1',
    creditTermId: 'ctm_1',
    amended: { buyAmount: '0.00', sellAmount: '0.00' },
    margin: { held: { amount: '25.00', currency: 'EUR' } },
  }
  const drawn = { kind: 'Drawdown', status: 'Settled', parentTradeId: 'trd_FWD' } as const
  const account = (accountId: string, currency: string) => ({
    accountId,
    entityId: 'ent_1',
    currency,
    isDefault: true,
    identifiers: { iban: '' },
  })
  const balance = (accountId: string, currency: string, booked: string, available: string, payments: string) => {
    const held = { payments, trades: '0.00', margin: '0.00' }
    return { accountId, entityId: 'ent_1', currency, booked, available, held }
  }
  const inbound = {
    inboundPaymentId: 'inp_1',
    entityId: 'ent_1',
    accountId: 'acc_EUR',
    amount: '1000.00',
    currency: 'EUR',
  }
  const facility = {
    facilityId: 'fac_1',
    entityId: 'ent_1',
    currency: 'GBP',
    limit: '2000.00',
    utilised: '420.00',
    available: '1580.00',
    utilisationBasis: 'Notional',
    initialMarginHeld: '21.00',
    variationMarginHeld: '0.00',
    mtm: { amount: '0.00' },
    marginCallTerms: { overdueAction: 'Alert', overdueGraceHours: 24, collection: 'Automatic' },
  }
  const books: Books = {
    day: '2027-01-05',
    now,
    accounts: byId(({ accountId }) => accountId, account('acc_EUR', 'EUR'), account('acc_GBP', 'GBP')),
    trades: byId(
      ({ tradeId }) => tradeId,
      trade({ forward }),
      trade({ ...drawn, tradeId: 'trd_DRW', buyAmount: '425.00', sellAmount: '500.00' }),
    ),
    payments: byId(
      ({ paymentId }) => paymentId,
      payment('pay_SENT', 'Sent', '100.00'),
      payment('pay_HELD', 'Held', '9.00'),
    ),
    transfers: new Map(),
    inbound: byId(({ inboundPaymentId }) => inboundPaymentId, { ...inbound, status: 'Credited' as const }),
    transactions: new Map([
      [
        'acc_EUR',
        [
          transaction('txn_1', 'Deposit', '1000.00', '1000.00', 'inp_1'),
          transaction('txn_2', 'MarginPosted', '-50.00', '950.00', 'trd_FWD'),
          transaction('txn_3', 'MarginReleased', '25.00', '975.00', 'trd_FWD'),
          transaction('txn_4', 'Drawdown', '-500.00', '475.00', 'trd_DRW'),
          transaction('txn_5', 'Payment', '-100.00', '375.00', 'pay_SENT'),
          transaction('txn_6', 'PaymentFee', '-1.00', '374.00', 'pay_SENT'),
        ],
      ],
      [
        'acc_GBP',
        [{ ...transaction('txn_7', 'Drawdown', '425.00', '425.00', 'trd_DRW'), accountId: 'acc_GBP', currency: 'GBP' }],
      ],
    ]),
    balances: byId(
      ({ accountId }) => accountId,
      balance('acc_EUR', 'EUR', '374.00', '364.00', '10.00'),
      balance('acc_GBP', 'GBP', '425.00', '425.00', '0.00'),
    ),
    facilities: [facility],
    calls: [],
    mtm: new Map([
      [
        'trd_FWD',
        {
          tradeId: 'trd_FWD',
          currencyPair: 'EUR/GBP',
          clientBuys: 'GBP',
          outstandingBuyAmount: '425.00',
          outstandingSellAmount: '500.00',
        },
      ],
    ]),
    wired: new Map(),
    debited: new Map(),
    cleared: [],
    prefunded: new Set(),
  }
  const job = (kind: string, resource: string): Job => ({
    kind,
    resource,
    dueAt: new Date('2027-01-28T00:00:00Z'),
    attempts: 0,
    lastError: null,
  })
  const stored = {
    holds: [{ accountId: 'acc_EUR', relatedId: 'pay_HELD', minor: 1_000n }] as Hold[],
    jobs: [job('forward.watch', 'FWD')],
    margin: new Map([['ent_1 EUR', 2_500n]]),
    costs: [
      { tradeId: 'trd_FWD', costRate: '0.86', revenue: 1_000n },
      { tradeId: 'trd_DRW', costRate: '0.86', revenue: 500n },
    ],
    revenue: new Map([['ent_1 GBP', 500n]]),
  }
  return { books, stored, facility }
}
type Night = ReturnType<typeof givenNight>

function findingsOf({ books, stored }: Night): string[] {
  const terms = new Map([['ctm_1', { termId: 'ctm_1', facilityId: 'fac_1', percent: rateOf('5'), isWaived: true }]])
  const middles = new Map([['EUR GBP', { base: 'EUR', rate: rateOf('0.84') }]])
  const termOf = () => ({ facilityId: 'fac_1', termId: 'ctm_1' })
  const found: Finding[] = [
    ...compareBalances(books),
    ...compareHolds(books, stored.holds),
    ...compareMargin(books),
    ...compareMarginAccounts(books, stored.margin),
    ...compareWatches(books, stored.jobs),
    ...compareExposure(books),
    ...compareContracts(books),
    ...compareRevenue(books, stored.costs),
    ...compareRevenueAccounts(books, stored.costs, stored.revenue),
    ...compareCredit(books, { terms, middles, termOf }),
    ...compareTrades(books, stored.jobs),
    ...comparePayments(books, stored.jobs),
    ...compareJobs(books, stored.jobs),
  ]
  return found.map(({ check }) => check)
}

test('a night without differences', () => {
  expect(findingsOf(givenNight())).toEqual([])
})

const forwardOf = ({ books }: Night) => books.trades.get('trd_FWD')!

describe('differences are found', () => {
  test.each<[string, (night: Night) => unknown]>([
    ['a balance follows from the resources', ({ books }) => (books.inbound.get('inp_1')!.amount = '1000.01')],
    ['transactions move what their resource says', ({ books }) => (books.payments.get('pay_SENT')!.status = 'Failed')],
    ['a running balance runs on', ({ books }) => (books.transactions.get('acc_EUR')![3]!.runningBalance = '475.01')],
    ['the last running balance is the balance', ({ books }) => (books.balances.get('acc_EUR')!.booked = '374.01')],
    ['holds follow from open resources', ({ books }) => (books.payments.get('pay_HELD')!.status = 'Rejected')],
    [
      'holds follow from open resources',
      ({ books }) => {
        const moved = { status: 'Scheduled', statusReason: { code: 'DateMoved' }, amount: '9.01' }
        Object.assign(books.payments.get('pay_HELD')!, moved)
      },
    ],
    ['a balance shows what is held', ({ stored }) => stored.holds.pop()],
    ['available is booked less held', ({ books }) => (books.balances.get('acc_EUR')!.available = '374.00')],
    ['margin of a forward that is over goes back', (night) => (forwardOf(night).status = 'ClosedOut')],
    [
      'a forward shows the initial margin that is held',
      (night) => (forwardOf(night).forward!.margin!.held.amount = '24.00'),
    ],
    ['a facility shows the variation margin that is held', ({ facility }) => (facility.variationMarginHeld = '25.00')],
    ['margin accounts hold what was posted', ({ stored }) => stored.margin.clear()],
    ['a live forward is watched', ({ stored }) => stored.jobs.pop()],
    ['a trade is final or has a way forward', ({ stored }) => stored.jobs.pop()],
    ['a payment is final or has a way forward', ({ books }) => (books.payments.get('pay_HELD')!.status = 'Scheduled')],
    ['no job is older than its grace', ({ stored }) => (stored.jobs[0]!.dueAt = new Date('2027-01-05T23:00:00Z'))],
    ['no job fails', ({ stored }) => (stored.jobs[0]!.attempts = 1)],
    ['exposure equals the open position', ({ books }) => books.mtm.clear()],
    ['the parts of a forward are the contract', (night) => (forwardOf(night).forward!.balance.buyAmount = '424.99')],
    ['revenue is the price against the cost', ({ stored }) => (stored.costs[0]!.revenue = -1_000n)],
    ['the ledger’s revenue is that of the deals', ({ stored }) => stored.revenue.set('ent_1 GBP', -500n)],
    ['credit used equals open risk', ({ facility }) => (facility.utilised = '419.00')],
  ])('%s', (check, spoil) => {
    const night = givenNight()
    spoil(night)
    expect(findingsOf(night)).toContain(check)
  })

  test('an unpaid close-out loss that uses no credit', () => {
    const night = givenNight()
    const net = { amount: '30.00', currency: 'GBP', chargeOrCredit: 'Charge' as const }
    const loss = { kind: 'CloseOut', status: 'Overdue', parentTradeId: 'trd_FWD' } as const
    night.books.trades.set(
      'trd_CLO',
      trade({ ...loss, tradeId: 'trd_CLO', settlement: { funded: false, settledAt: null, net } }),
    )
    expect(findingsOf(night)).toContain('credit used equals open risk')
    night.facility.utilised = '450.00'
    expect(findingsOf(night)).not.toContain('credit used equals open risk')
  })

  test('a statement that does not begin where the one before ended, and a number that is missing', () => {
    const common = { statementId: 's', accountId: 'acc_EUR', period: 'Month' }
    const totals = { credits: '0.00', creditCount: 0, debits: '0.00', debitCount: 0 }
    const statement = (month: string, sequenceNumber: number, openingBalance: string, closingBalance: string) => {
      const dates = { statementFromDate: `${month}-01`, statementToDate: `${month}-28` }
      const balances = { currency: 'EUR', openingBalance, closingBalance }
      return { ...common, ...dates, ...balances, sequenceNumber, totals, transactions: [] }
    }
    const checksOf = (...statements: ReturnType<typeof statement>[]) =>
      compareChain(statements).map(({ check }) => check)
    const [november, december] = [statement('2026-11', 1, '0.00', '5.00'), statement('2026-12', 2, '5.00', '7.00')]
    expect(checksOf(statement('2027-01', 1, '7.00', '8.00'), december, november)).toEqual([])
    expect(checksOf(november, statement('2026-12', 3, '5.01', '7.00'))).toEqual([
      'statements are numbered without gaps',
      'a statement begins as the one before ended',
    ])
    expect(checksOf(december)).toEqual(['statements are numbered without gaps'])
    expect(checksOf(november, december, statement('2027-01', 3, '7.00', '8.00'))).toEqual([
      'statements are numbered without gaps',
    ])
  })

  describe('a statement', () => {
    const lines: [string, string, string][] = [
      ['2026-11-23', '500.00', 'Credit'],
      ['2026-11-24', '10.00', 'Debit'],
    ]
    const transactions = lines.map(([valueDate, amount, creditOrDebit], i) => ({
      ...transaction(`txn_${i}`, 'Deposit', amount, '0.00', 'inp_1'),
      valueDate,
      creditOrDebit: creditOrDebit as 'Credit' | 'Debit',
    }))
    const givenFiles = () => ({
      json: {
        statementId: null,
        accountId: 'acc_EUR',
        statementFromDate: '2026-11-23',
        statementToDate: '2026-11-24',
        sequenceNumber: null,
        period: null,
        currency: 'EUR',
        openingBalance: '0.00',
        closingBalance: '490.00',
        totals: { credits: '500.00', creditCount: 1, debits: '10.00', debitCount: 1 },
        transactions: structuredClone(transactions),
      },
      csv: [
        'bookingDate,valueDate,type,description,debit,credit,runningBalance',
        '2026-11-23,,OpeningBalance,,,,0.00',
        '2026-11-23,2026-11-23,Deposit,one,,500.00,500.00',
        '2026-11-24,2026-11-24,Payment,two,10.00,,490.00',
        '2026-11-24,,ClosingBalance,,,,490.00',
      ].join('\n'),
      mt940: [
        ':60F:C261122EUR0,',
        ':61:2611231123C500,NTRF//1',
        ':61:2611241124D10,NTRF//2',
        ':62F:C261124EUR490,',
      ].join('\r\n'),
      camt053:
        '<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>' +
        '<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">490.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>' +
        '<Ntry><Amt Ccy="EUR">500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><ValDt><Dt>2026-11-23</Dt></ValDt></Ntry>' +
        '<Ntry><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><ValDt><Dt>2026-11-24</Dt></ValDt></Ntry>',
    })
    type Files = ReturnType<typeof givenFiles>
    const checksOf = (files: Files) => compareStatement(files, transactions).map(({ check }) => check)

    test('agrees in every format', () => {
      expect(checksOf(givenFiles())).toEqual([])
    })

    test.each<[string, (files: Files) => unknown]>([
      ['csv agrees with JSON', (files) => (files.csv = files.csv.replace('10.00,,490.00', '10.01,,490.00'))],
      ['mt940 agrees with JSON', (files) => (files.mt940 = files.mt940.replace('2611241124D', '2611251124D'))],
      ['mt940 agrees with JSON', (files) => (files.mt940 = files.mt940.replace('EUR490,', 'EUR490,01'))],
      ['camt053 agrees with JSON', (files) => (files.camt053 = files.camt053.replace('DBIT', 'CRDT'))],
      ['opening balance and lines make the closing balance', ({ json }) => (json.closingBalance = '490.01')],
      ['totals are the sums', ({ json }) => (json.totals.credits = '500.01')],
      ['lines are transactions', ({ json }) => (json.transactions[0]!.valueDate = '2026-11-22')],
      ['lines are transactions', ({ json }) => (json.transactions[0]!.transactionId = 'txn_9')],
    ])('%s', (check, spoil) => {
      const files = givenFiles()
      spoil(files)
      expect(checksOf(files)).toContain(check)
    })
  })

  test('incoming money without a sender, a debit that is collected twice, and money that does not arrive', () => {
    const { books } = givenNight()
    const deposit = (id: string, reference: string) => ({
      ...transaction(`txn_${id}`, 'Deposit', '500.00', '0.00', id),
      related: { type: 'InboundPayment', id },
      reference,
    })
    const announced = { day: '2027-01-04', accountId: 'acc_EUR', amount: '500.00', currency: 'EUR' }
    const checksOf = (list: (typeof announced)[], ...deposits: ReturnType<typeof deposit>[]) => {
      const spoiled: Books = { ...books, inbound: new Map(books.inbound), debited: new Map(), transactions: new Map() }
      spoiled.transactions.set('acc_EUR', deposits)
      return compareReceipts(spoiled, [...list]).map(({ check }) => check)
    }
    const [first, again] = [deposit('inp_2', 'Debit trd_DRW'), deposit('inp_3', 'Debit trd_DRW')]
    expect(checksOf([], first)).toEqual([])
    expect(checksOf([], first, again)).toEqual(['money in was sent by somebody'])
    expect(checksOf([announced], deposit('inp_4', 'By file'))).toEqual([])
    expect(checksOf([announced], deposit('inp_4', 'By file'), deposit('inp_5', 'By file'))).toEqual([
      'money in was sent by somebody',
    ])
    expect(checksOf([announced])).toEqual(['money that the bank reports arrives'])
  })

  test('what an operator booked to a client for a contradictory report', () => {
    const { books } = givenNight()
    books.cleared = [{ resourceId: 'pay_SENT', accountId: 'acc_EUR', minor: 5_000n }]
    expect(compareBalances(books).map(({ check }) => check)).toEqual([
      'transactions move what their resource says',
      'a balance follows from the resources',
    ])
  })
})
