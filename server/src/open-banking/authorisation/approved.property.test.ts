import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { approveAs, openListeners, openThirdParty } from '../../../test/support/third-party.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
beforeEach(() => db.pool.query('delete from user_failures'))
const third = await openThirdParty(listeners)
const psus = listeners.credentials.psus

const PAYEES = {
  EUR: { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE75512108001245126199', Name: 'Muster GmbH' },
  GBP: { SchemeName: 'UK.OBIE.SortCodeAccountNumber', Identification: '20000055779911', Name: 'Example Ltd' },
  USD: { SchemeName: 'UK.OBIE.BBAN', Identification: '1234567890', Name: 'Tooling Inc.' },
} as const
type Currency = keyof typeof PAYEES

const order = fc.record({
  version: fc.constantFrom('v3.1', 'v4.0'),
  currency: fc.constantFrom<Currency>('EUR', 'EUR', 'GBP', 'USD'),
  // From a penny to more than any account holds, and more than any limit allows.
  amount: fc.constantFrom('0.01', '1.00', '999.99', '25000.00', '249999.99', '5000000.00', '9000000000.00', '1.001'),
  isAgreed: fc.boolean(),
  // Euros and pounds out of another currency: an exchange and a payee check in one payment.
  isExchanged: fc.boolean(),
  account: fc.nat(4),
  user: fc.nat(psus.length - 1),
})
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never

/** A rate that the bank never gave. */
const INVENTED = { UnitCurrency: 'GBP', ExchangeRate: 1.1, RateType: 'Agreed', ContractIdentification: 'trd_none' }

function initiationOf({ currency, amount, isAgreed, isExchanged }: Order) {
  const common = {
    InstructionIdentification: 'I-1',
    EndToEndIdentification: 'E-1',
    InstructedAmount: { Amount: amount, Currency: currency },
    CreditorAccount: PAYEES[currency],
  }
  if (currency !== 'USD' && !isExchanged) return { kind: 'domestic-payment', initiation: common }
  const rate = isAgreed
    ? INVENTED
    : { UnitCurrency: currency === 'GBP' ? 'EUR' : 'GBP', RateType: currency === 'USD' ? 'Actual' : 'Indicative' }
  if (currency !== 'USD')
    return {
      kind: 'international-payment',
      initiation: { ...common, CurrencyOfTransfer: currency, ExchangeRateInformation: rate },
    }
  const agent = { SchemeName: 'UK.OBIE.NCC.US', Identification: '021000021' }
  const creditor = { Name: PAYEES[currency].Name, PostalAddress: { TownName: 'Town', Country: 'US' } }
  const abroad = {
    ...common,
    CurrencyOfTransfer: currency,
    ExchangeRateInformation: rate,
    CreditorAgent: agent,
    Creditor: creditor,
  }
  return { kind: 'international-payment', initiation: abroad }
}

test('any consent that is approved can be paid within a minute', { timeout: 240_000 }, async () => {
  const reached = { approved: 0, refused: 0, exchangedAndChecked: 0 }
  await fc.assert(
    fc.asyncProperty(order, async (given) => {
      const { kind, initiation } = initiationOf(given)
      const base = `/open-banking/${given.version}/pisp`
      const body = { Data: { Initiation: initiation }, Risk: {} }
      const asked = await third.signedPost(`${base}/${kind}-consents`, await third.token('payments'), body)
      if (asked.status !== 201) {
        expect(asked.status).toBe(400)
        reached.refused++
        return
      }
      const { ConsentId, Initiation } = asked.body.Data
      const link = await third.link(ConsentId as string, { scope: 'openid payments' })
      const pick = (ids: string[]) => [ids[given.account % ids.length]!]
      const { answer } = await approveAs(listeners, link, psus[given.user]!, pick)
      if (answer['code'] === undefined) {
        reached.refused++
        return
      }
      const { body: granted } = await third.redeem(answer['code'])
      const paid = await third.signedPost(`${base}/${kind}s`, granted.access_token as string, {
        Data: { ConsentId, Initiation: Initiation ?? initiation },
        Risk: {},
      })
      expect([paid.status, paid.text]).toEqual([201, expect.any(String)])
      expect(['Rejected', 'RJCT']).not.toContain(paid.body.Data.Status)
      reached.approved++
      if (kind === 'international-payment' && given.currency !== 'USD') reached.exchangedAndChecked++
    }),
    { numRuns: 24, seed: 12 },
  )
  expect(reached.approved).toBeGreaterThan(0)
  expect(reached.refused).toBeGreaterThan(0)
  expect(reached.exchangedAndChecked).toBeGreaterThan(0)
})
