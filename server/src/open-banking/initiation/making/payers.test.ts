import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  codeOf,
  domestic,
  international,
  type Kind,
  type Members,
  named,
  openInitiation,
  pathsOf,
} from '../../../../test/support/initiation.ts'
import { openOpenBanking, VERSIONS } from '../../../../test/support/open-banking.ts'
import { officialFilesAtHand } from '../../../../test/support/official-openapi.ts'
import { openBankingRoutes } from '../../../composition/open-banking-routes.ts'
import { setLimits } from '../../../entities/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../../../kernel/values/ids.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
for (const currency of ['GBP', 'USD']) await bank.book(currency, 10_000_00n, '2026-11-19T09:00:00Z')
const { ask, pay, payersOf } = openInitiation(bank)

const FRIDAY = new Date('2026-11-20T10:00:00.000Z')
const SATURDAY = new Date('2026-11-21T12:00:00.000Z')
const CLOSE = '2026-11-20T22:00:00.000'
const REOPENING = '2026-11-22T22:00:00.000Z'

/** Runs `work` at another time of business. */
async function at<T>(time: Date | string, work: () => Promise<T>): Promise<T> {
  bank.time.now = new Date(time)
  try {
    return await work()
  } finally {
    bank.time.now = FRIDAY
  }
}

const nameOf = (accountId: string) => Object.entries(bank.accountIds).find(([, id]) => id === accountId)![0]
/** Returns the currencies of the accounts that can pay a consent; without one, the code, path and text of each reason. */
async function payers(consentId: string) {
  const { payers: found, whyNone } = await payersOf(consentId)
  if (!whyNone) return found.map(({ account }) => nameOf(account.accountId)).sort()
  return whyNone.reasons.map(({ code, path, description }) => `${code} ${path}: ${description}`)
}

/** Sets limits of the payer while `work` runs. */
async function withLimits<T>(limits: Parameters<typeof setLimits>[2], work: () => Promise<T>): Promise<T> {
  const act = { actor: { type: 'operator' as const }, at: bank.time.now, wall: bank.time.wall }
  const most = 100_000_000_000n
  const set = (to: typeof limits) => inTransaction(db, (tx) => setLimits(tx, bank.entityId, to, act))
  await set(limits)
  try {
    return await work()
  } finally {
    await set({ singlePaymentMinor: most, dailyPaymentMinor: most, minPaymentMinor: 100n })
  }
}

const DOLLARS = { ExchangeRateInformation: undefined } // for which the user may have an account
const sum = (Amount: string, Currency: string) => ({ InstructedAmount: { Amount, Currency } })
const CLOSED = `The currency market is closed until ${REOPENING}. Create a new consent after that.`
const IS_CLOSED = `U012 Data.Initiation.CurrencyOfTransfer: ${CLOSED}`

describe.each(VERSIONS)('v%s', (version) => {
  const consentTo = async (kind: Kind, change: Members = {}, data: Members = {}) => {
    const asked = await ask(version, kind, change, data)
    if (asked.status !== 201) throw new Error(`no consent: ${asked.text}`)
    return asked.body.Data.ConsentId as string
  }

  test('an amount above the limit of every client is rejected when the consent is created: U014', async () => {
    const answer = await ask(version, 'international', { ...DOLLARS, ...sum('9000000000.00', 'USD') })
    expect([answer.status, codeOf(answer), pathsOf(answer), answer.body.Errors[0].Message]).toEqual([
      400,
      named(version, 'U014'),
      ['Data.Initiation.InstructedAmount.Amount'],
      'The payment cannot be made: the amount is above the limit of the payer for one payment.',
    ])
  })

  test.each([
    [
      'the limit for one payment',
      { singlePaymentMinor: 5_00n },
      'AM14',
      'the amount is above the limit of the payer for one payment',
    ],
    ['the daily limit', { dailyPaymentMinor: 5_00n }, 'AM14', 'the amount is above what the payer may still pay today'],
    ['the minimum', { minPaymentMinor: 50_00n }, 'AM06', 'the amount is below the minimum of the payer'],
  ])(
    'a payment against %s of the user is offered from no account, and the reason has no figures',
    async (_, limits, code, detail) => {
      const consentId = await consentTo('domestic')
      expect(await payers(consentId)).toEqual(['GBP'])
      expect(await withLimits(limits, () => payers(consentId))).toEqual([
        `${code} Data.Initiation.InstructedAmount.Amount: The payment cannot be made: ${detail}.`,
      ])
    },
  )

  test('an account without the money is not offered, and the reason does not tell the balance', async () => {
    expect(await payers(await consentTo('domestic', sum('900000.00', 'GBP')))).toEqual([
      'AM04 Data.Initiation.InstructedAmount.Amount: The payment cannot be made: the account that pays does not hold enough money.',
    ])
    // 8,000 pounds buy more dollars than the account in dollars holds.
    expect(await payers(await consentTo('international', { ...DOLLARS, ...sum('10500.00', 'USD') }))).toEqual(['GBP'])
  })

  test('an account that only lacks the money is named with its effect, and one that has it as well', async () => {
    const { payers: found, short } = await payersOf(
      await consentTo('international', { ...DOLLARS, ...sum('10500.00', 'USD') }),
    )
    expect(found.map(({ account, funds }) => [account.currency, funds])).toEqual([
      ['GBP', { availableMinor: expect.any(BigInt), effect: 'Enough' }],
    ])
    expect(short.map(({ account, funds }) => [account.currency, funds])).toEqual([
      ['EUR', { availableMinor: 0n, effect: 'Rejected' }],
      ['USD', { availableMinor: 10_000_00n, effect: 'Rejected' }],
    ])
  })

  test('the trial of a payment leaves nothing behind', async () => {
    const counts = async () => {
      const { rows } = await db.pool.query(
        `select (select count(*) from payments) as payments, (select count(*) from fx_trades) as trades,
          (select count(*) from fx_quotes) as quotes, (select sum(held_minor) from balances) as held,
          (select sum(used_minor) from daily_usage) as used, (select count(*) from events) as events`,
      )
      return rows
    }
    const consentId = await consentTo('international')
    const before = await counts()
    expect(await payers(consentId)).toEqual(['GBP'])
    expect(await counts()).toEqual(before)
  })

  test('out of market hours an exchange is rejected when the consent is created: U012, with the opening', async () => {
    for (const rate of [
      { UnitCurrency: 'GBP', RateType: 'Actual' },
      { UnitCurrency: 'GBP', RateType: 'Indicative' },
    ]) {
      const answer = await at(SATURDAY, () => ask(version, 'international', { ExchangeRateInformation: rate }))
      expect([answer.status, codeOf(answer), pathsOf(answer), answer.body.Errors[0].Message]).toEqual([
        400,
        named(version, 'U012'),
        ['Data.Initiation.CurrencyOfTransfer'],
        CLOSED,
      ])
    }
  })

  test('out of market hours only an account in the currency of the transfer is offered', async () => {
    await at(SATURDAY, async () => {
      expect(await payers(await consentTo('international', DOLLARS))).toEqual(['USD'])
      const { whyNone } = await payersOf(await consentTo('international', DOLLARS), [bank.accountIds['GBP']!])
      expect(whyNone?.reasons).toEqual([
        { code: 'U012', path: 'Data.Initiation.CurrencyOfTransfer', description: CLOSED },
      ])
    })
  })

  test('the close of the market is the cut-off of an exchange, and nothing is approved that would be paid after it', async () => {
    const [consentId, dollars] = await at('2026-11-20T21:50:00.000Z', async () => {
      const asked = await ask(version, 'international', { ExchangeRateInformation: INDICATIVE })
      expect(asked.body.Data.CutOffDateTime).toBe(`${CLOSE}+00:00`)
      return [asked.body.Data.ConsentId as string, await consentTo('international', DOLLARS)]
    })
    expect(await at('2026-11-20T21:58:59.000Z', () => payers(consentId))).toEqual(['GBP'])
    for (const late of ['2026-11-20T21:59:30.000Z', `${CLOSE}Z`])
      expect(await at(late, () => payers(consentId))).toEqual([IS_CLOSED])
    expect(await at('2026-11-20T21:59:30.000Z', () => payers(dollars))).toEqual(['USD'])
  })

  test('an exchange that was approved before the close and is paid after it says so and books nothing', async () => {
    const change = { ExchangeRateInformation: INDICATIVE }
    const consentId = await at('2026-11-20T21:50:00.000Z', () => consentTo('international', change))
    await at('2026-11-20T21:58:00.000Z', () => bank.approve(consentId, ['GBP']))
    const answer = await at('2026-11-20T22:01:00.000Z', () =>
      pay(version, 'international', consentId, international(version, change)),
    )
    expect([answer.status, codeOf(answer), answer.body.Errors[0].Message]).toEqual([
      400,
      named(version, 'U012'),
      CLOSED,
    ])
    const { rows } = await db.pool.query('select status from open_banking_consents where consent_id = $1', [
      parseId('obc', consentId),
    ])
    expect(rows).toEqual([{ status: 'AUTH' }])
  })

  test('a promised rate that ends within the minute is not approved', async () => {
    const consentId = await consentTo('international')
    const end = FRIDAY.getTime() + 600_000
    expect(await at(new Date(end - 61_000), () => payers(consentId))).toEqual(['GBP'])
    expect((await at(new Date(end - 59_000), () => payers(consentId)))[0]).toMatch(/^U012 .*The rate was valid until/)
  })

  describe('an agreed rate', () => {
    const agreed = (contract: string, rate = 1.1, change: Members = {}): Members => ({
      InstructedAmount: { Amount: '25.00', Currency: 'USD' },
      ExchangeRateInformation: {
        UnitCurrency: 'GBP',
        RateType: 'Agreed',
        ExchangeRate: rate,
        ContractIdentification: contract,
      },
      ...change,
    })
    /** A trade of the payer that buys dollars. */
    async function dealt(): Promise<{ contract: string; rate: number }> {
      const first = { ExchangeRateInformation: INDICATIVE }
      const consentId = await consentTo('international', first)
      await bank.approve(consentId, ['GBP'])
      const paid = await pay(version, 'international', consentId, international(version, first))
      const { rows } = await db.pool.query(
        `with cancelled as (update payments set status = 'Cancelled' where payment_id = $1 returning trade_id)
          select trade_id, rate::text from fx_trades join cancelled using (trade_id)`,
        [parseId('pay', paid.body.Data.InternationalPaymentId)],
      )
      return { contract: formatId('trd', rows[0].trade_id), rate: Number(rows[0].rate) }
    }
    const contractError = (detail: string) => [
      `U014 Data.Initiation.ExchangeRateInformation.ContractIdentification: The payment cannot be made: ${detail}.`,
    ]

    test('names a trade by its id: anything else is U014 before the user sees it', async () => {
      const answer = await ask(version, 'international', agreed('DEAL-2026-7'))
      expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([
        400,
        named(version, 'U014'),
        ['Data.Initiation.ExchangeRateInformation.ContractIdentification'],
      ])
    })

    test('that the bank never gave is not shown to be approved', async () => {
      const consentId = await consentTo('international', agreed(formatId('trd', newUuid())))
      expect(await payers(consentId)).toEqual(
        contractError('the payer has no such trade that delivers the currency of the transfer'),
      )
    })

    test('of a trade is offered at the rate of that trade alone, and from the account it delivers to', async () => {
      const { contract, rate } = await dealt()
      expect(await payers(await consentTo('international', agreed(contract, rate)))).toEqual(['USD'])
      expect(await payers(await consentTo('international', agreed(contract, 1.1)))).toEqual([
        'U014 Data.Initiation.ExchangeRateInformation.ExchangeRate: The payment cannot be made: the trade has another rate.',
      ])
      const euros = agreed(contract, rate, {
        CurrencyOfTransfer: 'EUR',
        ...sum('5.00', 'EUR'),
        Creditor: undefined,
        CreditorAgent: undefined,
        CreditorAccount: EURO_PAYEE,
      })
      expect(await payers(await consentTo('international', euros))).toEqual(
        contractError('the payer has no such trade that delivers the currency of the transfer'),
      )
    })

    test('needs no market: at the weekend it is approved and paid', async () => {
      const { contract, rate } = await dealt()
      await at(SATURDAY, async () => {
        const consentId = await consentTo('international', agreed(contract, rate))
        expect(await payers(consentId)).toEqual(['USD'])
        await bank.approve(consentId, ['USD'])
        const order = international(version, agreed(contract, rate))
        expect((await pay(version, 'international', consentId, order)).status).toBe(201)
      })
    })

    test('pays no more than the trade still has', async () => {
      const { contract, rate } = await dealt()
      const [first, second] = [
        agreed(contract, rate, sum('150.00', 'USD')),
        agreed(contract, rate, sum('60.00', 'USD')),
      ]
      const ids = [await consentTo('international', first), await consentTo('international', second)]
      expect(await payers(ids[1]!)).toEqual(['USD'])
      await bank.approve(ids[0]!, ['USD'])
      expect((await pay(version, 'international', ids[0]!, international(version, first))).status).toBe(201)
      expect(await payers(ids[1]!)).toEqual([
        'U014 Data.Initiation.InstructedAmount.Amount: The payment cannot be made: the amount is above what the trade still has to pay out.',
      ])
    })
  })

  test('a rejection by a rule never says that a field cannot be read', async () => {
    for (const change of [
      sum('0.00', 'GBP'),
      { LocalInstrument: 'UK.OBIE.Target2' },
      { CreditorAccount: { ...domestic(version)['CreditorAccount'], Identification: '08999966374959' } },
    ]) {
      const asked = await ask(version, 'domestic', change)
      expect([asked.status, asked.text]).toEqual([400, expect.not.stringContaining('cannot be read')])
    }
    const access = { Data: { Permissions: ['ReadBalances'] }, Risk: {} }
    const path = `/open-banking/v${version}/aisp/account-access-consents`
    const asked = await bank.send('POST', path, { payload: access })
    expect(asked.body.Errors[0].Message).toMatch(/^The value is not valid: add ReadAccountsBasic/)
    const consentId = await consentTo('domestic')
    await bank.approve(consentId, ['GBP'])
    const answer = await withLimits({ singlePaymentMinor: 5_00n }, () =>
      pay(version, 'domestic', consentId, domestic(version)),
    )
    expect([codeOf(answer), pathsOf(answer)]).toEqual([
      named(version, 'U014'),
      ['Data.Initiation.InstructedAmount.Amount'],
    ])
    expect(answer.text).not.toContain('cannot be read')
  })

  test('the expected dates are those of the payment: its own day, its rail and the value date, and they stay', async () => {
    const today = await consentTo('domestic')
    await bank.approve(today, ['GBP'])
    const paid = (await pay(version, 'domestic', today, domestic(version))).body.Data
    expect([paid.ExpectedExecutionDateTime, paid.ExpectedSettlementDateTime]).toEqual([
      '2026-11-20T10:00:00.000+00:00',
      '2026-11-20T10:00:00.000+00:00',
    ])
    const change = { ExchangeRateInformation: INDICATIVE }
    const asked = await ask(version, 'international', change)
    expect(asked.body.Data.ExpectedExecutionDateTime).toBe('2026-11-20T10:00:00.000+00:00')
    const { ConsentId, ExpectedSettlementDateTime: settles } = asked.body.Data
    const { rows: offers } = await db.pool.query(
      `select offer ->> 'arrivesOn' as "arrivesOn" from open_banking_consents order by consent_id desc limit 1`,
    )
    expect(offers).toEqual([{ arrivesOn: settles.slice(0, 10) }])
    await bank.approve(ConsentId, ['GBP'])
    // The cut-off passes before the third party pays.
    const made = await at('2026-11-20T21:30:00.000Z', () =>
      pay(version, 'international', ConsentId, international(version, change)),
    )
    const { rows } = await db.pool.query(
      `select p.payment_date as leaves, p.expected_arrival as arrives, t.value_date as value
        from payments p join fx_trades t using (entity_id, trade_id) where payment_id = $1`,
      [parseId('pay', made.body.Data.InternationalPaymentId)],
    )
    expect([rows[0].leaves, rows[0].leaves > '2026-11-20']).toEqual([rows[0].value, true])
    // Midnight in New York, where the rail is.
    const expected = {
      ExpectedExecutionDateTime: `${rows[0].leaves}T05:00:00.000+00:00`,
      ExpectedSettlementDateTime: `${rows[0].arrives}T05:00:00.000+00:00`,
    }
    expect(made.body.Data).toMatchObject(expected)
    const read = `/open-banking/v${version}/pisp/international-payments/${made.body.Data.InternationalPaymentId}`
    expect((await at('2026-12-20T10:00:00Z', () => bank.get(read))).body.Data).toMatchObject(expected)
  })
})

const INDICATIVE = { UnitCurrency: 'GBP', RateType: 'Indicative' }
const EURO_PAYEE = { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000', Name: 'Muster GmbH' }

test.skipIf(!officialFilesAtHand)('every response in this file fits the official files', () => {
  expect(bank.errors).toEqual([])
})
