import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import {
  base,
  codeOf,
  domestic,
  international,
  type Members,
  named,
  openInitiation,
  pathsOf,
} from '../../../test/support/initiation.ts'
import { officialFilesAtHand } from '../../../test/support/official-openapi.ts'
import { openOpenBanking } from '../../../test/support/open-banking.ts'
import { screenedLater } from '../../../test/support/payment-service.ts'
import { findAccountById } from '../../accounts/index.ts'
import { createAccount } from '../../../test/support/accounts.ts'
import { ibanOf } from '../../kernel/text/iban.ts'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { lockPayment, noteCredited, transitionPayment } from '../../payments/index.ts'
import { VERSIONS } from '../../../test/support/open-banking.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db, { policies: screenedLater })
openBankingRoutes(bank.app, bank.deps)
for (const currency of ['GBP', 'EUR', 'USD']) await bank.book(currency, 10_000_00n, '2026-11-19T09:00:00Z')
const { ask, authorised, pay } = openInitiation(bank)

const ibanIn = async (currency: string) => (await findAccountById(db.pool, bank.accountIds[currency]!))!.iban
const debtor = async (currency: string) => ({
  DebtorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: await ibanIn(currency) },
})

async function tradeOf(wireId: string) {
  const { rows } = await db.pool.query(
    `select t.trade_id as "tradeId", t.currency_pair as pair, t.rate::text, t.sell_currency as sold, t.buy_minor as bought, p.amount_minor as paid,
       p.fee_minor as fee, p.status
     from payments p left join fx_trades t using (entity_id, trade_id) where p.payment_id = $1`,
    [parseId('pay', wireId)],
  )
  return rows[0]!
}

test('the purpose of a v3.1 initiation is not lost when it is read in v4.0: it is part of the risk', async () => {
  const { body } = await ask('3.1', 'international', { Purpose: 'GDDS' })
  const read = await bank.get(`${base('4.0')}/international-payment-consents/${body.Data.ConsentId}`)
  expect(read.body.Risk.PaymentPurposeCode).toBe('GDDS')
  expect(read.body.Data.Initiation).not.toHaveProperty('Purpose')
})

describe.each(VERSIONS)('v%s', (version) => {
  test('an account number without its bank is rejected at the bank that is missing', async () => {
    const answer = await ask(version, 'international', {
      CreditorAccount: { SchemeName: 'UK.OBIE.BBAN', Identification: '1234567890', Name: 'Bosporus Tekstil AS' },
      CreditorAgent: undefined,
    })
    expect([codeOf(answer), pathsOf(answer)]).toEqual([named(version, 'U004'), ['Data.Initiation.CreditorAgent']])
  })

  test('a rate that was promised for one currency is not dealt with an account in another', async () => {
    const asked = await ask(version, 'international', await debtor('EUR')) // a rate for pounds
    const consentId = asked.body.Data.ConsentId as string
    await expect(bank.approve(consentId, ['EUR'])).rejects.toMatchObject({ code: 'ob_account_identifier_unsupported' })
    await expect(bank.approve(consentId, ['GBP'])).rejects.toMatchObject({ code: 'ob_account_identifier_unsupported' })
  })

  test('a domestic payment is not made from a named account in another currency', async () => {
    const asked = await ask(version, 'domestic', await debtor('EUR'))
    const consentId = asked.body.Data.ConsentId as string
    await expect(bank.approve(consentId, ['EUR'])).rejects.toMatchObject({ code: 'ob_account_identifier_unsupported' })
  })

  test('the named account determines the currency that is sold, where the rate does not', async () => {
    const change = {
      ...(await debtor('EUR')),
      ExchangeRateInformation: { UnitCurrency: 'USD', RateType: 'Actual' },
    }
    const asked = await ask(version, 'international', change)
    expect(asked.text).toMatch(/"ExchangeRate":0\.\d+[,}]/) // euros for a dollar
    await bank.approve(asked.body.Data.ConsentId, ['EUR'])
    const paid = await pay(version, 'international', asked.body.Data.ConsentId, international(version, change))
    expect(await tradeOf(paid.body.Data.InternationalPaymentId)).toMatchObject({ pair: 'EUR/USD', sold: 'EUR' })
  })

  test.each([
    ['another bank’s IBAN', 'UK.OBIE.IBAN', 'DE89370400440532013000'],
    ['another bank’s sort code', 'UK.OBIE.SortCodeAccountNumber', '08999966374958'],
  ])('3.3: %s as the payer is U021', async (_, SchemeName, Identification) => {
    const answer = await ask(version, 'domestic', { DebtorAccount: { SchemeName, Identification } })
    expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([
      400,
      named(version, 'U021'),
      ['Data.Initiation.DebtorAccount.Identification'],
    ])
  })

  test('the response does not disclose whether an account of ours exists', async () => {
    const own = await ibanIn('GBP')
    const none = ibanOf(own.slice(0, 2), own.slice(4, -4) + '9999')
    const answer = await ask(version, 'domestic', { DebtorAccount: { SchemeName: 'IBAN', Identification: none } })
    expect(answer.status).toBe(201)
  })

  test('a rate is promised for no longer than it can be dealt: until the market closes', async () => {
    const { now } = bank.time
    bank.time.now = new Date('2026-11-20T21:55:00.000Z') // a Friday
    const asked = await ask(version, 'international')
    bank.time.now = now
    expect(asked.body.Data.ExchangeRateInformation.ExpirationDateTime).toBe('2026-11-20T22:00:00.000+00:00')
  })

  test('funds are confirmed for the rate that was promised', async () => {
    const large = { InstructedAmount: { Amount: '9000000.00', Currency: 'USD' } }
    for (const [change, isThere] of [
      [{}, true],
      [large, false],
    ] as const) {
      const consentId = await authorised(version, 'international', change)
      const question = `${base(version)}/international-payment-consents/${consentId}/funds-confirmation`
      const { body } = await bank.get(question, `psu ${consentId}`)
      expect(body.Data.FundsAvailableResult.FundsAvailable).toBe(isThere)
    }
  })

  test('a loss on a promised rate is booked as a loss, and the house covers at the market', async () => {
    const consentId = await authorised(version, 'international')
    bank.marketState.prices = { EUR: ['1.16245', '1.16250', '1.16255'], GBP: ['1.24990', '1.25000', '1.25010'] }
    const paid = await pay(version, 'international', consentId, international(version))
    delete bank.marketState.prices
    expect(paid.status).toBe(201)
    const { tradeId } = await tradeOf(paid.body.Data.InternationalPaymentId)
    const { rows } = await db.pool.query(
      `select buy_minor, sell_minor, rate::text, cost_rate::text, revenue_minor, cost_minor from fx_trades where trade_id = $1`,
      [tradeId],
    )
    const [{ buy_minor: dollars, sell_minor: pounds, rate, cost_rate: cost, revenue_minor: revenue }] = rows
    expect(new Decimal(rate).gt(cost)).toBe(true) // the client sells pounds above what they cost now
    const cover = BigInt(new Decimal(String(pounds)).mul(cost).toFixed(0, Decimal.ROUND_HALF_UP))
    expect(revenue).toBe(cover - dollars)
    expect(revenue < -500n).toBe(true) // about 200.00 x 4.5 %
    expect(rows[0].cost_minor < 0n).toBe(true)
    const { rows: booked } = await db.pool.query(
      `select p.amount_minor from postings p join journals j using (entity_id, journal_id) join balances b using (entity_id, account_id)
       where j.source_id = $1 and b.kind = 'fx_revenue'`,
      [tradeId],
    )
    expect(booked).toEqual([{ amount_minor: revenue }])
  })

  test('the exchanged amounts are those that the consent shows, to the minor unit', async () => {
    for (const amount of ['1.37', '1.55', '2.05', '2.49']) {
      const change = { InstructedAmount: { Amount: amount, Currency: 'USD' } }
      const consentId = await authorised(version, 'international', change)
      const { rows: shown } = await db.pool.query(
        `select offer -> 'exchanged' -> 'sold' ->> 'Amount' as sold from open_banking_consents where consent_id = $1`,
        [parseId('obc', consentId)],
      )
      const paid = await pay(version, 'international', consentId, international(version, change))
      const { tradeId } = await tradeOf(paid.body.Data.InternationalPaymentId)
      const { rows } = await db.pool.query(`select sell_minor from fx_trades where trade_id = $1`, [tradeId])
      expect(rows[0].sell_minor).toBe(BigInt(new Decimal(shown[0].sold).mul(100).toFixed(0)))
    }
  })

  test('a fee on top is bought with the amount, so that the payment has what it takes', async () => {
    const change = { ChargeBearer: 'BorneByDebtor' }
    const asked = await ask(version, 'international', change)
    expect(asked.body.Data.Charges[0]).toMatchObject({ ChargeBearer: 'BorneByDebtor', Amount: { Currency: 'USD' } })
    const { ConsentId } = asked.body.Data
    await bank.approve(ConsentId, ['GBP'])
    const paid = await pay(version, 'international', ConsentId, international(version, change))
    const { bought, paid: amount, fee, status } = await tradeOf(paid.body.Data.InternationalPaymentId)
    expect([amount, fee > 0n, bought]).toEqual([200_00n, true, 200_00n + fee])
    expect(status).not.toBe('Rejected')
  })

  test('a fee on top of an amount in the payer’s money cannot be bought along', async () => {
    const change = { ChargeBearer: 'BorneByDebtor', InstructedAmount: { Amount: '100.00', Currency: 'GBP' } }
    const answer = await ask(version, 'international', change)
    expect([codeOf(answer), pathsOf(answer)]).toEqual([named(version, 'U014'), ['Data.Initiation.ChargeBearer']])
  })

  test('an agreed rate pays out of the trade that it names', async () => {
    const first = { InstructedAmount: { Amount: '500.00', Currency: 'GBP' }, ExchangeRateInformation: undefined }
    const consentId = await authorised(version, 'international', first)
    const bought = await pay(version, 'international', consentId, international(version, first))
    const source = await tradeOf(bought.body.Data.InternationalPaymentId)
    await walk(bought.body.Data.InternationalPaymentId, 'Cancelled')
    const agreed: Members = {
      InstructedAmount: { Amount: '25.00', Currency: 'USD' },
      ExchangeRateInformation: {
        UnitCurrency: 'GBP',
        RateType: 'Agreed',
        ExchangeRate: Number(source.rate),
        ContractIdentification: formatId('trd', source.tradeId),
      },
    }
    const asked = await ask(version, 'international', agreed)
    expect(asked.body.Data.ExchangeRateInformation).not.toHaveProperty('ExpirationDateTime')
    await bank.approve(asked.body.Data.ConsentId, ['USD'])
    const { ConsentId } = asked.body.Data
    const question = `${base(version)}/international-payment-consents/${ConsentId}/funds-confirmation`
    const funds = await bank.get(question, `psu ${ConsentId}`)
    expect(funds.body.Data.FundsAvailableResult.FundsAvailable).toBe(true)
    const paid = await pay(version, 'international', ConsentId, international(version, agreed))
    expect([paid.status, paid.text]).toEqual([201, paid.text])
    expect(await tradeOf(paid.body.Data.InternationalPaymentId)).toMatchObject({
      tradeId: source.tradeId,
      paid: 25_00n,
    })
    const other = (await ask(version, 'international', agreed)).body.Data.ConsentId as string
    await bank.approve(other, ['USD'])
    await db.pool.query(`update fx_trades set status = 'Cancelled' where trade_id = $1`, [source.tradeId])
    const path = `${base(version)}/international-payment-consents/${other}/funds-confirmation`
    const ended = await bank.get(path, `psu ${other}`)
    expect(ended.body.Data.FundsAvailableResult.FundsAvailable).toBe(false) // its payment would be rejected
  })

  test('an agreed trade that delivers to another account than the user chose pays nothing', async () => {
    const first = { InstructedAmount: { Amount: '500.00', Currency: 'GBP' }, ExchangeRateInformation: undefined }
    const consentId = await authorised(version, 'international', first)
    const bought = await pay(version, 'international', consentId, international(version, first))
    const source = await tradeOf(bought.body.Data.InternationalPaymentId)
    const act = { actor: { type: 'operator' as const }, at: bank.time.now, wall: bank.time.wall }
    const other = await inTransaction(db, (tx) =>
      createAccount(tx, { entityId: bank.entityId, currency: 'USD', name: 'Other dollars' }, act),
    )
    bank.accountIds[`other ${version}`] = other.accountId
    const known = async () => (await bank.accounts()).map(({ accountId }) => accountId)
    await expect.poll(known).toContain(other.accountId)
    const agreed: Members = {
      InstructedAmount: { Amount: '25.00', Currency: 'USD' },
      ExchangeRateInformation: {
        UnitCurrency: 'GBP',
        RateType: 'Agreed',
        ExchangeRate: Number(source.rate),
        ContractIdentification: formatId('trd', source.tradeId),
      },
    }
    const asked = await ask(version, 'international', agreed)
    await bank.approve(asked.body.Data.ConsentId, [`other ${version}`])
    const answer = await pay(version, 'international', asked.body.Data.ConsentId, international(version, agreed))
    expect([answer.status, pathsOf(answer)]).toEqual([
      400,
      ['Data.Initiation.ExchangeRateInformation.ContractIdentification'],
    ])
  })

  test.each(['Failed', 'Returned', 'Cancelled'])(
    'an international payment that is %s says why, and where the money is that was bought for it',
    async (status) => {
      const consentId = await authorised(version, 'international')
      const { body } = await pay(version, 'international', consentId, international(version))
      const id = body.Data.InternationalPaymentId as string
      const { tradeId } = await tradeOf(id)
      if (status !== 'Cancelled') {
        await db.pool.query(
          `update fx_trades set status = 'Settled', settled_at = now(), settlement_journal_id = trade_id where trade_id = $1`,
          [tradeId],
        )
        await walk(id, 'Screening')
      }
      await walk(id, status)
      const read = await bank.get(`${base(version)}/international-payments/${id}`)
      const [older, newer] = status === 'Returned' ? ['AcceptedSettlementCompleted', 'ACSC'] : ['Rejected', 'RJCT']
      expect(read.body.Data.Status).toBe(version === '3.1' ? older : newer)
      const { body: details } = await bank.get(`${base(version)}/international-payments/${id}/payment-details`)
      const told = details.Data.PaymentStatus.at(-1).StatusDetail.StatusReasonDescription
      expect(told).toMatch(
        status === 'Cancelled'
          ? /^The payment was cancelled on request\. The trade that buys the money is not settled: on its value date \d{4}-\d\d-\d\d it delivers 200\.00 USD to the account\.$/
          : /The account is closed\. 200\.00 USD is on the account\.$/,
      )
      expect(told).not.toContain(tradeId)
      if (version === '4.0')
        expect(read.body.Data.StatusReason).toEqual([
          { StatusReasonCode: status === 'Cancelled' ? 'DS02' : 'AC04', StatusReasonDescription: told },
        ])
    },
  )

  test.each([
    ['Held', 'Pending', 'PDNG', ['U042']],
    ['Submitted', 'AcceptedSettlementInProcess', 'ACSP', ['U034']],
    ['Sent', 'AcceptedSettlementInProcess', 'ACSP', ['U034']],
    ['Completed', 'AcceptedSettlementCompleted', 'ACSC', ['U034', 'NARR']],
    ['Credited', 'AcceptedCreditSettlementCompleted', 'ACCC', ['U034', 'NARR', '0000']],
    ['Returned', 'AcceptedSettlementCompleted', 'ACSC', ['U034', 'NARR', 'AC04']],
    ['Failed', 'Rejected', 'RJCT', ['U034', 'AC04']],
    ['Cancelled', 'Rejected', 'RJCT', ['DS02']],
  ])('2: a payment that is %s reads %s in v3.1 and %s in v4.0, each step with its reason', async (...row) => {
    const [status, older, newer, reasons] = row
    const consentId = await authorised(version, 'domestic')
    const { body } = await pay(version, 'domestic', consentId, domestic(version))
    const id = body.Data.DomesticPaymentId as string
    await walk(id, status)
    for (const reader of VERSIONS.filter((each) => each === version || each === '4.0')) {
      const read = await bank.get(`${base(reader)}/domestic-payments/${id}`)
      expect(read.body.Data.Status).toBe(reader === '3.1' ? older : newer)
      const { body: details } = await bank.get(`${base(reader)}/domestic-payments/${id}/payment-details`)
      const steps = details.Data.PaymentStatus as Members[]
      expect(steps.at(-1)!['Status']).toBe(reader === '3.1' ? older : newer)
      expect(steps.map(({ StatusDetail }) => StatusDetail.StatusReason)).toEqual(
        reader === '3.1' ? steps.map(oldReason) : ['U030', 'U031', ...reasons], // received, then its checks
      )
      for (const { StatusDetail } of steps) expect(StatusDetail.StatusReasonDescription).toMatch(/\.$/)
      if (newer === 'RJCT' && reader === '4.0')
        expect(read.body.Data.StatusReason[0].StatusReasonCode).toBe(reasons.at(-1))
    }
  })

  test('reading does not advance a payment', async () => {
    const consentId = await authorised(version, 'domestic')
    const { body } = await pay(version, 'domestic', consentId, domestic(version))
    const read = () => bank.get(`${base(version)}/domestic-payments/${body.Data.DomesticPaymentId}`)
    const first = await read()
    for (let i = 0; i < 3; i++) expect((await read()).body).toEqual(first.body)
  })

  test('the time of a status is that of its last step, and a change behind the same status does not move it', async () => {
    const before = bank.time.now
    const { body } = await pay(version, 'domestic', await authorised(version, 'domestic'), domestic(version))
    const id = body.Data.DomesticPaymentId as string
    const times: string[] = []
    for (const [i, step] of ['Submitted', 'Sent', 'Completed', 'Returned'].entries()) {
      bank.time.now = new Date(before.getTime() + (i + 1) * 1000)
      await move(id, step)
      const { Data } = (await bank.get(`${base(version)}/domestic-payments/${id}`)).body
      const { body: details } = await bank.get(`${base(version)}/domestic-payments/${id}/payment-details`)
      expect(Data.StatusUpdateDateTime).toBe(details.Data.PaymentStatus.at(-1).StatusUpdateDateTime)
      times.push(Data.StatusUpdateDateTime)
    }
    bank.time.now = before
    expect(new Set(times).size).toBe(3) // a hand-over to the rail and its receipt are one status
  })

  test('a payment that waits for its trade shows that in its details', async () => {
    const consentId = await authorised(version, 'international')
    const { body } = await pay(version, 'international', consentId, international(version))
    const id = body.Data.InternationalPaymentId as string
    const { body: details } = await bank.get(`${base(version)}/international-payments/${id}/payment-details`)
    expect(details.Data.PaymentStatus.at(-1).StatusDetail).toMatchObject({
      StatusReason: version === '3.1' ? 'Proprietary' : 'NARR',
      StatusReasonDescription: expect.stringContaining('waits for the settlement of its trade'),
    })
  })
})

/** Reason of a step in v3.1, whose seven words say little. */
const oldReason = ({ Status, StatusDetail }: Members): string => {
  if (Status === 'Rejected')
    return StatusDetail.StatusReasonDescription.includes('cancelled') ? 'Cancelled' : 'ProprietaryRejection'
  return Status === 'AcceptedSettlementInProcess' ? 'PendingSettlement' : 'Proprietary'
}

const REASON: Record<string, string> = {
  Held: 'ScreeningReview',
  Failed: 'AC04',
  Returned: 'AC04',
  Cancelled: 'CancelledByClient',
}

/** Takes a payment along its life, as the rail would. */
async function walk(wireId: string, to: string): Promise<void> {
  const path: Record<string, string[]> = {
    Screening: ['Screening'],
    Held: ['Held'],
    Submitted: ['Submitted'],
    Sent: ['Submitted', 'Sent'],
    Completed: ['Submitted', 'Sent', 'Completed'],
    Credited: ['Submitted', 'Sent', 'Completed', 'Credited'],
    Returned: ['Submitted', 'Sent', 'Completed', 'Returned'],
    Failed: ['Submitted', 'Failed'],
    Cancelled: ['Cancelled'],
  }
  for (const step of path[to]!) await move(wireId, step)
}

const move = (wireId: string, step: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, bank.entityId, parseId('pay', wireId)!)
    const reason = REASON[step] ? { reason: REASON[step] } : {}
    const by = { actor: { type: 'system' as const }, at: bank.time.now, wall: bank.time.wall, ...reason }
    if (step === 'Credited') await noteCredited(tx, payment!, by)
    else await transitionPayment(tx, payment!, step as 'Sent', by, shippedCalendars())
  })

test.skipIf(!officialFilesAtHand)('every response in this file fits the official files', () => {
  expect(bank.errors).toEqual([])
})
