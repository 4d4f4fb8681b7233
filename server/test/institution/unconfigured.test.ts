import { expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { openAccountsApp } from '../support/accounts-app.ts'
import { testDatabase } from '../support/database.ts'

const db = await testDatabase()
const { institution } = readConfig({ SANDBOX: 'false', OPEN_BANKING: 'false' })
const { send, givenHolder, givenAccount } = await openAccountsApp(db, { institution })

test('in production no virtual account is opened before the institution is configured, and reading works', async () => {
  const holder = await givenHolder('ABS')
  const { id: accountId } = await givenAccount(holder.entityId, 'EUR')
  const refused = await send(holder.token, 'POST', '/v1/virtual-accounts', { body: { accountId, name: 'A payer' } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'institution_not_configured' } })
  expect(refused.body.detail).toContain('legalName, address, lei, licence, safeguarding, contact, branches')
  const { status, body } = await send(holder.token, 'GET', '/v1/accounts')
  expect([status, body.data.length]).toEqual([200, 1])
  expect((await send(holder.token, 'GET', `/v1/statements?accountId=${accountId}`)).status).toBe(200)
})
