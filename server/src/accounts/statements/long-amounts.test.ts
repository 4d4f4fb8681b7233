import { expect, test } from 'vitest'
import { openAccountsApp } from '../../../test/support/accounts-app.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { transfer } from '../../../test/support/ledger.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { postJournal } from '../../ledger/index.ts'

const db = await testDatabase()
const { send, givenHolder, givenAccount, clock } = await openAccountsApp(db)
const holder = await givenHolder('ABS')
const statement = (accountId: string, format: string) =>
  send(holder.token, 'GET', `/v1/statements?accountId=${accountId}&format=${format}`)

test.each([
  ['IDR', 1_000_000_000_000_50n, ':62F:C', 'IDR1000000000000,5'],
  ['IDR', 10_000_000_000_000_00n, ':62F:C', 'IDR10000000000000,'],
  ['JPY', 99_999_999_999_999n, ':62F:C', 'JPY99999999999999,'],
  ['KWD', 99_999_999_999_999n, ':62F:C', 'KWD99999999999,999'],
] as const)('an MT940 in %s with an amount of %s fits the field', async (currency, minor, tag, amount) => {
  const { id } = await givenAccount(holder.entityId, currency, minor)
  const { status, text } = await statement(id, 'mt940')
  expect(status).toBe(200)
  expect(text).toMatch(new RegExp(`${tag}\\d{6}${amount}\r\n`))
})

test.each([
  ['IDR', 1_000_000_000_000_55n, '1000000000000.55'],
  ['JPY', 100_000_000_000_000n, '100000000000000'],
  ['KWD', 1_000_000_000_000_001n, '1000000000000.001'],
] as const)(
  'an MT940 in %s with an amount of %s, for which its field is too short, is rejected before a byte is sent; other formats have it',
  async (currency, minor, amount) => {
    const { id } = await givenAccount(holder.entityId, currency, minor)
    await rejected(id, currency, amount)
  },
)

test('an MT940 with an entry for which its field is too short is rejected, also where the balances fit', async () => {
  const minor = 1_000_000_000_000_55n
  const [from, to] = [await givenAccount(holder.entityId, 'IDR', minor), await givenAccount(holder.entityId, 'IDR')]
  const leg = ({ accountId }: { accountId: string }, amountMinor: bigint) => ({
    account: accountId,
    currency: 'IDR',
    amountMinor,
  })
  const legs = [leg(from, -minor), leg(to, minor)]
  await inTransaction(db, (tx) =>
    postJournal(tx, transfer(holder.entityId, from.accountId, to.accountId, minor, { legs }), clock.now()),
  )
  await rejected(from.id, 'IDR', '1000000000000.55')
})

async function rejected(accountId: string, currency: string, amount: string): Promise<void> {
  const { status, body, headers } = await statement(accountId, 'mt940')
  const available = ['json', 'pdf', 'csv', 'camt053']
  expect([status, body]).toMatchObject([
    422,
    { code: 'amount_too_long_for_format', params: { amount, currency, format: 'mt940', available } },
  ])
  expect(headers['content-disposition']).toBeUndefined()
  for (const format of available) expect([format, (await statement(accountId, format)).status]).toEqual([format, 200])
}
