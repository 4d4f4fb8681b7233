import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testInstitution } from '../../test/support/accounts.ts'
import { testDatabase } from '../../test/support/database.ts'
import { directoryList } from '../../test/support/directory-list.ts'
import { temporaryDirectory } from '../../test/support/temporary-directory.ts'
import { approveAs, openListeners, openThirdParty } from '../../test/support/third-party.ts'
import { operatorCommand } from '../commands/operator.ts'
import { systemClock } from '../kernel/values/clock.ts'
import { createDirectoryWatch, readDirectory } from '../open-banking/dcr/index.ts'

const db = await testDatabase()
const list = path.join(temporaryDirectory(), 'directory.json')
type Listed = Parameters<typeof directoryList>[0]
const publish = (parties: Listed) => writeFileSync(list, JSON.stringify(directoryList(parties)))
publish([{ organisationId: 'another', status: 'Active' }])
const listeners = await openListeners(db, {
  OPEN_BANKING_DIRECTORY_STATUS: list,
  OPEN_BANKING_DIRECTORY_STATUS_UNKNOWN: 'accept',
})
afterAll(() => listeners.close())

const errors: string[] = []
/** Another process of the service, which reads the list at the request of the test. */
const elsewhere = createDirectoryWatch({
  db,
  source: list,
  whenUnknown: 'accept',
  wall: () => new Date(),
  read: () => readDirectory({ list }),
  onError: (reason) => void errors.push(reason),
})
beforeEach(() => void (errors.length = 0))

const FORM = { grant_type: 'client_credentials', scope: 'accounts' }
type Third = Awaited<ReturnType<typeof openThirdParty>>

/** Tokens from before a withdrawal: of the client, and of a user with its refresh token. */
async function tokensOf(third: Third) {
  const { answer } = await approveAs(listeners, await third.link(await third.consent()), listeners.credentials.psus[0]!)
  const { body } = await third.redeem(answer['code']!)
  return { client: await third.token(), user: body.access_token as string, refresh: body.refresh_token as string }
}

/** Statuses of: a new token, a refresh, a request as client and as user, the own registration. */
async function standing(third: Third, tokens: Awaited<ReturnType<typeof tokensOf>>) {
  const consent = '/open-banking/v4.0/aisp/account-access-consents/obc_00000000000000000000000000'
  const refreshed = await third.post('/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh })
  if (refreshed.status === 200) tokens.refresh = refreshed.body.refresh_token ?? tokens.refresh
  const answers = [
    await third.post('/token', FORM),
    refreshed,
    await third.api(consent, tokens.client),
    await third.api('/open-banking/v4.0/aisp/accounts', tokens.user),
    await third.api(`/register/${third.clientId}`, tokens.client),
  ]
  return answers.map(({ status }) => status)
}
const GOOD = [200, 200, 400, 200, 200]
const STOPPED = [401, 401, 401, 401, 401]

describe.each(['organisation', 'software'] as const)('a third party whose %s the directory withdraws', (part) => {
  test('gets no token, cannot register and its tokens are inactive, until it is active again', async () => {
    const [third, other] = [await openThirdParty(listeners), await openThirdParty(listeners)]
    const [tokens, others] = [await tokensOf(third), await tokensOf(other)]
    const { softwareId, organisationId } = third.software
    const listed = (good: boolean): Listed => [
      {
        organisationId,
        status: part === 'organisation' && !good ? 'Withdrawn' : 'Active',
        software: [{ id: softwareId, active: part === 'organisation' || good }],
      },
      { organisationId: other.software.organisationId, status: 'Active' },
    ]
    publish(listed(true))
    await elsewhere.readNow()
    expect(await standing(third, tokens)).toEqual(GOOD)
    const link = await third.link(await third.consent())
    publish(listed(false))
    await elsewhere.readNow()
    await expect.poll(() => standing(third, tokens), { timeout: 3000 }).toEqual(STOPPED)
    expect(await standing(other, others)).toEqual(GOOD)
    const { body } = await third.post('/token', FORM)
    expect(body).toMatchObject({ error: 'invalid_client' })
    const page = await listeners.askPages(link, { redirect: 'manual' })
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect(await page.text()).toContain('The directory does not list the third party as active.')
    await expect(openThirdParty(listeners, {}, third.software)).rejects.toThrow(
      'does not list this third party as active',
    )
    writeFileSync(list, '{"schemas":[]}')
    await elsewhere.readNow()
    expect(errors).toEqual([expect.stringContaining('it is not a list of third parties')])
    expect(await standing(third, tokens)).toEqual(STOPPED)
    publish(listed(true))
    await elsewhere.readNow()
    await expect.poll(() => standing(third, tokens), { timeout: 3000 }).toEqual(GOOD)
    expect((await openThirdParty(listeners, {}, third.software)).registered.status).toBe(201)
  })
})

test('the operator sees the status of each third party in the directory', async () => {
  const third = await openThirdParty(listeners)
  const { softwareId, organisationId } = third.software
  publish([{ organisationId, status: 'Revoked', software: [{ id: softwareId }] }])
  await elsewhere.readNow()
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: systemClock, institution: testInstitution, close: async () => {} }),
    (text) => (printed += text),
  )
  await command.parseAsync(['list-third-parties', '--json'], { from: 'user' })
  const listed = JSON.parse(printed) as { clientId: string }[]
  expect(listed.find(({ clientId }) => clientId === third.clientId)).toMatchObject({
    status: 'NotActiveInDirectory',
    directory: { Organisation: 'Revoked', Software: 'Active' },
  })
})

test('requests and messages signed with a key that the directory revoked are rejected', async () => {
  const third = await openThirdParty(listeners)
  const { softwareId, organisationId } = third.software
  publish([{ organisationId, status: 'Active', software: [{ id: softwareId }] }])
  await elsewhere.readNow()
  const own = `${listeners.pages}/open-banking/sandbox-directory/${organisationId}/${softwareId}.jwks`
  const statement = await listeners.statement(third.software, { software_jwks_revoked_endpoint: own })
  const revoked = openThirdParty(listeners, {}, { ...third.software, softwareStatement: statement })
  await expect(revoked).rejects.toThrow('but the key set at software_jwks_endpoint has no key with this kid')
  await db.pool.query('update open_banking_clients set software_statement = $2 where client_id = $1', [
    third.clientId,
    statement,
  ])
  expect((await third.post('/token', FORM)).body).toMatchObject({ error: 'invalid_client' })
})

test('a list that cannot be read at the start is logged, and unknown third parties are rejected by default', async () => {
  const database = await testDatabase()
  const missing = path.join(temporaryDirectory(), 'none.json')
  const started = await openListeners(database, { OPEN_BANKING_DIRECTORY_STATUS: missing })
  await expect(openThirdParty(started)).rejects.toThrow('does not list this third party as active')
  expect(started.complaints.join()).toContain(`The directory's list ${missing} cannot be used: ENOENT`)
  await started.close()
  const without = await openListeners(database)
  expect((await openThirdParty(without)).registered.status).toBe(201)
  await without.close()
})
