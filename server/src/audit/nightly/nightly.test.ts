import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { givenClient, givenEntity, operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { recordAudit } from '../../events/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { createDatabaseFigures } from '../../monitoring/database-figures.ts'
import { verifyOnce } from './once.ts'
import { sealAll } from '../seal.ts'
import { latestVerification, leaseVerification } from './verifications.ts'

const db = await testDatabase()
const DAY = 86_400_000

/** A process at a day of its own, with what it logged. */
function givenProcess(day: number) {
  const lines: unknown[][] = []
  const write = (...line: unknown[]) => void lines.push(line)
  const wall = () => new Date(Date.now() + day * DAY)
  const deps = { db, clock: { wall }, log: { info: write, warn: write, error: write } as never }
  return { deps, wall, lines }
}

const metricsAt = async (wall: () => Date) => {
  const registry = new Registry()
  const timing = { everyMs: 0, patienceMs: 5000, timeLimitMs: 5000 }
  const clock = { ...systemClock, wall }
  const figures = createDatabaseFigures(registry, { connection: db.connection, clock }, timing)
  await figures.refresh()
  await figures.close()
  const text = await registry.metrics()
  return (name: string) => Number(new RegExp(`^cambist_audit_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

const act = (entityId: string, actId = newUuid()) =>
  inTransaction(db, (tx) =>
    recordAudit(tx, operatorAct, { entityId, action: 'client.statusSet', resourceType: 'client', resourceId: actId }),
  )

test('a changed record is found by the verification of the next day, with an error in the log and in the metrics', async () => {
  const entityId = await givenEntity(db, 'RM')
  await givenClient(db, entityId)
  await act(entityId)
  await sealAll(db, new Date())
  const first = givenProcess(0)
  expect(await verifyOnce(first.deps)).toBe(true)
  expect(first.lines).toEqual([[expect.anything(), 'the audit trail is intact']])
  const before = await metricsAt(first.wall)
  expect(before('differences')).toBe(0)
  expect(before('verification_age_seconds')).toBeLessThan(60)

  const client = await db.pool.connect()
  await client.query(`begin; set local session_replication_role = 'replica';
    update audited_acts set detail = '{"status": "Active"}' where action = 'client.statusSet'; commit`)
  client.release()
  expect(await verifyOnce(givenProcess(0).deps)).toBe(false) // done today
  const next = givenProcess(1)
  expect(await verifyOnce(next.deps)).toBe(true)
  const difference = {
    entityId: formatId('ent', entityId),
    chain: 'institution',
    kind: 'Changed',
    position: expect.any(String),
    auditRecordId: expect.stringMatching(/^act_/),
  }
  expect(next.lines).toEqual([
    [expect.objectContaining({ differences: [difference] }), expect.stringContaining('changed or deleted')],
  ])
  expect((await latestVerification(db.pool))!.differences).toEqual([difference])
  expect((await metricsAt(next.wall))('differences')).toBe(1)
})

test('a verification that its process did not finish is begun anew by another one, after the lease', async () => {
  const startedAt = givenProcess(3).wall()
  const { deps } = givenProcess(3)
  deps.clock.wall = () => startedAt // both begin in the same millisecond
  const lease = { day: startedAt.toISOString().slice(0, 10) as never, startedAt, runId: newUuid(), wall: startedAt }
  expect(await leaseVerification(db.pool, { ...lease, until: new Date(startedAt.getTime() + 300_000) })).toBe(true)
  expect(await verifyOnce(deps)).toBe(false)
  await db.pool.query(
    `update audit_verifications set leased_until = started_at - interval '1 ms' where finished_at is null`,
  )
  expect(await verifyOnce(deps)).toBe(true)
  expect(await leaseVerification(db.pool, { ...lease, until: startedAt })).toBe(false)
})

test('records that are not sealed are counted, with the age of the oldest', async () => {
  await sealAll(db, new Date())
  const { wall } = givenProcess(0)
  expect((await metricsAt(wall))('unsealed_records')).toBe(0)
  const entityId = await givenEntity(db, 'RM')
  await act(entityId)
  const figure = await metricsAt(() => new Date(Date.now() + 120_000))
  const { rows } = await db.pool.query<{ count: number }>('select count(*)::int as count from unsealed_acts')
  expect(rows[0]!.count).toBeGreaterThan(0)
  expect(figure('unsealed_records')).toBeGreaterThanOrEqual(rows[0]!.count)
  expect(figure('oldest_unsealed_seconds')).toBeGreaterThan(100)
  await sealAll(db, new Date())
  expect((await metricsAt(wall))('oldest_unsealed_seconds')).toBe(0)
})
