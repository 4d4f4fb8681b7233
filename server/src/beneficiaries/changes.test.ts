import { afterEach, expect, test } from 'vitest'
import { beneficiaryService } from '../../test/support/beneficiary-service.ts'
import { Value } from 'typebox/value'
import { formatId, newUuid, parseId } from '../kernel/values/ids.ts'
import { BeneficiaryOut } from './schema.ts'

const service = beneficiaryService()
const { call, create, eventsOf, payee } = service

afterEach(() => {
  service.waiting = []
})

test('an update replaces, raises the version and leaves an event; a stale If-Match is refused', async () => {
  const id = await create({ nickname: 'old' })
  const changed = await call('PUT', `/${id}`, { ...payee, name: 'Neu GmbH' }, { 'if-match': '"1"' })
  expect([changed.status, changed.headers['etag']]).toEqual([200, '"2"'])
  expect(changed.body).toMatchObject({ name: 'Neu GmbH', version: 2 })
  expect(changed.body).not.toHaveProperty('nickname')
  const stale = await call('PUT', `/${id}`, payee, { 'if-match': '"1"' })
  expect([stale.status, stale.body]).toMatchObject([
    412,
    { code: 'beneficiary_version_conflict', params: { current: 2 } },
  ])
  expect((await call('PUT', `/${id}`, payee, { 'if-match': 'two' })).body).toMatchObject({ code: 'if_match_invalid' })
  expect(await eventsOf(id)).toEqual(['beneficiary.created 1', 'beneficiary.updated 2'])
})

test('a blank nickname that an earlier release stored is read, and gone after a change that omits it', async () => {
  const id = await create({ nickname: 'old' })
  await service.db.pool.query(`update beneficiaries set nickname = ' ' where beneficiary_id = $1`, [parseId('ben', id)])
  const { body } = await call('GET', `/${id}`)
  expect([body.nickname, Value.Check(BeneficiaryOut.properties.nickname, body.nickname)]).toEqual([' ', true])
  const blank = await call('PUT', `/${id}`, { ...payee, nickname: ' ' })
  expect(blank.body.errors).toMatchObject([{ pointer: '/nickname', code: 'text_blank' }])
  expect((await call('PUT', `/${id}`, payee)).body).not.toHaveProperty('nickname')
})

test('only one of ten concurrent updates with the same If-Match version succeeds', async () => {
  const id = await create()
  const sends = Array.from({ length: 10 }, (_, i) =>
    call('PUT', `/${id}`, { ...payee, nickname: `n${i}` }, { 'if-match': '"1"' }),
  )
  const statuses = (await Promise.all(sends)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, ...Array<number>(9).fill(412)])
})

test('changing the account clears the verification of the payee; other changes keep it', async () => {
  const id = await create()
  await service.db.pool.query(`update beneficiaries set verification_status = 'Match', verified_at = now()`)
  const kept = await call('PUT', `/${id}`, { ...payee, nickname: 'same account' })
  expect(kept.body).toMatchObject({ verification: { status: 'Match' } })
  const moved = await call('PUT', `/${id}`, { ...payee, iban: 'DE02120300000000202051' })
  expect(moved.body).toMatchObject({ verification: { status: 'NotChecked', checkedAt: null } })
})

test('one beneficiary a currency is the default: the last one set', async () => {
  const first = await create({ isDefaultForCurrency: true })
  const second = await create({ isDefaultForCurrency: true })
  expect((await call('GET', `/${first}`)).body).toMatchObject({ isDefaultForCurrency: false, version: 2 })
  expect((await call('GET', `/${second}`)).body).toMatchObject({ isDefaultForCurrency: true })
  await call('DELETE', `/${second}`)
  expect((await call('GET', `/${second}`)).body).toMatchObject({ isDefaultForCurrency: false, status: 'Deleted' })
})

test('ten concurrent changes of the default leave one default, the same in the entity settings', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => create({ isDefaultForCurrency: true })))
  const bodies = await Promise.all(ids.map(async (id) => (await call('GET', `/${id}`)).body))
  const defaults = bodies.filter((body) => body['isDefaultForCurrency']).map((body) => body['beneficiaryId'])
  const { rows } = await service.db.pool.query<{ id: string }>(
    `select profile #>> '{defaultBeneficiaryByCurrency,EUR}' as id from entity_settings where entity_id = $1`,
    [service.ids.rm],
  )
  expect(defaults).toEqual([formatId('ben', rows[0]!.id)])
})

test('only one of ten concurrent updates can take the same external reference', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => create()))
  const answers = await Promise.all(ids.map((id) => call('PUT', `/${id}`, { ...payee, externalReference: 'E-race' })))
  const codes = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`).sort()
  expect(codes).toEqual(['200 ', ...Array<string>(9).fill('409 external_reference_taken')])
})

test('a deleted beneficiary stays readable, cannot be changed, and deleting it again changes nothing', async () => {
  const id = await create()
  expect((await call('DELETE', `/${id}`)).status).toBe(204)
  expect((await call('DELETE', `/${id}`)).status).toBe(204)
  expect((await call('GET', `/${id}`)).body).toMatchObject({ status: 'Deleted', version: 2 })
  expect((await call('PUT', `/${id}`, payee)).body).toMatchObject({ code: 'beneficiary_deleted', status: 409 })
  expect(await eventsOf(id)).toEqual(['beneficiary.created 1', 'beneficiary.deleted 2'])
})

test('a beneficiary that a payment waits for is deleted by force only', async () => {
  const id = await create()
  service.waiting = [newUuid()]
  const refused = await call('DELETE', `/${id}`)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'beneficiary_in_use', params: { paymentIds: [formatId('pay', service.waiting[0]!)] } },
  ])
  expect((await call('DELETE', `/${id}?force=true`)).status).toBe(204)
})
