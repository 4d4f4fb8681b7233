import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { domestic, type Members, openInitiation } from '../../../test/support/initiation.ts'
import { blockBelow } from '../../../test/support/longest-block.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
await bank.book('GBP', 10_000_00n, '2026-11-19T09:00:00Z')
const { ask, post } = openInitiation(bank)

/** Longest time for which a body may block the event loop. */
const MOST_MS = 250
const many = (text: string, count = 9000): string[] => Array.from({ length: count }, () => text)
const nested = (inner: unknown, name: string): unknown => {
  let value = inner
  for (let level = 0; level < 90; level++) value = { [name]: value }
  return value
}

/** Members of an open object that are cheap to send and expensive to reject. */
const HOSTILE: Record<string, Members> = {
  'a long name above texts that banks do not accept': { ['k'.repeat(900_000)]: many('中') },
  'a long name above texts that cannot be stored': { ['k'.repeat(900_000)]: many('\u0001') },
  'deep names above texts that banks do not accept': { deep: nested(many('中'), '~'.repeat(200)) },
  'deep names above texts that cannot be stored': { deep: nested(many('\u0001'), '~'.repeat(200)) },
  'texts that banks do not accept': { texts: many('中') },
  'one long text that banks do not accept': { text: '中'.repeat(300_000) },
  'names that cannot be stored': Object.fromEntries(
    many('')
      .map((_, i) => [`\u0001${i}`, 'x'])
      .slice(0, 990),
  ),
}

test.each(Object.entries(HOSTILE))(
  '%s: the rejection blocks no other request and stays short',
  async (_name, members) => {
    let answer: Awaited<ReturnType<typeof ask>> | undefined
    const block = await blockBelow(MOST_MS, async () => {
      answer = await ask('4.0', 'domestic', { UltimateDebtor: { Name: 'x', ...members } })
    })
    expect(answer!.status).toBe(400)
    expect(answer!.text.length).toBeLessThan(200_000)
    expect(answer!.body.Errors.length).toBeLessThanOrEqual(100)
    expect(block).toBeLessThan(MOST_MS)
  },
)

test.each(VERSIONS)('v%s: unknown members are rejected without a block', async (version) => {
  const unknown = Object.fromEntries(many('', 990).map((_, i) => [`n${i}`.padEnd(250, 'x'), many('', 8)]))
  const body = { Data: { Initiation: domestic(version, unknown) }, Risk: {} }
  let answer: Awaited<ReturnType<typeof post>> | undefined
  const block = await blockBelow(MOST_MS, async () => {
    answer = await post(version, 'domestic-payment-consents', body)
  })
  expect([answer!.status, answer!.body.Errors.length]).toEqual([400, 100])
  expect(block).toBeLessThan(MOST_MS)
})

test('a payment with thousands of differences from its consent is rejected without a block', async () => {
  const supplement = (text: string) => ({ SupplementaryData: { deep: nested(many(text), 'n'.repeat(100)) } })
  const asked = await ask('4.0', 'domestic', supplement('a'))
  expect(asked.status).toBe(201)
  const { ConsentId } = asked.body.Data
  await bank.approve(ConsentId, ['GBP'])
  const body = { Data: { ConsentId, Initiation: domestic('4.0', supplement('b')) }, Risk: {} }
  let answer: Awaited<ReturnType<typeof post>> | undefined
  const block = await blockBelow(MOST_MS, async () => {
    answer = await post('4.0', 'domestic-payments', body, { token: `psu ${ConsentId}` })
  })
  expect([answer!.status, answer!.body.Errors.length]).toEqual([400, 100])
  expect(block).toBeLessThan(MOST_MS)
})
