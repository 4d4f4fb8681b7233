import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { domestic, international, type Members, openInitiation } from '../../../../test/support/initiation.ts'
import { openOpenBanking, VERSIONS } from '../../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../../composition/open-banking-routes.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
for (const currency of ['GBP', 'EUR', 'USD']) await bank.book(currency, 100_000_00n, '2026-11-19T09:00:00Z')
const { ask, pay, payersOf } = openInitiation(bank)

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const BEGIN = Date.parse('2026-11-20T00:00:00Z') // a Friday; twelve days with two weekends and a holiday in America
/** Minutes of a day around which things close: cut-offs of schemes in three time zones, the market, midnight. */
const CLOSINGS = [0, 15 * 60, 15.5 * 60, 16 * 60, 17 * 60, 17.5 * 60, 19 * 60, 21.5 * 60, 22 * 60]

const EURO_PAYEE = { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000', Name: 'Muster GmbH' }
const euros = (Amount: string): Members => ({
  InstructedAmount: { Amount, Currency: 'EUR' },
  LocalInstrument: undefined,
  CreditorAccount: EURO_PAYEE,
})
const rate = (RateType: string | undefined): Members => ({
  ExchangeRateInformation: RateType && { UnitCurrency: 'GBP', RateType },
})

const KINDS = {
  pounds: ['domestic', () => ({})],
  euros: ['domestic', euros],
  'dollars at a promised rate': ['international', () => rate('Actual')],
  'dollars at an indicative rate': ['international', () => rate('Indicative')],
  'dollars from any account': ['international', () => rate(undefined)],
  'euros from any account': [
    'international',
    (amount: string) => ({
      ...euros(amount),
      ...rate(undefined),
      CurrencyOfTransfer: 'EUR',
      CreditorAgent: undefined,
      Creditor: undefined,
    }),
  ],
} satisfies Record<string, ['domestic' | 'international', (amount: string) => Members]>

const moment = fc.oneof(
  fc.integer({ min: 0, max: 12 * DAY_MINUTES }),
  fc
    .tuple(fc.integer({ min: 0, max: 11 }), fc.constantFrom(...CLOSINGS), fc.integer({ min: -3, max: 1 }))
    .map(([day, closing, minutes]) => Math.max(0, day * DAY_MINUTES + closing + minutes)),
)
const order = fc.record({
  version: fc.constantFrom(...VERSIONS),
  kind: fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])),
  amount: fc.constantFrom('1.00', '7.31', '250.00'),
  askedAt: moment,
  /** Seconds that the user thinks, and that the third party takes to pay. */
  thinks: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 3500 })),
  pays: fc.integer({ min: 0, max: 60 }),
  account: fc.nat(2),
})

test('a payment approved at any hour can be made within a minute', { timeout: 240_000 }, async () => {
  const orders = fc.sample(order, { numRuns: 120, seed: 2026 }).sort((a, b) => a.askedAt - b.askedAt)
  const reached = { approved: 0, rejected: 0, exchanged: 0 }
  for (const given of orders) {
    const [kind, change] = KINDS[given.kind]
    bank.time.now = new Date(BEGIN + given.askedAt * MINUTE_MS)
    const asked = await ask(given.version, kind, change(given.amount))
    if (asked.status !== 201) {
      expect([given, asked.body.Errors[0].ErrorCode]).toEqual([
        given,
        expect.stringMatching(/U012|AfterCutOffDateTime/),
      ])
      reached.rejected++
      continue
    }
    const consentId = asked.body.Data.ConsentId as string
    bank.time.now = new Date(bank.time.now.getTime() + given.thinks * 1000)
    const account = await approvedFrom(consentId, given.account)
    if (account === undefined) {
      reached.rejected++
      continue
    }
    bank.time.now = new Date(bank.time.now.getTime() + given.pays * 1000)
    const initiation = (kind === 'domestic' ? domestic : international)(given.version, change(given.amount))
    const paid = await pay(given.version, kind, consentId, initiation)
    expect([given, paid.status, paid.text]).toEqual([given, 201, expect.not.stringMatching(/"(Rejected|RJCT)"/)])
    reached.approved++
    if (given.kind.startsWith('dollars') && account !== 'USD') reached.exchanged++
  }
  expect(reached.approved).toBeGreaterThan(30)
  expect(reached.rejected).toBeGreaterThan(10)
  expect(reached.exchanged).toBeGreaterThan(5)
})

/** Approves from one of the accounts that the page would offer; undefined if there is none, or the consent has ended. */
async function approvedFrom(consentId: string, choice: number): Promise<string | undefined> {
  const { payers } = await payersOf(consentId)
  const chosen = payers.at(choice % Math.max(1, payers.length))?.account.currency
  if (chosen === undefined) return undefined
  try {
    await bank.approve(consentId, [chosen])
    return chosen
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ob_consent_status') return undefined
    throw error
  }
}
