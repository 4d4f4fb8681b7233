import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { base, codeOf, type Kind, type Members, named, openInitiation } from '../../../test/support/initiation.ts'
import { officialFilesAtHand } from '../../../test/support/official-openapi.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { setAccountStatus } from '../../accounts/index.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { type Limits, setLimits } from '../../entities/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
for (const currency of ['GBP', 'USD']) await bank.book(currency, 10_000_00n, '2026-11-19T09:00:00Z')
const { authorised } = openInitiation(bank)
const act = { actor: { type: 'operator' as const }, at: bank.time.now, wall: bank.time.wall }

const INDICATIVE: Members = { ExchangeRateInformation: { UnitCurrency: 'GBP', RateType: 'Indicative' } }

async function withStatus(status: 'Blocked' | 'Active'): Promise<void> {
  await inTransaction(db, (tx) => setAccountStatus(tx, bank.accountIds['GBP']!, status, act))
  const held = async () => (await bank.accounts()).find(({ accountId }) => accountId === bank.accountIds['GBP'])
  await expect.poll(held).toMatchObject({ status })
}

const limited = async (limits: Partial<Limits>): Promise<void> => {
  await inTransaction(db, (tx) => setLimits(tx, bank.entityId, limits, act))
  await expect.poll(async () => (await bank.deps.entities.get(bank.entityId))!.settings.limits).toMatchObject(limits)
}

describe.each(VERSIONS)('v%s: whether there are funds', (version) => {
  const asked = (kind: Kind, consentId: string) =>
    bank.get(`${base(version)}/${kind}-payment-consents/${consentId}/funds-confirmation`, `psu ${consentId}`)

  test.each<[Kind, Members]>([
    ['domestic', {}],
    ['international', {}],
    ['international', INDICATIVE],
  ])('a blocked account has none for a payment: %s %j', async (kind, change) => {
    const consentId = await authorised(version, kind, change)
    const isThere = async () => (await asked(kind, consentId)).body.Data?.FundsAvailableResult.FundsAvailable
    expect(await isThere()).toBe(true)
    await withStatus('Blocked')
    expect(await isThere()).toBe(false)
    await withStatus('Active')
    expect(await isThere()).toBe(true)
  })

  test('an exchange without a price now is rejected as its payment would be, with the path', async () => {
    const consentId = await authorised(version, 'international', INDICATIVE)
    const { now } = bank.time
    bank.time.now = new Date('2026-11-21T12:00:00.000Z') // a Saturday
    const answer = await asked('international', consentId)
    bank.time.now = now
    expect([answer.status, codeOf(answer)]).toEqual([400, named(version, 'U012')])
    expect(answer.body.Errors[0].Path).toBe('Data.Initiation.CurrencyOfTransfer')
  })

  test('a limit of the payer is not disclosed', async () => {
    const consentId = await authorised(version, 'international', INDICATIVE)
    const { maxTradeMinor } = (await bank.deps.entities.get(bank.entityId))!.settings.limits
    await limited({ maxTradeMinor: 87_65n })
    const answer = await asked('international', consentId)
    await limited({ maxTradeMinor })
    expect([answer.status, codeOf(answer)]).toEqual([400, named(version, 'U014')])
    expect(answer.text).not.toMatch(/87[.,]65/)
  })
})

test.skipIf(!officialFilesAtHand)('every response above fits the official file', () => {
  expect(bank.errors).toEqual([])
})
