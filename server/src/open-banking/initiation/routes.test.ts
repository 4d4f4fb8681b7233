import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { givenClientRow } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { whileLocked } from '../../../test/support/held-lock.ts'
import { officialFilesAtHand } from '../../../test/support/official-openapi.ts'
import {
  base,
  codeOf,
  domestic,
  international,
  type Kind,
  type Members,
  named,
  openInitiation,
  pathsOf,
  remittance,
} from '../../../test/support/initiation.ts'
import { openOpenBanking } from '../../../test/support/open-banking.ts'
import { removePolicy, setPolicy } from '../../approvals/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../../kernel/values/ids.ts'
import { decidePayment } from '../../payments/lifecycle/decisions.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { VERSIONS } from '../../../test/support/open-banking.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
await bank.book('GBP', 10_000_00n, '2026-11-19T09:00:00Z')
await bank.book('EUR', 10_000_00n, '2026-11-19T09:00:00Z')

const { post, ask, authorised, pay } = openInitiation(bank)

const APPROVER = {
  clientId: newUuid(),
  serviceKind: 'ABS' as const,
  scopes: new Set(['payments:approve' as const]),
  roles: new Set(['approver' as const]),
  actorType: 'client' as const,
}

async function paymentRow(wireId: string) {
  const { rows } = await db.pool.query('select * from payments where payment_id = $1', [parseId('pay', wireId)])
  return rows[0]
}

const reasonOfStep = ({ Status, StatusDetail }: Members) => `${Status} ${StatusDetail.StatusReason}`

/** Euros to a German account, which need no exchange. */
const IN_EUROS = {
  CurrencyOfTransfer: 'EUR',
  InstructedAmount: { Amount: '12.00', Currency: 'EUR' },
  ExchangeRateInformation: undefined,
  CreditorAgent: undefined,
  Creditor: undefined,
  CreditorAccount: { SchemeName: 'IBAN', Identification: 'DE89370400440532013000', Name: 'Muster GmbH' },
}

describe.each(VERSIONS)('v%s', (version) => {
  test('a domestic payment: consent, approval, funds, payment, its details; the payment is one of the payments module', async () => {
    const asked = await ask(
      version,
      'domestic',
      {},
      { ReadRefundAccount: 'Yes' },
      { PaymentContextCode: 'TransferToThirdParty' },
    )
    expect(asked.status).toBe(201)
    expect(asked.body.Data.Initiation).toEqual(domestic(version))
    expect(asked.body.Data.Status).toBe(version === '3.1' ? 'AwaitingAuthorisation' : 'AWAU')
    const { ConsentId } = asked.body.Data
    await bank.approve(ConsentId, ['GBP'])
    const read = await bank.get(`${base(version)}/domestic-payment-consents/${ConsentId}`)
    expect(read.body.Data.Status).toBe(version === '3.1' ? 'Authorised' : 'AUTH')

    const funds = await bank.get(
      `${base(version)}/domestic-payment-consents/${ConsentId}/funds-confirmation`,
      `psu ${ConsentId}`,
    )
    expect(funds.body.Data.FundsAvailableResult.FundsAvailable).toBe(true)

    const paid = await pay(version, 'domestic', ConsentId, domestic(version), {
      risk: { PaymentContextCode: 'TransferToThirdParty' },
    })
    expect([paid.status, paid.body.Data.Status]).toEqual([201, version === '3.1' ? 'Pending' : 'RCVD'])
    const { iban } = (await bank.deps.accounts.ofEntity(bank.entityId)).find(({ currency }) => currency === 'GBP')!
    expect(paid.body.Data.Refund.Account).toEqual({
      SchemeName: 'UK.OBIE.IBAN',
      Identification: iban,
      Name: 'An ABS entity', // its owner
    })
    const id = paid.body.Data.DomesticPaymentId
    expect(await paymentRow(id)).toMatchObject({
      amount_minor: 10_00n,
      currency: 'GBP',
      rail: 'Fps',
      reference: 'FRESCO-101',
      end_to_end_id: 'E2E-1',
      created_by: bank.psuId,
    })
    const again = await bank.get(`${base(version)}/domestic-payments/${id}`)
    expect(again.body.Data.Status).toBe(version === '3.1' ? 'AcceptedSettlementInProcess' : 'ACSP')
    const details = await bank.get(`${base(version)}/domestic-payments/${id}/payment-details`)
    const steps = details.body.Data.PaymentStatus as { Status: string; StatusUpdateDateTime: string }[]
    expect(steps.map(({ Status }) => Status)).toEqual(
      version === '3.1' ? ['Received', 'AcceptedSettlementInProcess'] : ['RCVD', 'ACSP'],
    )
    expect(steps[0]!.StatusUpdateDateTime).toBe(paid.body.Data.CreationDateTime)
    const used = await bank.get(`${base(version)}/domestic-payment-consents/${ConsentId}`)
    expect(used.body.Data.Status).toBe(version === '3.1' ? 'Consumed' : 'COND')
  })

  test('an actual rate is promised in the consent, dealt as promised, and the payment waits for its trade', async () => {
    const asked = await ask(version, 'international')
    const told = asked.body.Data.ExchangeRateInformation
    expect(told).toMatchObject({ UnitCurrency: 'GBP', RateType: 'Actual' })
    expect(asked.text).toMatch(/"ExchangeRate":1\.\d+[,}]/)
    const { ConsentId } = asked.body.Data
    await bank.approve(ConsentId, ['GBP'])
    const paid = await pay(version, 'international', ConsentId, international(version))
    expect(paid.status).toBe(201)
    expect(paid.body.Data.ExchangeRateInformation).toMatchObject({
      ExchangeRate: told.ExchangeRate,
      RateType: 'Actual',
    })
    const row = await paymentRow(paid.body.Data.InternationalPaymentId)
    expect([row.amount_minor, row.currency, row.rail]).toEqual([200_00n, 'USD', 'Swift'])
    const { rows } = await db.pool.query(
      'select rate::text, buy_minor, sell_currency from fx_trades where trade_id = $1',
      [row.trade_id],
    )
    expect(rows).toEqual([{ rate: String(told.ExchangeRate), buy_minor: 200_00n, sell_currency: 'GBP' }])
  })

  test('an actual rate that has expired books nothing and pays nothing: U012', async () => {
    const started = bank.time.now
    const consentId = await authorised(version, 'international')
    bank.time.now = new Date(started.getTime() + 11 * 60_000)
    const answer = await pay(version, 'international', consentId, international(version))
    expect([answer.status, codeOf(answer)]).toEqual([400, named(version, 'U012')])
    expect(answer.body.Errors[0].Message).toContain('The rate was valid until 2026-11-20')
    const { rows } = await db.pool.query('select status from open_banking_consents where consent_id = $1', [
      parseId('obc', consentId),
    ])
    expect(rows).toEqual([{ status: 'AUTH' }])
    bank.time.now = started
  })

  test('an indicative rate has no end and is dealt at the price of the moment', async () => {
    const change = { ExchangeRateInformation: { UnitCurrency: 'GBP', RateType: 'Indicative' } }
    const asked = await ask(version, 'international', change)
    expect(asked.body.Data.ExchangeRateInformation.ExpirationDateTime).toBeUndefined()
    await bank.approve(asked.body.Data.ConsentId, ['GBP'])
    const paid = await pay(version, 'international', asked.body.Data.ConsentId, international(version, change))
    expect([paid.status, paid.body.Data.ExchangeRateInformation.RateType]).toEqual([201, 'Indicative'])
  })

  test('3.5: pounds worth a fixed sum, to be received as dollars', async () => {
    const change = { InstructedAmount: { Amount: '100', Currency: 'GBP' } }
    const consentId = await authorised(version, 'international', change)
    const paid = await pay(version, 'international', consentId, international(version, change))
    const row = await paymentRow(paid.body.Data.InternationalPaymentId)
    const { rows } = await db.pool.query('select sell_minor, buy_minor from fx_trades where trade_id = $1', [
      row.trade_id,
    ])
    expect([rows[0].sell_minor, rows[0].buy_minor]).toEqual([100_00n, row.amount_minor])
  })

  test('without an exchange: euros from a euro account', async () => {
    const asked = await ask(version, 'international', IN_EUROS)
    expect(asked.body.Data.Initiation.CreditorAccount.SchemeName).toBe('UK.OBIE.IBAN')
    await bank.approve(asked.body.Data.ConsentId, ['EUR'])
    const paid = await pay(
      version,
      'international',
      asked.body.Data.ConsentId,
      JSON.parse(JSON.stringify(international(version, IN_EUROS))),
    )
    expect(paid.status).toBe(201)
    const row = await paymentRow(paid.body.Data.InternationalPaymentId)
    expect([row.trade_id, row.rail]).toEqual([null, 'Sepa'])
    const { rows } = await db.pool.query(
      'select checked_at, expires_at from payee_verifications where verification_id = $1',
      [parseId('ver', row.verification_id)],
    )
    const askedAt = new Date(asked.body.Data.CreationDateTime)
    expect(rows).toEqual([{ checked_at: askedAt, expires_at: new Date(askedAt.getTime() + 24 * 3_600_000) }])
  })

  test('a payment that waits for its account does not hold the entity’s events meanwhile', async () => {
    const asked = await ask(version, 'international', IN_EUROS)
    const { ConsentId } = asked.body.Data
    await bank.approve(ConsentId, ['EUR'])
    const body = JSON.parse(JSON.stringify(international(version, IN_EUROS)))
    const paid = await whileLocked(
      db,
      ['select 1 from balances where account_id = $1 for update', bank.accountIds['EUR']!],
      () => pay(version, 'international', ConsentId, body),
      () => db.pool.query('select 1 from books where entity_id = $1 for update nowait', [bank.entityId]),
    )
    expect(paid.status).toBe(201)
  })

  test('a payee who was verified more than a day before the payment is not paid on that answer', async () => {
    const started = bank.time.now
    const asked = await ask(version, 'international', IN_EUROS)
    bank.time.now = new Date(started.getTime() + 59 * 60_000)
    await bank.approve(asked.body.Data.ConsentId, ['EUR'])
    bank.time.now = new Date(started.getTime() + 24 * 3_600_000)
    const body = JSON.parse(JSON.stringify(international(version, IN_EUROS)))
    const paid = await pay(version, 'international', asked.body.Data.ConsentId, body)
    bank.time.now = started
    expect(paid.status).toBe(403)
    expect(JSON.stringify(paid.body)).toContain('create a new consent')
  })

  describe('3.5 what a consent must be', () => {
    const rate = (value: Members) => ({ ExchangeRateInformation: value })
    test.each<[string, string, Kind, Members, string]>([
      [
        'a scheme nobody knows',
        'U027',
        'domestic',
        { CreditorAccount: { SchemeName: 'UK.OBIE.Paym', Identification: '1', Name: 'x' } },
        'Data.Initiation.CreditorAccount.SchemeName',
      ],
      [
        '13 digits of sort code and account',
        'U002',
        'domestic',
        {
          CreditorAccount: { SchemeName: 'UK.OBIE.SortCodeAccountNumber', Identification: '0899996637495', Name: 'x' },
        },
        'Data.Initiation.CreditorAccount.Identification',
      ],
      [
        'an account number that fails its check',
        'U002',
        'domestic',
        {
          CreditorAccount: { SchemeName: 'UK.OBIE.SortCodeAccountNumber', Identification: '08999966374959', Name: 'x' },
        },
        'Data.Initiation.CreditorAccount.Identification',
      ],
      [
        'an IBAN with a wrong digit',
        'U002',
        'international',
        { CreditorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: 'TR330006100519786457841327', Name: 'x' } },
        'Data.Initiation.CreditorAccount.Identification',
      ],
      [
        'a domestic payment in dollars',
        'U023',
        'domestic',
        { InstructedAmount: { Amount: '1.00', Currency: 'USD' } },
        'Data.Initiation.InstructedAmount.Currency',
      ],
      [
        'a currency out of use',
        'U023',
        'domestic',
        { InstructedAmount: { Amount: '1.00', Currency: 'DEM' } },
        'Data.Initiation.InstructedAmount.Currency',
      ],
      [
        'an instrument we do not reach',
        'U026',
        'domestic',
        { LocalInstrument: 'UK.OBIE.Paym' },
        'Data.Initiation.LocalInstrument',
      ],
      [
        'an instrument of another currency',
        'U026',
        'domestic',
        { LocalInstrument: 'UK.OBIE.SEPACreditTransfer' },
        'Data.Initiation.LocalInstrument',
      ],
      [
        'an amount that the instrument does not carry',
        'U014',
        'domestic',
        { LocalInstrument: 'UK.OBIE.FPS', InstructedAmount: { Amount: '9000000000.00', Currency: 'GBP' } },
        'Data.Initiation.InstructedAmount.Amount',
      ],
      [
        'an agreed rate of a contract that is no trade',
        'U014',
        'international',
        rate({ UnitCurrency: 'GBP', RateType: 'Agreed', ExchangeRate: 1.25, ContractIdentification: 'C1' }),
        'Data.Initiation.ExchangeRateInformation.ContractIdentification',
      ],
      [
        'half a penny',
        'U002',
        'domestic',
        { InstructedAmount: { Amount: '1.005', Currency: 'GBP' } },
        'Data.Initiation.InstructedAmount.Amount',
      ],
      [
        'nothing',
        'U002',
        'domestic',
        { InstructedAmount: { Amount: '0.00', Currency: 'GBP' } },
        'Data.Initiation.InstructedAmount.Amount',
      ],
      [
        'an amount in words',
        'U002',
        'domestic',
        { InstructedAmount: { Amount: 'ten', Currency: 'GBP' } },
        'Data.Initiation.InstructedAmount.Amount',
      ],
      [
        'emoji',
        'U002',
        'domestic',
        {
          CreditorAccount: {
            SchemeName: 'UK.OBIE.SortCodeAccountNumber',
            Identification: '08999966374958',
            Name: 'Bob 🙂',
          },
        },
        'Data.Initiation.CreditorAccount.Name',
      ],
      ['an unknown member', 'U005', 'domestic', { Colour: 'red' }, 'Data.Initiation.Colour'],
      [
        'a missing member',
        'U004',
        'domestic',
        { EndToEndIdentification: undefined },
        'Data.Initiation.EndToEndIdentification',
      ],
      [
        'an agreed rate without contract',
        'U001',
        'international',
        rate({ UnitCurrency: 'GBP', RateType: 'Agreed', ExchangeRate: 1.25 }),
        'Data.Initiation.ExchangeRateInformation.ContractIdentification',
      ],
      [
        'an actual rate with a figure',
        'U005',
        'international',
        rate({ UnitCurrency: 'GBP', RateType: 'Actual', ExchangeRate: 1.25 }),
        'Data.Initiation.ExchangeRateInformation.ExchangeRate',
      ],
      [
        'a rate of nothing known',
        'U001',
        'international',
        rate({ UnitCurrency: 'USD', RateType: 'Actual' }),
        'Data.Initiation.ExchangeRateInformation.UnitCurrency',
      ],
      [
        'charges that are not offered',
        'U014',
        'international',
        { ...sepa(), ChargeBearer: 'BorneByDebtor' },
        'Data.Initiation.ChargeBearer',
      ],
      [
        'an agent without a code',
        'U001',
        'international',
        { CreditorAgent: { Name: 'A bank' } },
        'Data.Initiation.CreditorAgent',
      ],
    ])('%s is %s', async (_, code, kind, change, path) => {
      const answer = await ask(version, kind, change)
      expect([answer.status, codeOf(answer), pathsOf(answer)[0]]).toEqual([400, named(version, code), path])
    })

    test.each<[string, Members, string]>([
      [
        'the payee’s town',
        { Creditor: { Name: 'Bosporus Tekstil AS', PostalAddress: { TownName: '🙂', Country: 'TR' } } },
        'Creditor.PostalAddress.TownName',
      ],
      ['the payee’s own name', { Creditor: { Name: '東京' } }, 'Creditor.Name'],
      ['the third party’s id', { InstructionIdentification: 'I\u200b1' }, 'InstructionIdentification'],
    ])('%s in characters that no bank accepts is rejected before the user sees it', async (_, change, path) => {
      const answer = await ask(version, 'international', change)
      expect([codeOf(answer), pathsOf(answer)]).toEqual([named(version, 'U002'), [`Data.Initiation.${path}`]])
    })

    const dirhams = {
      CurrencyOfTransfer: 'AED',
      InstructedAmount: { Amount: '900.00', Currency: 'AED' },
      ExchangeRateInformation: undefined,
      Creditor: undefined,
      CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'EBILAEAD' },
      CreditorAccount: {
        SchemeName: 'UK.OBIE.IBAN',
        Identification: 'AE070331234567890123456',
        Name: 'Gulf Cranes LLC',
      },
    }
    test('a purpose that the destination requires must be in the consent, and is taken from ExtendedPurpose', async () => {
      const answer = await ask(version, 'international', dirhams)
      expect([codeOf(answer), pathsOf(answer)]).toEqual([named(version, 'U001'), ['Risk.PaymentPurposeCode']])
      const other = await ask(version, 'international', dirhams, {}, { PaymentPurposeCode: 'SUPP' })
      expect([codeOf(other), pathsOf(other)]).toEqual([named(version, 'U014'), ['Risk.PaymentPurposeCode']])
      expect((await ask(version, 'international', { ...dirhams, ExtendedPurpose: 'GDE' })).status).toBe(201)
    })

    test('a time to complete by that has passed is U003', async () => {
      const late = { Authorisation: { AuthorisationType: 'Any', CompletionDateTime: '2020-01-01T00:00:00Z' } }
      expect(codeOf(await ask(version, 'domestic', {}, late))).toBe(named(version, 'U003'))
    })

    test('a message ends with one full stop', async () => {
      const { body } = await ask(version, 'domestic', { InstructedAmount: { Amount: '0.00', Currency: 'GBP' } })
      expect(body.Errors[0].Message).toMatch(/[^.]\.$/)
    })

    test('all errors are reported together', async () => {
      const change = {
        InstructedAmount: { Amount: '1.00', Currency: 'USD' },
        CreditorAccount: { SchemeName: 'UK.OBIE.Paym', Identification: '1', Name: '🙂' },
      }
      expect((await ask(version, 'domestic', change)).body.Errors.length).toBe(3)
    })
  })

  describe('3.5 consent versus payment', () => {
    test.each<[string, Members]>([
      ['Data.Initiation.InstructedAmount.Amount', { InstructedAmount: { Amount: '10.01', Currency: 'GBP' } }],
      [
        'Data.Initiation.CreditorAccount.Name',
        { CreditorAccount: { ...domestic('3.1')['CreditorAccount'], Name: 'Other' } },
      ],
      ['Data.Initiation.EndToEndIdentification', { EndToEndIdentification: 'other' }],
      ['Data.Initiation.LocalInstrument', { LocalInstrument: undefined }],
    ])('another %s is U008 and leaves the consent usable', async (path, change) => {
      const consentId = await authorised(version, 'domestic')
      const answer = await pay(version, 'domestic', consentId, domestic(version, change))
      expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([400, named(version, 'U008'), [path]])
      expect((await pay(version, 'domestic', consentId, domestic(version))).status).toBe(201)
    })

    test('"10.0" is "10.00", and a scheme without its namespace is the same scheme', async () => {
      const consentId = await authorised(version, 'domestic')
      const change = {
        InstructedAmount: { Amount: '10.0', Currency: 'GBP' },
        CreditorAccount: { ...domestic(version)['CreditorAccount'], SchemeName: 'SortCodeAccountNumber' },
      }
      expect((await pay(version, 'domestic', consentId, domestic(version, change))).status).toBe(201)
    })

    test('another Risk is a mismatch', async () => {
      const consentId = await authorised(version, 'domestic')
      const answer = await pay(version, 'domestic', consentId, domestic(version), {
        risk: { MerchantCategoryCode: '1234' },
      })
      expect([codeOf(answer), pathsOf(answer)]).toEqual([named(version, 'U008'), ['Risk.MerchantCategoryCode']])
    })

    test('a consent that awaits its user, and one that was used, pay nothing: U009', async () => {
      const { body } = await ask(version, 'domestic')
      const early = await pay(version, 'domestic', body.Data.ConsentId, domestic(version))
      expect(codeOf(early)).toBe(named(version, 'U009'))
      const consentId = await authorised(version, 'domestic')
      await pay(version, 'domestic', consentId, domestic(version))
      const late = await pay(version, 'domestic', consentId, domestic(version))
      expect(codeOf(late)).toBe(named(version, 'U009'))
      expect(late.body.Errors[0].Message).toContain('The consent has been used')
      expect(early.text + late.text).not.toMatch(/AWAU|COND|Consumed/) // words that both versions can say
    })

    test('a token of another consent and a consent of another third party are 403, an unknown consent U011', async () => {
      const [one, other] = [await authorised(version, 'domestic'), await authorised(version, 'domestic')]
      expect((await pay(version, 'domestic', one, domestic(version), { token: `psu ${other}` })).status).toBe(403)
      const foreign = await pay(version, 'domestic', one, domestic(version), { token: `other psu ${one}` })
      expect(foreign.status).toBe(403)
      const path = `${base(version)}/domestic-payment-consents/${one}`
      expect((await bank.get(path, 'other own')).status).toBe(403)
      expect((await bank.get(`${path}/funds-confirmation`, `other psu ${one}`)).status).toBe(403)
      const unknown = await bank.get(`${base(version)}/domestic-payment-consents/obc_none`)
      expect([unknown.status, codeOf(unknown)]).toEqual([400, named(version, 'U011')])
    })

    test('a payment of another third party is 403, one that does not exist and one of the other kind U011', async () => {
      const { body } = await pay(version, 'domestic', await authorised(version, 'domestic'), domestic(version))
      const id = body.Data.DomesticPaymentId as string
      for (const ending of ['', '/payment-details']) {
        const foreign = await bank.get(`${base(version)}/domestic-payments/${id}${ending}`, 'other own')
        expect(foreign.status).toBe(403)
        expect(foreign.text).not.toMatch(/PDNG|Pending|10\.00/)
        for (const path of [`domestic-payments/${formatId('pay', newUuid())}`, `international-payments/${id}`]) {
          const unknown = await bank.get(`${base(version)}/${path}${ending}`, 'other own')
          expect([unknown.status, codeOf(unknown)]).toEqual([400, named(version, 'U011')])
        }
      }
    })

    test('a consent of one kind is unknown to the other', async () => {
      const consentId = await authorised(version, 'domestic')
      const answer = await bank.get(`${base(version)}/international-payment-consents/${consentId}`)
      expect(codeOf(answer)).toBe(named(version, 'U011'))
    })
  })

  describe('3.4 idempotency', () => {
    test('a repeated payment answers the same payment with its present status, though the consent is used up', async () => {
      const consentId = await authorised(version, 'domestic')
      const key = randomUUID()
      const first = await pay(version, 'domestic', consentId, domestic(version), { key })
      const second = await pay(version, 'domestic', consentId, domestic(version), { key })
      expect([second.status, second.body.Data.DomesticPaymentId]).toEqual([201, first.body.Data.DomesticPaymentId])
      expect(second.body.Data.Status).toBe(version === '3.1' ? 'AcceptedSettlementInProcess' : 'ACSP')
    })

    test('a repeated request for consent answers the same consent, though its rate could not be priced any more', async () => {
      const key = randomUUID()
      const body = { Data: { Initiation: international(version) }, Risk: {} }
      const first = await post(version, 'international-payment-consents', body, { key })
      const started = bank.time.now
      bank.time.now = new Date('2026-11-21T12:00:00.000Z') // a Saturday: the market is closed
      const second = await post(version, 'international-payment-consents', body, { key })
      bank.time.now = started
      expect([second.status, second.body.Data.ConsentId]).toEqual([201, first.body.Data.ConsentId])
    })

    test('another body under the key changes nothing', async () => {
      const consentId = await authorised(version, 'domestic')
      const key = randomUUID()
      await pay(version, 'domestic', consentId, domestic(version), { key })
      const answer = await pay(version, 'domestic', consentId, domestic(version, { EndToEndIdentification: 'x' }), {
        key,
      })
      expect([answer.status, codeOf(answer)]).toEqual([version === '3.1' ? 400 : 422, named(version, 'U029')])
    })

    test('after 24 hours the key is free, and the consent used up: U009', async () => {
      const consentId = await authorised(version, 'domestic')
      const [key, { wall }] = [randomUUID(), bank.time]
      await pay(version, 'domestic', consentId, domestic(version), { key })
      bank.time.wall = new Date(wall.getTime() + 24 * 60 * 60_000 + 1000)
      const late = await pay(version, 'domestic', consentId, domestic(version), { key })
      bank.time.wall = wall
      expect([late.status, codeOf(late)]).toEqual([400, named(version, 'U009')])
    })

    test('ten concurrent identical payments are one payment', async () => {
      const consentId = await authorised(version, 'domestic')
      const key = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => pay(version, 'domestic', consentId, domestic(version), { key })),
      )
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.Data.DomesticPaymentId}`)).size).toBe(1)
      const { rows } = await db.pool.query('select count(*) from open_banking_payments where consent_id = $1', [
        parseId('obc', consentId),
      ])
      expect(rows[0].count).toBe(1n)
    })

    test('one of two concurrent payments of one consent under two keys is made', async () => {
      const consentId = await authorised(version, 'domestic')
      const answers = await Promise.all([1, 2].map(() => pay(version, 'domestic', consentId, domestic(version))))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    })
  })

  test('where the policy requires another approver, the payment awaits further authorisation and their rejection ends it', async () => {
    const act = { actor: { type: 'operator' as const }, at: bank.time.now, wall: bank.time.wall }
    const { policyId } = await inTransaction(db, (tx) =>
      setPolicy(
        tx,
        bank.entityId,
        { resource: 'Payment', currency: null, fromMinor: 500_00n, belowMinor: null, newPayeeOnly: false, steps: 1 },
        act,
      ),
    )
    const change = { InstructedAmount: { Amount: '600.00', Currency: 'GBP' } }
    const consentId = await authorised(version, 'domestic', change)
    const { body } = await pay(version, 'domestic', consentId, domestic(version, change))
    expect(body.Data.MultiAuthorisation).toMatchObject({
      Status: version === '3.1' ? 'AwaitingFurtherAuthorisation' : 'AWAF',
      NumberRequired: 2,
      NumberReceived: 1,
    })
    expect(body.Data.Status).toBe(version === '3.1' ? 'Pending' : 'RCVD')
    const id = body.Data.DomesticPaymentId as string
    const read = await bank.get(`${base(version)}/domestic-payments/${id}`)
    expect(read.body.Data.Status).toBe(version === '3.1' ? 'Pending' : 'PATC')
    await givenClientRow(db, bank.entityId, { clientId: APPROVER.clientId })
    const principal = { ...APPROVER, entityId: bank.entityId }
    const by = { ...act, principal, actor: { type: 'client' as const }, requestId: randomUUID() }
    await inTransaction(db, (tx) => decidePayment({ ...by, tx }, bank.deps.payments, parseId('pay', id), 'reject'))
    const refused = (await bank.get(`${base(version)}/domestic-payments/${id}`)).body.Data
    const rejected = version === '3.1' ? 'Rejected' : 'RJCT'
    expect([refused.Status, refused.MultiAuthorisation.Status]).toEqual([rejected, rejected])
    if (version === '4.0') expect(refused.StatusReason[0].StatusReasonCode).toBe('U037')
    const steps = (await bank.get(`${base(version)}/domestic-payments/${id}/payment-details`)).body.Data.PaymentStatus
    expect(steps.map(reasonOfStep)).toEqual(
      version === '3.1'
        ? ['Received Proprietary', 'Pending Proprietary', 'Rejected ProprietaryRejection']
        : ['RCVD U030', 'PATC U040', 'RJCT U037'],
    )
    await inTransaction(db, (tx) => removePolicy(tx, bank.entityId, policyId, act))
  })

  test('without funds a payment is made and rejected, and funds are confirmed as missing', async () => {
    const change = { InstructedAmount: { Amount: '900000.00', Currency: 'GBP' } }
    const consentId = await authorised(version, 'domestic', change)
    const funds = await bank.get(
      `${base(version)}/domestic-payment-consents/${consentId}/funds-confirmation`,
      `psu ${consentId}`,
    )
    expect(funds.body.Data.FundsAvailableResult.FundsAvailable).toBe(false)
    const paid = await pay(version, 'domestic', consentId, domestic(version, change))
    expect([paid.status, paid.body.Data.Status]).toEqual([201, version === '3.1' ? 'Rejected' : 'RJCT'])
    if (version === '4.0') expect(paid.body.Data.StatusReason[0].StatusReasonCode).toBe('AM04')
    const path = `${base(version)}/domestic-payments/${paid.body.Data.DomesticPaymentId}/payment-details`
    const steps = (await bank.get(path)).body.Data.PaymentStatus as Members[]
    const only = version === '3.1' ? 'Rejected ProprietaryRejection' : 'RJCT AM04'
    expect(steps.map(reasonOfStep)).toEqual([only]) // it was never received
  })

  test('an agreed rate pays out of the trade that it names, at no other rate', async () => {
    const bought = await authorised(version, 'international', {
      ExchangeRateInformation: undefined,
      InstructedAmount: { Amount: '500.00', Currency: 'GBP' },
    })
    const first = await pay(
      version,
      'international',
      bought,
      international(version, {
        ExchangeRateInformation: undefined,
        InstructedAmount: { Amount: '500.00', Currency: 'GBP' },
      }),
    )
    const { rows } = await db.pool.query(
      `select t.trade_id, t.rate::text from payments p join fx_trades t using (entity_id, trade_id) where p.payment_id = $1`,
      [parseId('pay', first.body.Data.InternationalPaymentId)],
    )
    const contract = formatId('trd', rows[0].trade_id)
    const agreed = (ExchangeRate: number) => ({
      InstructedAmount: { Amount: '1.00', Currency: 'USD' },
      ExchangeRateInformation: {
        UnitCurrency: 'GBP',
        RateType: 'Agreed',
        ExchangeRate,
        ContractIdentification: contract,
      },
    })
    const wrong = await ask(version, 'international', agreed(9.9))
    await bank.approve(wrong.body.Data.ConsentId, ['USD'])
    const refused = await pay(version, 'international', wrong.body.Data.ConsentId, international(version, agreed(9.9)))
    expect([refused.status, pathsOf(refused)]).toEqual([400, ['Data.Initiation.ExchangeRateInformation.ExchangeRate']])
  })
})

function sepa(): Members {
  return {
    CurrencyOfTransfer: 'EUR',
    InstructedAmount: { Amount: '12.00', Currency: 'EUR' },
    ExchangeRateInformation: undefined,
    CreditorAgent: undefined,
    CreditorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000', Name: 'Muster GmbH' },
  }
}

describe('6: two versions', () => {
  test('a payment consent of v3.1 can be read in v4.0 and is used in v3.1 only; nothing of v4.0 is known to v3.1', async () => {
    const old = await authorised('3.1', 'domestic')
    const read = await bank.get(`${base('4.0')}/domestic-payment-consents/${old}`)
    expect([read.status, read.body.Data.Initiation.RemittanceInformation]).toEqual([
      200,
      remittance('4.0', 'FRESCO-101', 'Internal ops code 5120101'),
    ])
    expect(codeOf(await pay('4.0', 'domestic', old, domestic('4.0')))).toBe('U011')
    const newer = await authorised('4.0', 'domestic')
    for (const token of ['own', 'other own'])
      expect(codeOf(await bank.get(`${base('3.1')}/domestic-payment-consents/${newer}`, token))).toBe(
        'UK.OBIE.Resource.NotFound',
      )
  })

  test('a payment of v3.1 is readable in v4.0, one of v4.0 not in v3.1', async () => {
    const old = (await pay('3.1', 'domestic', await authorised('3.1', 'domestic'), domestic('3.1'))).body.Data
    expect((await bank.get(`${base('4.0')}/domestic-payments/${old.DomesticPaymentId}`)).body.Data.Status).toBe('ACSP')
    const newer = (await pay('4.0', 'domestic', await authorised('4.0', 'domestic'), domestic('4.0'))).body.Data
    for (const token of ['own', 'other own'])
      expect(codeOf(await bank.get(`${base('3.1')}/domestic-payments/${newer.DomesticPaymentId}`, token))).toBe(
        'UK.OBIE.Resource.NotFound',
      )
  })

  test('an international consent and payment of v3.1 are read in v4.0 with the values of v4.0', async () => {
    const risk = {
      PaymentContextCode: 'PartyToParty',
      ContractPresentInidicator: true,
      DeliveryAddress: { StreetName: 'High Street', TownName: 'Leeds', Country: 'GB' },
    }
    const change = { Purpose: 'GDDS', ChargeBearer: 'Shared' }
    const consentId = await authorised('3.1', 'international', change, { ReadRefundAccount: 'Yes' }, risk)
    const paid = await pay('3.1', 'international', consentId, international('3.1', change), { risk })
    expect([paid.status, paid.text]).toEqual([201, paid.text])
    const consent = await bank.get(`${base('4.0')}/international-payment-consents/${consentId}`)
    expect(consent.body.Data.Status).toBe('COND')
    expect(consent.body.Data.Initiation).not.toHaveProperty('Purpose')
    expect(consent.body.Data.Initiation.Creditor.PostalAddress.AddressType).toBe('BIZZ')
    expect(consent.body.Risk).toMatchObject({ ContractPresentIndicator: true, PaymentContextCode: 'PartyToParty' })
    const payment = await bank.get(`${base('4.0')}/international-payments/${paid.body.Data.InternationalPaymentId}`)
    expect(payment.body.Data.Status).toBe('PDNG')
  })

  test('v3.1 accepts both spellings of the misspelt member and returns the one that it received', async () => {
    const before = bank.errors.length
    for (const name of ['ContractPresentInidicator', 'ContractPresentIndicator']) {
      const { body } = await ask('3.1', 'domestic', {}, {}, { [name]: true })
      expect(body.Risk).toEqual({ [name]: true })
    }
    bank.errors.length = before // the official file knows the misspelt one alone
  })

  test('v4.0 rejects context codes that only old consents have', async () => {
    expect(codeOf(await ask('4.0', 'domestic', {}, {}, { PaymentContextCode: 'PartyToParty' }))).toBe('U002')
    expect((await ask('3.1', 'domestic', {}, {}, { PaymentContextCode: 'PartyToParty' })).status).toBe(201)
  })
})

test.skipIf(!officialFilesAtHand)('every response in this file fits the official files', () => {
  expect(bank.errors).toEqual([])
})
