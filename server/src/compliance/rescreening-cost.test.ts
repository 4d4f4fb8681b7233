import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { payees } from '../../test/support/payment-service.ts'
import { openScreenedPayments } from '../../test/support/screened-payments.ts'
import { parseId } from '../kernel/values/ids.ts'
import { createScreening, type Screening } from '../screening/index.ts'
import { rescreenPayees } from './rescreening.ts'

const db = await testDatabase()
const { service, screening, load } = await openScreenedPayments(db)

async function givenPayee(name: string): Promise<string> {
  const order = { entityId: service.wireEntity, ...payees.EUR, name }
  const { body } = await service.post('/v1/beneficiaries', order)
  expect(body.status).toBe('Active')
  return parseId('ben', body.beneficiaryId)!
}

/** Runs a sweep of its own, in which `before` runs ahead of each search; returns the failures that it reported. */
async function sweep(before: (name: string) => Promise<void>): Promise<string[]> {
  const failures: string[] = []
  const watched: Screening = {
    ...screening,
    async lookSince(from, parties, version) {
      await before(parties[0]!.name)
      return screening.lookSince(from, parties, version)
    },
  }
  const run = rescreenPayees({ screening: watched, wall: () => service.time.now })
  const at = (begun: Date) => begun
  const failed = (_error: unknown, { resourceId }: { resourceId: string }) => void failures.push(resourceId)
  await run({ db, until: service.time.now, at, failed })
  return failures
}

const statusOf = async (beneficiaryId: string) => {
  const { rows } = await db.pool.query<{ status: string }>(
    'select status from beneficiaries where entity_id = $1 and beneficiary_id = $2',
    [service.entityId, beneficiaryId],
  )
  return rows[0]!.status
}
const isComplete = async () => {
  const { rows } = await db.pool.query<{ done: boolean }>(
    `select version >= (select max(changed_version) from screening_lists) as done from screening_progress
      where entity_id = $1`,
    [service.entityId],
  )
  return rows[0]!.done
}

beforeEach(async () => {
  await load('ONE', 'Otto Anders')
  await service.settle()
})

test('a payee that is found can be paid and changed while the others are searched', async () => {
  const found = [await givenPayee('Otto Beispielmann'), await givenPayee('Otto Beispielmann')]
  await load('ONE', 'BEISPIELMANN, Otto')
  const searched: string[] = []
  await sweep(async (name) => {
    searched.push(name)
    await db.pool.query('select from beneficiaries where entity_id = $1 for update nowait', [service.entityId])
  })
  expect(searched.filter((name) => name === 'Otto Beispielmann')).toHaveLength(2)
  expect(await Promise.all(found.map(statusOf))).toEqual(['PendingApproval', 'PendingApproval'])
})

test('a payee that cannot be screened is reported once, and the others of its entity are screened', async () => {
  const broken = await givenPayee('Broken Record')
  const other = await givenPayee('Hanna Musterfrau')
  await load('ONE', 'MUSTERFRAU, Hanna')
  const failures = await sweep(async (name) => {
    if (name === 'Broken Record') throw new Error('the name cannot be read')
  })
  expect(failures).toEqual([broken])
  expect(await statusOf(other)).toBe('PendingApproval')
  expect(await isComplete()).toBe(true)
})

test('a payee that is changed while it is searched is screened as it is then', async () => {
  const id = await givenPayee('Lukas Beispiel')
  await load('ONE', 'BEISPIEL, Lukas')
  let isChanged = false
  await sweep(async (name) => {
    if (name !== 'Lukas Beispiel' || isChanged) return
    isChanged = true
    await db.pool.query(
      `update beneficiaries set name = 'Petra Andersnamig', version = version + 1
        where entity_id = $1 and beneficiary_id = $2`,
      [service.entityId, id],
    )
  })
  expect(isChanged).toBe(true)
  expect(await statusOf(id)).toBe('Active')
})

test('other work runs while a long list is made searchable', async () => {
  const names = Array.from({ length: 5_000 }, (_, i) => ({
    list: 'LONG',
    entryId: `${i}`,
    name: `Name${i.toString(36)} Surname${i}`,
    kind: 'Individual',
    programs: '',
    bics: [],
    version: '1',
  }))
  const lists = { query: async () => ({ rows: names }) } as unknown as Parameters<Screening['look']>[0]
  let turns = 0
  let isDone = false
  const tick = () => {
    turns++
    if (!isDone) setImmediate(tick)
  }
  setImmediate(tick)
  const hits = await createScreening(0.88).look(lists, [{ role: 'Payee', name: 'Name1 Surname1' }])
  isDone = true
  expect(hits.length).toBeGreaterThan(0)
  expect(turns).toBeGreaterThan(5)
})
