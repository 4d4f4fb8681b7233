import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { type Kind, type Members, openInitiation } from '../../../../test/support/initiation.ts'
import { openOpenBanking, VERSIONS } from '../../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../../composition/open-banking-routes.ts'
import { setProfile, type SettingsProfile } from '../../../entities/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
for (const currency of ['GBP', 'USD']) await bank.book(currency, 10_000_00n, '2026-11-19T09:00:00Z')
const { ask, payersOf } = openInitiation(bank)

const settings = async () => (await bank.deps.entities.get(bank.entityId))!.settings

/** Changes the payer's settings while `work` runs. */
async function withSettings<T>(change: Partial<SettingsProfile>, work: () => Promise<T>): Promise<T> {
  const act = { actor: { type: 'operator' as const }, at: bank.time.now, wall: bank.time.wall }
  const set = async (to: Partial<SettingsProfile>) => {
    await inTransaction(db, (tx) => setProfile(tx, bank.entityId, to, act))
    await expect.poll(settings).toMatchObject(to)
  }
  const { features, tradablePairs } = await settings()
  await set(change)
  try {
    return await work()
  } finally {
    await set({ features, tradablePairs })
  }
}

/** Changes an account while `work` runs. */
async function withAccount<T>(
  currency: string,
  [column, value]: [string, unknown],
  work: () => Promise<T>,
): Promise<T> {
  const accountId = bank.accountIds[currency]!
  const held = async () => (await bank.accounts()).find((each) => each.accountId === accountId)!
  const set = async (to: unknown) => {
    await db.pool.query(`update accounts set ${column} = $3 where entity_id = $1 and account_id = $2`, [
      bank.entityId,
      accountId,
      to,
    ])
    await expect.poll(held).toMatchObject({ [column]: to })
  }
  const before = (await held())[column as 'status']
  await set(value)
  try {
    return await work()
  } finally {
    await set(before)
  }
}

/** Returns the currencies that can pay; without one, the code and text of each reason. */
async function payers(consentId: string): Promise<string[]> {
  const { payers: found, whyNone } = await payersOf(consentId)
  return whyNone
    ? whyNone.reasons.map(({ code, description }) => `${code} ${description}`)
    : found.map(({ account }) => account.currency).sort()
}

describe.each(VERSIONS)('v%s: before a user approves', (version) => {
  const consentTo = async (kind: Kind, change: Members = {}) =>
    (await ask(version, kind, change)).body.Data.ConsentId as string
  const ANY_ACCOUNT = { ExchangeRateInformation: undefined }

  test('a payer without payments reads why, and no account is offered', async () => {
    const consentId = await consentTo('domestic')
    const { features } = await settings()
    const without = { features: { ...features, payments: false } }
    expect(await withSettings(without, () => payers(consentId))).toEqual([
      'AG01 The payment cannot be made: payments are not enabled for the payer.',
    ])
    expect(await payers(consentId)).toEqual(['GBP'])
  })

  test('a payer without currency exchange, or for whom the pair is closed, pays from the currency itself only', async () => {
    const [promised, any] = [await consentTo('international'), await consentTo('international', ANY_ACCOUNT)]
    const { features } = await settings()
    for (const [change, reason] of [
      [{ features: { ...features, spot: false } }, 'currency exchange is not enabled for the payer'],
      [{ tradablePairs: ['EUR/GBP'] }, 'the payer cannot exchange these two currencies here'],
    ] as const)
      await withSettings(change as Partial<SettingsProfile>, async () => {
        expect(await payers(promised)).toEqual([`U014 The payment cannot be made: ${reason}.`])
        expect(await payers(any)).toEqual(['USD'])
      })
    expect(await payers(promised)).toEqual(['GBP'])
  })

  test('an account that is blocked or may not pay is not offered', async () => {
    const consentId = await consentTo('domestic')
    for (const change of [
      ['status', 'Blocked'],
      ['permissions', ['Fx']],
    ] satisfies [string, unknown][])
      expect(await withAccount('GBP', change, () => payers(consentId))).toEqual([
        'U021 The account cannot be used: the user has no open account for this payment.',
      ])
    expect(await payers(consentId)).toEqual(['GBP'])
  })
})
