import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { givenClient, givenEntity, operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { testInstitution } from '../../../test/support/accounts.ts'
import { operatorCommand } from '../../commands/operator.ts'
import { recordAudit } from '../../events/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { createDatabaseFigures } from '../../monitoring/database-figures.ts'
import { readDigest } from '../record.ts'
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

/** Deletes both chains of an entity with their heads, past the triggers, and lets the service seal them anew. */
async function replaceChains(entityId: string, more = ''): Promise<void> {
  const client = await db.pool.connect()
  await client.query(`begin; set local session_replication_role = 'replica';
    delete from audit_blocks where entity_id = '${entityId}'; delete from audit_heads where entity_id = '${entityId}';
    insert into unsealed_acts select entity_id, act_id, audit_chain_of(entity_id, actor_type, resource_type) from audited_acts
      where entity_id = '${entityId}' and action <> 'client.deleted'; ${more}; commit`)
  client.release()
  await sealAll(db, new Date())
}

/** Returns the chains with a difference at the verification of a day. */
async function differencesAt(day: number): Promise<[entityId: string, kind: string][]> {
  expect(await verifyOnce(givenProcess(day).deps)).toBe(true)
  const { differences } = (await latestVerification(db.pool))!
  return differences.map(({ entityId, kind }) => [entityId, kind])
}

test('a chain that is deleted with its head and sealed anew is found, on each later day', async () => {
  const entityId = await givenEntity(db, 'RM')
  const wireId = formatId('ent', entityId)
  await act(entityId)
  await act(entityId)
  await sealAll(db, new Date())
  expect((await differencesAt(10)).filter(([id]) => id === wireId)).toEqual([])
  await replaceChains(
    entityId,
    `update audited_acts set detail = '{"status": "Active"}' where entity_id = '${entityId}' and action = 'client.statusSet'`,
  )
  for (const day of [11, 12]) expect(await differencesAt(day)).toContainEqual([wireId, 'Broken'])

  const gone = await givenEntity(db, 'RM')
  await act(gone)
  await sealAll(db, new Date())
  await differencesAt(13)
  const client = await db.pool.connect()
  await client.query(`begin; set local session_replication_role = 'replica';
    delete from audit_blocks where entity_id = '${gone}'; delete from audit_heads where entity_id = '${gone}';
    delete from audited_acts where entity_id = '${gone}'; delete from events where entity_id = '${gone}'; commit`)
  client.release()
  expect(await differencesAt(14)).toContainEqual([formatId('ent', gone), 'Broken'])
})

test('noted heads that are changed or deleted are found by the digest in the chain of the institution', async () => {
  await db.pool.query(`update audit_noted_heads set records = records + 1
    where chain_entity_id = (select chain_entity_id from audit_noted_heads limit 1)`)
  for (const day of [15, 16]) expect(await differencesAt(day)).toContainEqual(['house', 'NotedHeads'])
  await db.pool.query('delete from audit_noted_heads')
  expect(await differencesAt(17)).toContainEqual(['house', 'NotedHeads'])
})

test("the operator compares the trail with a head of the institution's chain that was kept elsewhere", async () => {
  const verify = async (...args: string[]) => {
    let printed = ''
    await operatorCommand(
      async () => ({ db, clock: systemClock, institution: testInstitution, close: async () => {} }),
      (text) => (printed = text),
    ).parseAsync(['node', 'operator', '--json', 'verify-audit', ...args])
    process.exitCode = undefined
    return (JSON.parse(printed) as { difference: string }[]).map(({ difference }) => difference)
  }
  const hash = (await readDigest(db.pool, { entityId: HOUSE_ENTITY_ID, chain: 'institution' }, 1n))!
  expect(await verify('--position', '1', '--hash', hash)).not.toContain('KeptHead')
  expect(await verify('--position', '1', '--hash', '0'.repeat(64))).toContain('KeptHead')
  await expect(verify('--position', '1')).rejects.toThrow('Give --position and --hash together')
})

test('a verification whose process died is restarted by another one after the lease', async () => {
  const startedAt = givenProcess(3).wall()
  const { deps } = givenProcess(3)
  deps.clock.wall = () => startedAt // both begin in the same millisecond
  const lease = { day: startedAt.toISOString().slice(0, 10) as never, startedAt, runId: newUuid(), wall: startedAt }
  expect(await leaseVerification(db, { ...lease, until: new Date(startedAt.getTime() + 300_000) })).toBe(true)
  expect(await verifyOnce(deps)).toBe(false)
  await db.pool.query(
    `update audit_verifications set leased_until = started_at - interval '1 ms' where finished_at is null`,
  )
  expect(await verifyOnce(deps)).toBe(true)
  expect(await leaseVerification(db, { ...lease, until: startedAt })).toBe(false)
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
