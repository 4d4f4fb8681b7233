import { afterEach, describe, expect, test } from 'vitest'
import { beneficiaryService } from '../../test/support/beneficiary-service.ts'
import { operatorAct } from '../../test/support/clients.ts'
import { setClientStatus } from '../auth/index.ts'
import { getProfile } from '../entities/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { newUuid, parseId } from '../kernel/values/ids.ts'
import { decideBeneficiary, setBeneficiaryPolicy, setBlocked } from './index.ts'
import type { DueWork } from '../kernel/jobs/work.ts'
import { LAPSE_BENEFICIARY, lapseBeneficiary } from './review.ts'

const act = (at: Date) => ({ actor: { type: 'system' as const }, at, wall: new Date() })

const service = beneficiaryService()
const { call, create, eventsOf, ids, payee } = service

const setPolicy = (needsApproval: boolean, coolingOffHours = 0) =>
  inTransaction(service.db, (tx) => setBeneficiaryPolicy(tx, ids.rm, { needsApproval, coolingOffHours }, operatorAct))
const read = async (id: string) => (await call('GET', `/${id}`)).body
const approve = (id: string, token = 'approver') =>
  call('POST', `/${id}/approve`, undefined, { authorization: `Bearer ${token}` })
const reject = (id: string) => call('POST', `/${id}/reject`, undefined, { authorization: 'Bearer approver' })
const review = (id: string, decision: 'Released' | 'Rejected') => {
  const now = new Date()
  const act = { decision, reviewer: 'Compliance', actor: { type: 'operator' as const }, at: now, wall: now }
  const beneficiary = { entityId: ids.rm, beneficiaryId: parseId('ben', id)! }
  return inTransaction(service.db, (tx) => decideBeneficiary(tx, beneficiary, act))
}

afterEach(async () => {
  await setPolicy(false)
  service.listed.clear()
})

describe('where the policy of the entity requires approval', () => {
  test('a new payee waits until another client approves it, and its maker cannot', async () => {
    await setPolicy(true)
    const id = await create()
    expect(await read(id)).toMatchObject({ status: 'PendingApproval', approvalRequired: true })
    expect([(await approve(id, 'dual')).status, (await approve(id, 'dual')).body.code]).toEqual([
      403,
      'beneficiary_self_approval',
    ])
    const approved = await approve(id)
    expect([approved.status, approved.headers['etag']]).toEqual([200, '"2"'])
    expect(approved.body).toMatchObject({ status: 'Active', approvalRequired: false, version: 2 })
    expect((await approve(id)).body.code).toBe('beneficiary_not_awaiting_approval')
    expect(await eventsOf(id)).toEqual([
      'beneficiary.created 1',
      'approval.requested 1',
      'approval.granted 2',
      'beneficiary.updated 2',
    ])
  })

  test.each([approve, reject])(
    'a client that is blocked while its decision is under way decides nothing',
    async (decide) => {
      await setPolicy(true)
      const id = await create()
      const set = (status: 'Active' | 'Blocked') =>
        inTransaction(service.db, (tx) => setClientStatus(tx, ids.approver, status, operatorAct))
      await set('Blocked')
      const answer = await decide(id)
      await set('Active')
      expect(answer).toMatchObject({ status: 403, body: { code: 'role_missing' } })
      expect(await read(id)).toMatchObject({ status: 'PendingApproval' })
    },
  )

  test('an approver that was blocked and is unblocked again can approve a payee', async () => {
    await setPolicy(true)
    const id = await create()
    const set = (status: 'Active' | 'Blocked') =>
      inTransaction(service.db, (tx) => setClientStatus(tx, ids.approver, status, operatorAct))
    await set('Blocked')
    await approve(id)
    await set('Active')
    expect((await approve(id)).body).toMatchObject({ status: 'Active' })
  })

  test('an approver decides on no change that it has not seen', async () => {
    await setPolicy(true)
    const id = await create()
    const decide = (verdict: string, etag: string) =>
      call('POST', `/${id}/${verdict}`, undefined, { authorization: 'Bearer approver', 'if-match': etag })
    await call('PUT', `/${id}`, { ...payee, name: 'Anders GmbH' })
    for (const verdict of ['approve', 'reject']) {
      expect(await decide(verdict, '"1"')).toMatchObject({
        status: 412,
        body: { code: 'beneficiary_version_conflict' },
      })
    }
    expect(await decide('approve', '"2"')).toMatchObject({ status: 200, body: { status: 'Active' } })
  })

  test('the settings of the entity show the policy as long as it exists', async () => {
    const shown = async () => (await getProfile(service.db.reader, ids.rm))!.settings.approvalPolicies
    await setPolicy(true, 24)
    expect(await shown()).toMatchObject([{ resource: 'Beneficiary', summary: expect.stringContaining('24 hours') }])
    await setPolicy(false)
    expect(await shown()).toEqual([])
  })

  test('a rejected payee is deleted', async () => {
    await setPolicy(true)
    const id = await create()
    expect((await reject(id)).body).toMatchObject({ status: 'Deleted', approvalRequired: false })
    expect(await eventsOf(id)).toContain('beneficiary.deleted 2')
  })

  test('a default payee that is rejected, or lapses, is no longer the default of its currency in the settings', async () => {
    const defaults = async () =>
      (await getProfile(service.db.reader, ids.rm))!.settings.defaultBeneficiaryByCurrency[payee.currency]
    await setPolicy(true)
    const rejected = await create({ isDefaultForCurrency: true })
    expect(await defaults()).toBe(parseId('ben', rejected))
    await reject(rejected)
    expect(await defaults()).toBeUndefined()
    const lapsed = await create({ isDefaultForCurrency: true })
    const work = { entityId: ids.rm, kind: LAPSE_BENEFICIARY, resourceId: parseId('ben', lapsed)! }
    await inTransaction(service.db, (tx) => lapseBeneficiary(tx, work as DueWork, act(new Date())))
    expect((await read(lapsed)).status).toBe('Deleted')
    expect(await defaults()).toBeUndefined()
  })

  test('a payee without approval is deleted after 30 days', async () => {
    await setPolicy(true)
    const id = await create()
    const { rows } = await service.db.pool.query<{ dueAt: Date }>(
      `select due_at as "dueAt" from due_work where kind = $1 and resource_id = $2`,
      [LAPSE_BENEFICIARY, parseId('ben', id)],
    )
    const { dueAt } = rows[0]!
    expect(Math.round((dueAt.getTime() - Date.now()) / 86_400_000)).toBe(30)
    const work = { entityId: ids.rm, kind: LAPSE_BENEFICIARY, resourceId: parseId('ben', id)!, dueAt }
    await inTransaction(service.db, (tx) => lapseBeneficiary(tx, work, act(dueAt)))
    expect(await read(id)).toMatchObject({ status: 'Deleted' })
    expect((await approve(id)).body.code).toBe('beneficiary_not_awaiting_approval')
    const approved = await create()
    await approve(approved)
    await inTransaction(service.db, (tx) =>
      lapseBeneficiary(tx, { ...work, resourceId: parseId('ben', approved)! }, act(dueAt)),
    )
    expect(await read(approved)).toMatchObject({ status: 'Active' })
  })

  test.each([
    { intermediary: { bic: 'CHASUS33' } },
    { address: { line1: 'Elsewhere 2', city: 'Berlin', countryCode: 'DE' } },
  ])('a change of %o reaches the bank, so it is approved too', async (change) => {
    const id = await create()
    await setPolicy(true)
    expect((await call('PUT', `/${id}`, { ...payee, ...change })).body).toMatchObject({ status: 'PendingApproval' })
  })

  test('a change of payment details needs approval again, a new nickname does not', async () => {
    const id = await create()
    await setPolicy(true)
    expect((await call('PUT', `/${id}`, { ...payee, nickname: 'n' })).body).toMatchObject({ status: 'Active' })
    const moved = await call('PUT', `/${id}`, { ...payee, iban: 'DE02120300000000202051' })
    expect(moved.body).toMatchObject({ status: 'PendingApproval', approvalRequired: true })
    expect(
      (await call('PUT', `/${id}`, { ...payee, iban: 'DE02120300000000202051', nickname: 'x' })).body,
    ).toMatchObject({
      status: 'PendingApproval',
    })
    expect((await approve(id)).body).toMatchObject({ status: 'Active' })
  })

  test('only one of ten concurrent approvals counts', async () => {
    await setPolicy(true)
    const id = await create()
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => approve(id)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, ...Array<number>(9).fill(409)])
  })

  test('the database refuses the maker as approver, and an Active payee that still waits', async () => {
    await setPolicy(true)
    const id = parseId('ben', await create())
    const pool = service.db.pool
    await expect(
      pool.query(`update beneficiaries set decided_by = maker::text where beneficiary_id = $1`, [id]),
    ).rejects.toThrow('beneficiary_approver_is_not_maker')
    await expect(
      pool.query(`update beneficiaries set status = 'Active' where beneficiary_id = $1`, [id]),
    ).rejects.toThrow('beneficiary_pending_waits')
  })
})

test('cooling-off begins when a payee is made and anew when its account changes, not with a nickname', async () => {
  const none = await read(await create())
  expect(none['payableFrom']).toBeNull()
  await setPolicy(false, 24)
  const id = await create()
  const made = Date.parse(String((await read(id))['payableFrom'])) - Date.now()
  expect(made / 3_600_000).toBeCloseTo(24, 1)
  const before = (await read(id))['payableFrom']
  expect((await call('PUT', `/${id}`, { ...payee, nickname: 'n' })).body['payableFrom']).toBe(before)
  const after = (await call('PUT', `/${id}`, { ...payee, name: 'Neu GmbH' })).body['payableFrom']
  expect(Date.parse(String(after))).toBeGreaterThan(Date.parse(String(before)))
})

describe('a payee that screening finds', () => {
  test('waits for a reviewer, even if it is renamed, and is Active once released', async () => {
    service.listed.add('Listed Trading GmbH')
    const id = await create({ name: 'Listed Trading GmbH' })
    expect(await read(id)).toMatchObject({ status: 'PendingApproval', approvalRequired: false })
    const renamed = await call('PUT', `/${id}`, { ...payee, name: 'Innocent GmbH' })
    expect(renamed.body).toMatchObject({ status: 'PendingApproval' })
    expect((await approve(id)).body.code).toBe('beneficiary_not_awaiting_approval')
    await review(id, 'Released')
    expect(await read(id)).toMatchObject({ status: 'Active' })
  })

  test('is blocked when the reviewer rejects it, and a change does not unblock it', async () => {
    service.listed.add('Listed Trading GmbH')
    const id = await create({ name: 'Listed Trading GmbH' })
    await review(id, 'Rejected')
    expect((await call('PUT', `/${id}`, payee)).body).toMatchObject({ status: 'Blocked' })
    expect(await eventsOf(id)).toContain('beneficiary.blocked 2')
  })

  test('and that needs approval too needs both', async () => {
    await setPolicy(true)
    service.listed.add('Listed Trading GmbH')
    const id = await create({ name: 'Listed Trading GmbH' })
    expect((await approve(id)).body).toMatchObject({ status: 'PendingApproval', approvalRequired: false })
    await review(id, 'Released')
    expect(await read(id)).toMatchObject({ status: 'Active' })
  })

  test('only after a list has grown is held at its next change', async () => {
    const id = await create({ name: 'Later Listed GmbH' })
    service.listed.add('Later Listed GmbH')
    expect((await call('PUT', `/${id}`, { ...payee, name: 'Later Listed GmbH' })).body).toMatchObject({
      status: 'PendingApproval',
    })
  })
})

test('an operator blocks and unblocks a payee', async () => {
  const id = await create()
  const key = { entityId: ids.rm, beneficiaryId: parseId('ben', id)! }
  const now = new Date()
  const act = { actor: { type: 'operator' as const }, at: now, wall: now }
  const set = (isBlocked: boolean) => inTransaction(service.db, (tx) => setBlocked(tx, key, isBlocked, act))
  await set(true)
  expect(await read(id)).toMatchObject({ status: 'Blocked' })
  await set(true)
  await set(false)
  expect(await read(id)).toMatchObject({ status: 'Active', version: 3 })
  expect(await eventsOf(id)).toEqual(['beneficiary.created 1', 'beneficiary.blocked 2', 'beneficiary.updated 3'])
})

test('a payee shows the result of its verification until its account changes', async () => {
  const insert = `insert into payee_verifications (entity_id, verification_id, account_key, name, scheme, scheme_code, status,
    message, checked_at, expires_at, created_by) values ($1, $2, $3, $4, 'SEPA_VOP', 'MTCH', 'Match', 'M', now(), now() + interval '1 day', $2)`
  await service.db.pool.query(insert, [ids.rm, newUuid(), 'DE89370400440532013000', 'Verified GmbH'])
  const order = { ...payee, name: 'Verified GmbH' }
  expect((await call('POST', '/validate', order)).body).toMatchObject({ verification: { status: 'Match' } })
  const id = await create({ name: 'Verified GmbH' })
  expect(await read(id)).toMatchObject({ verification: { status: 'Match' } })
  expect((await call('POST', '/validate', payee)).body).toMatchObject({ verification: { status: 'NotChecked' } })
  const moved = await call('PUT', `/${id}`, { ...order, iban: 'DE02120300000000202051' })
  expect(moved.body).toMatchObject({ verification: { status: 'NotChecked' } })
})
