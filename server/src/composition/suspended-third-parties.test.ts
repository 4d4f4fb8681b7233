import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { call, openListeners, openThirdParty } from '../../test/support/third-party.ts'
import { operatorCommand } from '../commands/operator.ts'
import { systemClock } from '../kernel/values/clock.ts'
import { testInstitution } from '../../test/support/accounts.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())

async function operator(...words: string[]) {
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: systemClock, institution: testInstitution, close: async () => {} }),
    (text) => (printed += text),
  )
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput({ writeErr: () => {} })
  await command.parseAsync([...words, '--json'], { from: 'user' })
  return JSON.parse(printed)
}

type Third = Awaited<ReturnType<typeof openThirdParty>>
const FORM = { grant_type: 'client_credentials', scope: 'accounts' }

/** Statuses of: a new token, a request with a token from before, the own registration. */
async function standing(third: Third, token: string) {
  const order = { headers: { authorization: `Bearer ${token}` }, certificate: third.software.transport }
  const consent = '/open-banking/v4.0/aisp/account-access-consents/obc_00000000000000000000000000'
  const { status: asked } = await third.post('/token', FORM)
  const { status: read } = await call(listeners, consent, order)
  const { status: registered } = await call(listeners, `/register/${third.clientId}`, order)
  return [asked, read, registered]
}
const tokenOf = async (third: Third) => (await third.post('/token', FORM)).body.access_token as string

for (const part of ['software', 'organisation'] as const)
  test(`a third party whose ${part} is suspended gets no token and its tokens are inactive, while others are not affected`, async () => {
    const [third, other] = [await openThirdParty(listeners), await openThirdParty(listeners)]
    const [token, others] = [await tokenOf(third), await tokenOf(other)]
    const link = await third.link(await third.consent())
    expect(await standing(third, token)).toEqual([200, 400, 200])
    const id = part === 'software' ? third.software.softwareId : third.software.organisationId
    const order = [`--${part}`, id, '--by', 'A. Khan']
    await operator('suspend-third-party', ...order, '--reason', 'Permission withdrawn')
    await expect.poll(() => standing(third, token), { timeout: 3000 }).toEqual([401, 401, 401])
    if (part === 'software') expect(await standing(other, others)).toEqual([200, 400, 200])
    const page = await fetch(link, { redirect: 'manual' })
    expect(page.status).toBeGreaterThanOrEqual(400)
    const text = await page.text()
    expect(text).toContain('This institution has suspended the third party. Nothing was shared or paid.')
    expect(text).not.toContain('/open-banking/help')
    const { body } = await third.post('/token', FORM)
    expect(body).toMatchObject({ error: 'invalid_client' })
    const listed = (await operator('list-third-parties')) as { clientId: string }[]
    expect(listed.find(({ clientId }) => clientId === third.clientId)).toMatchObject({
      status: 'Suspended',
      suspension: { reason: 'Permission withdrawn', suspendedBy: 'A. Khan' },
    })
    await expect(operator('suspend-third-party', ...order, '--reason', 'Again')).rejects.toThrow('suspended already')
    await expect(openThirdParty(listeners, {}, third.software)).rejects.toThrow('has suspended this third party')
    await operator('reinstate-third-party', ...order)
    await expect.poll(() => standing(third, token), { timeout: 3000 }).toEqual([200, 400, 200])
    await expect(operator('reinstate-third-party', ...order)).rejects.toThrow('is not suspended')
  })

test('a suspension without a part, with both, or of an id no directory gives is rejected', async () => {
  const rest = ['--by', 'A. Khan', '--reason', 'x']
  await expect(operator('suspend-third-party', ...rest)).rejects.toThrow('either --software or --organisation')
  await expect(operator('suspend-third-party', '--software', 'a', '--organisation', 'b', ...rest)).rejects.toThrow(
    'either',
  )
  await expect(operator('suspend-third-party', '--software', "a'b", ...rest)).rejects.toThrow('not a directory id')
})
