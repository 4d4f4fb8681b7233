import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { revokeConsent } from '../consents/index.ts'
import { PERMISSION_CODES } from '../consents/permission-codes.ts'
import type { ObVersion } from '../http/index.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
for (const day of ['2026-03-15', '2026-04-15']) await bank.book('GBP', 100_00n, `${day}T12:00:00.000Z`)

const ALL = [...PERMISSION_CODES]
const base = (version: ObVersion) => `/open-banking/v${version}/aisp`
async function approved(version: ObVersion, permissions: readonly string[] = ALL, more: object = {}) {
  const consentId = await bank.askForAccess(version, permissions, more)
  await bank.approve(consentId)
  return consentId
}
const read = (version: ObVersion, path: string, consentId: string) =>
  bank.get(`${base(version)}${path}`, `psu ${consentId}`)

describe.each(VERSIONS)('v%s', (version) => {
  test('3.6: a consent without an end by the customary date of 31 December 9999 is accepted', async () => {
    const [end, start] = ['9999-12-31T23:59:59-01:00', '1900-01-01T00:00:00Z']
    const span = { ExpirationDateTime: end, TransactionFromDateTime: start, TransactionToDateTime: end }
    const consentId = await approved(version, ALL, span)
    const shown = await bank.get(`${base(version)}/account-access-consents/${consentId}`)
    expect(shown.body.Data).toMatchObject({
      ExpirationDateTime: '9999-12-31T23:59:59.999+00:00',
      TransactionToDateTime: '9999-12-31T23:59:59.999+00:00',
    })
    expect((await read(version, '/transactions', consentId)).status).toBe(200)
  })

  test('3.6: a span of one day has all transactions of that day, like a query for it', async () => {
    const day = '2026-03-15'
    const consentId = await approved(version, ALL, { TransactionFromDateTime: day, TransactionToDateTime: day })
    const shown = await bank.get(`${base(version)}/account-access-consents/${consentId}`)
    expect(shown.body.Data).toMatchObject({
      TransactionFromDateTime: `${day}T00:00:00.000+00:00`,
      TransactionToDateTime: `${day}T23:59:59.999+00:00`,
    })
    const query = `?fromBookingDateTime=${day}&toBookingDateTime=${day}`
    const asked = await read(version, `/transactions${query}`, await approved(version))
    const within = await read(version, '/transactions', consentId)
    expect(within.body.Data.Transaction).toEqual(asked.body.Data.Transaction)
    expect(within.body.Data.Transaction).toHaveLength(1)
  })

  test('2: a consent that the user withdrew and that has expired since asks for no authentication, which would fail', async () => {
    const before = bank.time.now
    const expiry = new Date(before.getTime() + 86_400_000)
    const consentId = await approved(version, ALL, { ExpirationDateTime: expiry.toISOString() })
    const act = { actor: { type: 'psu' as const, id: bank.psuId }, at: bank.time.now, wall: bank.time.wall }
    await inTransaction(db, (tx) => revokeConsent(tx, bank, consentId, act))
    bank.time.now = expiry
    const answer = await read(version, '/accounts', consentId)
    bank.time.now = before
    expect(answer.status).toBe(403)
    expect(answer.text).not.toContain(version === '4.0' ? 'U028' : 'UK.OBIE.Reauthenticate')
  })

  test.each([
    ['fromBookingDateTime=0001-01-01T00:00:00&toBookingDateTime=9999-12-31T23:59:59', 2],
    ['fromBookingDateTime=1899-W01-1&toBookingDateTime=9999-12-31', 2],
    ['fromBookingDateTime=9999-12-31T23:59:59', 0],
  ])('3.6: transactions with %s', async (query, count) => {
    const consentId = await approved(version)
    const { body } = await read(version, `/accounts/${bank.account.GBP}/transactions?${query}`, consentId)
    expect(body.Data.Transaction ?? []).toHaveLength(count)
  })

  test('a position that we did not hand out is named by its own parameter', async () => {
    const { body, text } = await read(version, '/transactions?page=nonsense', await approved(version))
    expect([body.Errors[0].Path, text.includes('after')]).toEqual(['page', false])
  })
})

describe.each(VERSIONS)('v%s: statements of an account in Berlin', (version) => {
  const references = async (consentId: string, query = '') => {
    const { body } = await read(version, `/accounts/${bank.account.GBP}/statements${query}`, consentId)
    return body.Data.Statement.map((each: { StatementReference: string }) => each.StatementReference)
  }

  test.each([
    ['fromStatementDateTime=2026-03-01T00:00:00&toStatementDateTime=2026-03-31T23:59:59'],
    ['fromStatementDateTime=2026-03-01&toStatementDateTime=2026-03-31'],
    ['fromStatementDateTime=2026-02-28T23:00:00&toStatementDateTime=2026-03-31T21:59:59'],
    ['fromStatementDateTime=2026-02-28T23:00:00.000Z&toStatementDateTime=2026-03-31T21:59:59.999Z'],
  ])('4: a third party that asks for March, in days or in UTC, receives its statement: %s', async (query) => {
    expect(await references(await approved(version), `?${query}`)).toEqual(['2026-M-0003'])
  })

  test.each([
    ['fromStatementDateTime=2026-03-01T00:00:01&toStatementDateTime=2026-03-31T23:59:59'],
    ['fromStatementDateTime=2026-03-01T00:00:00&toStatementDateTime=2026-03-31T21:59:58'],
  ])('4: a query that leaves out a second of March receives no statement: %s', async (query) => {
    expect(await references(await approved(version), `?${query}`)).toEqual([])
  })

  test('4: a consent up to the last second of a month includes the statement that ends with it', async () => {
    const to = (TransactionToDateTime: string) => approved(version, ALL, { TransactionToDateTime })
    expect(await references(await to('2026-03-31T23:59:59+02:00'))).toContain('2026-M-0003')
    expect(await references(await to('2026-03-31T23:59:58+02:00'))).not.toContain('2026-M-0003')
    const query = '?fromStatementDateTime=2026-03-01&toStatementDateTime=2026-03-31'
    expect(await references(await to('2026-03-31T23:59:58+02:00'), query)).toEqual([])
  })

  test('3.6: a transaction within the last second of a query or of a consent belongs to it', async () => {
    await bank.book('EUR', 1_00n, '2026-05-31T23:59:59.500Z')
    const path = `/accounts/${bank.account.EUR}/transactions`
    const count = async (consentId: string, query = '') =>
      (await read(version, `${path}${query}`, consentId)).body.Data.Transaction.length
    const all = await approved(version)
    const found = await count(all, '?fromBookingDateTime=2026-05-31T23:59:59')
    expect(found).toBeGreaterThan(0)
    expect(await count(all, '?toBookingDateTime=2026-05-31T23:59:59')).toBe(found)
    expect(await count(all, '?toBookingDateTime=2026-05-31T23:59:58')).toBe(0)
    expect(await count(all, '?toBookingDateTime=2026-05-31T23:59:59.499')).toBe(0)
    const span = { TransactionToDateTime: '2026-05-31T23:59:59Z' }
    const cut = await approved(version, ALL, span)
    expect(await count(cut)).toBe(found)
    const shown = await bank.get(`${base(version)}/account-access-consents/${cut}`)
    expect(shown.body.Data.TransactionToDateTime).toBe('2026-05-31T23:59:59.000+00:00')
  })
})
