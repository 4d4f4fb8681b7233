import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { payees } from '../../test/support/payment-service.ts'
import { openScreenedPayments } from '../../test/support/screened-payments.ts'
import { parseId } from '../kernel/values/ids.ts'
import { countEntitiesToScreen } from '../screening/index.ts'

const db = await testDatabase()
const { service, load, openCase, review } = await openScreenedPayments(db)
const MONDAY = '2026-11-23'

async function givenPayee(name: string): Promise<string> {
  const { status, body } = await service.post('/v1/beneficiaries', {
    entityId: service.wireEntity,
    ...payees.EUR,
    name,
  })
  expect([status, body.status]).toEqual([201, 'Active'])
  return body.beneficiaryId
}
const payeeOf = async (id: string) => (await service.get(`/v1/beneficiaries/${id}`)).body
const progress = async () => {
  const { rows } = await db.pool.query<{ screened: bigint; found: bigint }>(
    'select screened, found from screening_progress where entity_id = $1',
    [service.entityId],
  )
  return rows[0]!
}

beforeEach(async () => {
  await load('ONE', 'Otto Anders')
  await service.settle()
})

test('a saved payee that a new list names waits for review, and is paid once it is released', async () => {
  const id = await givenPayee('Viktor Petrovich Listed')
  await load('ONE', 'Otto Anders', 'LISTED, Viktor Petrovich')
  expect(await countEntitiesToScreen(db.reader)).toBeGreaterThan(0)
  await service.settle()
  expect(await countEntitiesToScreen(db.reader)).toBe(0)
  expect(await payeeOf(id)).toMatchObject({ status: 'PendingApproval' })
  expect(await openCase(id)).toMatchObject({ stage: 'ListChange', hits: [expect.stringContaining('ONE 2')] })
  await review(id, 'release')
  expect(await payeeOf(id)).toMatchObject({ status: 'Active' })
})

test('a payee that was released stays released until its entry or another one names it anew', async () => {
  const id = await givenPayee('Maria Elena Sample')
  await load('ONE', 'SAMPLE, Maria Elena')
  await service.settle()
  await review(id, 'release')
  await load('ONE', 'SAMPLE, Maria Elena')
  await load('TWO', 'Somebody Different')
  await service.settle()
  expect(await payeeOf(id)).toMatchObject({ status: 'Active' })
  await load('ONE', 'SAMPLE, Maria Helena Elena')
  await service.settle()
  expect(await payeeOf(id)).toMatchObject({ status: 'PendingApproval' })
  await review(id, 'reject')
  expect(await payeeOf(id)).toMatchObject({ status: 'Blocked' })
})

test('a scheduled payment to a payee that a new list names is held for review, not rejected', async () => {
  const id = await givenPayee('Ingrid Svensdottir')
  const { body } = await service.create({ beneficiaryId: id, paymentDate: MONDAY })
  expect(body.status).toBe('Scheduled')
  await load('ONE', 'SVENSDOTTIR, Ingrid')
  await service.settle()
  await service.advance('2026-11-23T02:00:00Z')
  expect(await service.read(body.paymentId)).toMatchObject({
    status: 'Held',
    statusReason: { code: 'ScreeningReview' },
  })
  await review(id, 'release')
  await review(body.paymentId, 'release')
  await service.settle()
  expect(['Submitted', 'Sent', 'Completed']).toContain((await service.read(body.paymentId)).status)
})

test('a list that is loaded again without a change screens no payee, and one with a change screens every payee once', async () => {
  const before = await progress()
  await load('ONE', 'Otto Anders')
  await service.settle()
  expect(await progress()).toEqual(before)
  await load('ONE', 'Otto Anders', 'Some New Name')
  await service.settle()
  const { rows } = await db.pool.query<{ n: bigint }>(
    `select count(*) n from beneficiaries where entity_id = $1 and status <> 'Deleted'`,
    [service.entityId],
  )
  expect((await progress()).screened - before.screened).toBe(rows[0]!.n)
})

test('a pass that was stopped continues after the last payee that it screened', async () => {
  const ids = [await givenPayee('Otto Beispielmann'), await givenPayee('Otto Beispielmann')].sort()
  const [first, second] = ids.map((id) => parseId('ben', id)!)
  await load('ONE', 'BEISPIELMANN, Otto')
  await db.pool.query(
    `update screening_progress set after_id = $2, target = (select max(changed_version) from screening_lists)
      where entity_id = $1`,
    [service.entityId, first],
  )
  await service.settle()
  expect(second).toBeDefined()
  expect(await payeeOf(ids[0]!)).toMatchObject({ status: 'Active' })
  expect(await payeeOf(ids[1]!)).toMatchObject({ status: 'PendingApproval' })
})
