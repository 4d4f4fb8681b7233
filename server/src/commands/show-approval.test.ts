import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { testInstitution } from '../../test/support/accounts.ts'
import { domesticPayment } from '../../test/support/payment-order.ts'
import { approveAs, openListeners, openThirdParty } from '../../test/support/third-party.ts'
import { formatId, newUuid, parseId } from '../kernel/values/ids.ts'
import { operatorCommand } from './operator.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
const before = { ...process.env }
beforeAll(() => {
  Object.assign(process.env, { DATA_DIR: listeners.config.dataDir, SANDBOX: 'true' })
  delete process.env['BASE_URL'] // the test runner has one of its own
})
afterAll(async () => {
  process.env = before
  await listeners.close()
})
const third = await openThirdParty(listeners)
const [psu] = listeners.credentials.psus

async function operator(...words: string[]) {
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: listeners.services.clock, institution: testInstitution, close: async () => {} }),
    (text) => (printed += text),
  )
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput({ writeErr: () => {} })
  await command.parseAsync([...words, '--json'], { from: 'user' })
  return JSON.parse(printed)
}

describe.each(['3.1', '4.0'] as const)('v%s: the evidence of a payment', (version) => {
  test('is read by the operator and verified again, by its payment and by its consent', async () => {
    const consentId = await third.paymentConsent('17.50', 'Muster GmbH', { version })
    await expect(operator('show-approval', '--consent', consentId)).rejects.toThrow(
      'No user has approved this payment.',
    )
    const link = await third.link(consentId, { scope: 'openid payments' })
    const { answer } = await approveAs(listeners, link, psu!, (ids) => ids.slice(0, 1))
    const { access_token: token } = (await third.redeem(answer['code']!)).body as { access_token: string }
    const { Data, ...order } = domesticPayment({ amount: '17.50', version }) as { Data: object }
    const path = `/open-banking/v${version}/pisp/domestic-payments`
    const paid = await third.signedPost(path, token, { ...order, Data: { ...Data, ConsentId: consentId } })
    expect([paid.status, paid.text]).toEqual([201, paid.text])

    const shown = await operator('show-approval', '--payment', paid.body.Data.DomesticPaymentId as string)
    expect(shown).toMatchObject({
      consentId,
      username: psu!.username,
      method: 'Code',
      isVerified: true,
      verification: expect.stringMatching(/^The user confirmed the statement with the code of /),
      statement: expect.arrayContaining([`Consent: ${consentId}`, 'Amount: EUR 17.50', 'To: Muster GmbH']),
    })
    expect(await operator('show-approval', '--consent', consentId)).toEqual(shown)
  })
})

test('a proof of another statement is rejected; a valid one stays verifiable after the secret is replaced', async () => {
  const approvedConsent = async () => {
    const consentId = await third.paymentConsent()
    const link = await third.link(consentId, { scope: 'openid payments' })
    await approveAs(listeners, link, psu!, (ids) => ids.slice(0, 1))
    return consentId
  }
  const [one, other] = [await approvedConsent(), await approvedConsent()]
  await db.pool.query('alter table open_banking_approvals disable trigger user')
  await db.pool.query(
    `update open_banking_approvals a set code_proof = b.code_proof, code_step = b.code_step
      from open_banking_approvals b where a.consent_id = $1 and b.consent_id = $2`,
    [parseId('obc', one), parseId('obc', other)],
  )
  await db.pool.query('alter table open_banking_approvals enable trigger user')
  expect(await operator('show-approval', '--consent', one)).toMatchObject({
    isVerified: false,
    verification: 'The proof of the code does not match the statement.',
  })
  const { entityId, userId } = await operator('show-approval', '--consent', other)
  await operator('reset-user', '--entity', entityId, '--user', userId)
  expect(await operator('show-approval', '--consent', other)).toMatchObject({ isVerified: true })
})

test('a payment that no third party made has no such evidence', async () => {
  await expect(operator('show-approval', '--payment', formatId('pay', newUuid()))).rejects.toThrow(
    'No third party made this payment.',
  )
})
