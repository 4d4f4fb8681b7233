import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { approveAs, openListeners, openThirdParty, registrationClaims, signed } from '../../test/support/third-party.ts'
import { listChains, sealAll, verifyChain } from '../audit/index.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'
import { parseId } from '../kernel/values/ids.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
listeners.services.worker.start()
afterAll(() => listeners.close())
const third = await openThirdParty(listeners)
const own = await third.token('accounts payments')
const [psu] = listeners.credentials.psus
const entityId = parseId('ent', psu!.entityId)!
const AISP = '/open-banking/v4.0/aisp'
const PISP = '/open-banking/v4.0/pisp'

const initiation = {
  InstructionIdentification: 'I-1',
  EndToEndIdentification: 'E-1',
  InstructedAmount: { Amount: '10.00', Currency: 'GBP' },
  CreditorAccount: {
    SchemeName: 'UK.OBIE.SortCodeAccountNumber',
    Identification: '08999966374958',
    Name: 'Northern Looms Ltd',
  },
}

async function approved(consentId: string, scope: string): Promise<string> {
  const link = await third.link(consentId, { scope })
  const { answer } = await approveAs(listeners, link, psu!, (ids) =>
    scope.includes('payments') ? ids.slice(0, 1) : ids,
  )
  return (await third.redeem(answer['code']!)).body.access_token as string
}

interface Recorded {
  entityId: string
  action: string
  operation: string | null
  address: string | null
  actorType: string
  detail: string
}

async function recorded(action: string): Promise<Recorded[]> {
  const { rows } = await db.pool.query<Recorded>(
    `select entity_id as "entityId", action, operation, address, actor_type as "actorType", detail::text
      from audit_log where action = $1 order by at`,
    [action],
  )
  return rows
}

test('a payment by a third party is recorded step by step, with the institution until a user approves it', async () => {
  const asked = await third.signedPost(`${PISP}/domestic-payment-consents`, own, {
    Data: { Initiation: initiation },
    Risk: {},
  })
  const consentId = asked.body.Data.ConsentId as string
  const token = await approved(consentId, 'openid payments')
  const paid = await third.signedPost(`${PISP}/domestic-payments`, token, {
    Data: { ConsentId: consentId, Initiation: initiation },
    Risk: {},
  })
  expect([asked.status, paid.status]).toEqual([201, 201])
  const from = { address: expect.stringContaining('127.0.0.1') }
  expect(await recorded('consent.created')).toEqual([
    expect.objectContaining({
      ...from,
      entityId: HOUSE_ENTITY_ID,
      actorType: 'client',
      operation: `POST ${PISP}/domestic-payment-consents`,
    }),
  ])
  expect(await recorded('consent.authorised')).toEqual([
    expect.objectContaining({ ...from, entityId, actorType: 'psu', operation: expect.stringMatching(/^POST \//) }),
  ])
  const [payment] = (await recorded('payment.submitted')).toReversed()
  expect(payment).toMatchObject({ ...from, entityId, actorType: 'psu', operation: `POST ${PISP}/domestic-payments` })
})

test('statements that a third party reads are recorded for the entity', async () => {
  const token = await approved(
    await third.consent(['ReadAccountsBasic', 'ReadStatementsBasic'], '4.0'),
    'openid accounts',
  )
  await third.api(`${AISP}/accounts`, token)
  expect(await recorded('document.read')).toEqual([])
  expect((await third.api(`${AISP}/statements`, token)).status).toBe(200)
  expect(await recorded('document.read')).toEqual([
    expect.objectContaining({ entityId, actorType: 'client', operation: `GET ${AISP}/statements` }),
  ])
})

test('a registration, its change and its end are recorded with the institution, and no chain is broken', async () => {
  const url = `/register/${third.clientId}`
  const claims = { ...registrationClaims(third.software), client_id: third.clientId }
  const headers = { 'content-type': 'application/jose' }
  const changed = await third.api(url, own, { method: 'PUT', headers, body: await signed(third.software, claims) })
  const gone = await third.api(url, own, { method: 'DELETE' })
  expect([changed.status, gone.status]).toEqual([200, 204])
  for (const [action, operation] of [
    ['thirdParty.registered', 'POST /register'],
    ['thirdParty.updated', 'PUT /register/:clientId'],
    ['thirdParty.deleted', 'DELETE /register/:clientId'],
  ] as const)
    expect(await recorded(action)).toEqual([expect.objectContaining({ entityId: HOUSE_ENTITY_ID, operation })])
  await sealAll(db, new Date())
  for (const chain of await listChains(db.pool, undefined))
    expect((await verifyChain(db.pool, chain, 0n)).difference).toBeUndefined()
})
