import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openOpenBanking } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { PERMISSION_CODES } from '../consents/permission-codes.ts'
import { VERSIONS } from '../../../test/support/open-banking.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
const consentId = await bank.askForAccess('3.1', PERMISSION_CODES)
await bank.approve(consentId)

const version = fc.constantFrom(...VERSIONS)
const headerText = fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\x20-\x7e]/g, '?'))
const headers = fc.dictionary(
  fc.constantFrom(
    'accept',
    'content-type',
    'x-fapi-interaction-id',
    'x-fapi-auth-date',
    'x-fapi-customer-ip-address',
    'x-idempotency-key',
    'x-jws-signature',
    'x-client-id',
  ),
  headerText,
)

/** A valid body with one place changed, or something else altogether. */
const payload = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .record({
      permissions: fc.array(fc.oneof(fc.constantFrom(...PERMISSION_CODES), fc.string()), { maxLength: 6 }),
      name: fc.constantFrom('ExpirationDateTime', 'TransactionFromDateTime', 'TransactionToDateTime', 'Else'),
      value: fc.oneof(
        fc.jsonValue(),
        fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
      ),
      risk: fc.oneof(fc.constant({}), fc.jsonValue()),
    })
    .map(({ permissions, name, value, risk }) =>
      JSON.stringify({ Data: { Permissions: permissions, [name]: value }, Risk: risk }),
    ),
)

/** Checks that a response is JSON of the standard or empty, and never an internal error. */
function check(answer: Awaited<ReturnType<typeof bank.send>>, what: string) {
  const found = { what, status: answer.status, text: answer.text }
  expect(found).not.toMatchObject({ status: 500 })
  if (answer.text !== '') expect(answer.headers['content-type']).toMatch(/^application\/json/)
  if (answer.status >= 400 && answer.text !== '') expect(answer.body.Errors.length).toBeGreaterThan(0)
}

test('any body and headers get an answer of the standard and cause no failure on our side', async () => {
  await fc.assert(
    fc.asyncProperty(version, payload, headers, async (each, text, more) => {
      const url = `/open-banking/v${each}/aisp/account-access-consents`
      check(await bank.send('POST', url, { payload: text, headers: more }), text)
    }),
    { numRuns: 120 },
  )
  expect(bank.errors).toEqual([])
})

test('any ids and queries get an answer of the standard and cause no failure on our side', async () => {
  const id = fc.oneof(
    fc.constantFrom(...Object.values(bank.account)),
    fc.string({ minLength: 1, maxLength: 60 }).map(encodeURIComponent),
  )
  const rest = fc.constantFrom('', '/balances', '/beneficiaries', '/transactions', '/statements')
  const query = fc.dictionary(
    fc.constantFrom('fromBookingDateTime', 'toBookingDateTime', 'fromStatementDateTime', 'page', 'else'),
    fc.oneof(
      fc.string(),
      fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
    ),
  )
  await fc.assert(
    fc.asyncProperty(version, id, rest, query, headers, async (each, accountId, part, asked, more) => {
      const url = `/open-banking/v${each}/aisp/accounts/${accountId}${part}?${new URLSearchParams(asked).toString()}`
      check(await bank.send('GET', url, { token: `psu ${consentId}`, headers: more }), url)
    }),
    { numRuns: 120 },
  )
  expect(bank.errors).toEqual([])
})
