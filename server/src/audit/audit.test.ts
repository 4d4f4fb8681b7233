import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { openAccountsApp } from '../../test/support/accounts-app.ts'
import { testDatabase } from '../../test/support/database.ts'
import { payees } from '../../test/support/payees.ts'
import { operatorAct } from '../../test/support/clients.ts'
import { operatorCommand } from '../commands/operator.ts'
import { emit, recordAudit } from '../events/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { systemClock } from '../kernel/values/clock.ts'
import { formatId, newUuid } from '../kernel/values/ids.ts'
import { sealAll } from './seal.ts'
import { testInstitution } from '../../test/support/accounts.ts'
import { errorCode } from '../../test/support/codes.ts'

const db = await testDatabase()
const { send, givenHolder, processes } = await openAccountsApp(db)
const seal = () => sealAll(db, new Date())

type Holder = Awaited<ReturnType<typeof givenHolder>>
let holder: Holder
beforeEach(async () => {
  holder = await givenHolder('RM')
})

const actNow = () => ({
  actor: { type: 'client' as const, id: holder.principal.clientId },
  at: new Date('2026-11-25T10:00:00.000Z'),
  wall: new Date(),
  requestId: 'request-1',
})
const trade = (resourceId = newUuid(), more: object = {}) =>
  inTransaction(db, (tx) =>
    emit(tx, actNow(), {
      entityId: holder.entityId,
      type: 'trade.executed',
      resourceType: 'trade',
      resourceId,
      ...more,
    }),
  )
const actOn = (act: object = actNow(), more: object = {}) =>
  inTransaction(db, (tx) =>
    recordAudit(tx, act as ReturnType<typeof actNow>, {
      entityId: holder.entityId,
      action: 'webhookEndpoint.secretRotated',
      resourceType: 'webhookEndpoint',
      resourceId: newUuid(),
      ...more,
    }),
  )
const list = async (query = '') => (await send(holder.token, 'GET', `/v1/audit${query}`)).body
const verify = async (query = '') => (await send(holder.token, 'GET', `/v1/audit/verify${query}`)).body

/** Writes past the triggers, as a hand on the database would. */
async function tamper(sql: string, values: unknown[]): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query("set local session_replication_role = 'replica'")
    expect((await client.query(sql, values)).rowCount).toBe(1)
    await client.query('commit')
  } finally {
    client.release()
  }
}

describe('a client reads the audit trail of its entity', () => {
  test('with actor, request and the values before and after, sealed or not', async () => {
    const resourceId = newUuid()
    await trade(resourceId, { previousStatus: 'PendingApproval', resourceVersion: 2 })
    const [waiting] = (await list()).data
    expect(waiting).toMatchObject({
      action: 'trade.executed',
      at: '2026-11-25T10:00:00.000Z',
      actor: { type: 'client', id: formatId('cli', holder.principal.clientId) },
      requestId: 'request-1',
      resource: { type: 'trade', id: formatId('trd', resourceId), version: 2 },
      before: { status: 'PendingApproval' },
      seal: null,
    })
    await seal()
    const [sealed] = (await list()).data
    expect(sealed).toEqual({
      ...waiting,
      seal: expect.objectContaining({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    })
  })

  test('and computes every hash itself', async () => {
    for (let i = 0; i < 3; i++) await trade()
    await actOn()
    await seal()
    const { data } = await list()
    expect(data).toHaveLength(4)
    let before = ''
    for (const {
      seal: { hash, text, position },
    } of data.toReversed()) {
      expect(createHash('sha256').update(before, 'hex').update(text).digest('hex')).toBe(hash)
      expect(JSON.parse(text)).toMatchObject({ position: String(position), entityId: holder.entityId })
      before = hash
    }
    expect(await verify()).toMatchObject({
      intact: true,
      hash: before,
      position: String(data.length),
      nextCursor: null,
    })
  })

  test.each([1, 3, 8])('page by page, each record once, sealed or not (unsealed records: %i)', async (acts) => {
    for (let i = 0; i < 5; i++) await trade()
    await seal()
    for (let i = 0; i < 4; i++) await trade()
    for (let i = 0; i < acts; i++) await actOn()
    const whole = (await list()).data.map(({ auditRecordId }: { auditRecordId: string }) => auditRecordId)
    const paged: string[] = []
    for (let after = ''; ; ) {
      const page = await list(`?limit=3${after && `&after=${after}`}`)
      expect(page.data.length).toBeLessThanOrEqual(3)
      paged.push(...page.data.map(({ auditRecordId }: { auditRecordId: string }) => auditRecordId))
      if (page.nextCursor === null) break
      after = page.nextCursor
    }
    expect(paged).toEqual(whole)
    expect(new Set(paged).size).toBe(whole.length)
  })

  test.each([true, false])('by resource, action, request and time (sealed: %s)', async (isSealed) => {
    const resourceId = newUuid()
    await trade(resourceId)
    await trade()
    if (isSealed) await seal()
    const wireId = formatId('trd', resourceId)
    expect((await list(`?resourceId=${wireId}`)).data).toHaveLength(1)
    expect((await list(`?resourceId=${formatId('trd', newUuid())}`)).data).toEqual([])
    expect((await list('?resourceId=nonsense')).data).toEqual([])
    expect((await list('?action=trade.executed&requestId=request-1')).data).toHaveLength(2)
    expect((await list('?action=trade.settled')).data).toEqual([])
    expect((await list('?from=2100-01-01T00:00:00Z')).data).toEqual([])
    expect((await list('?to=2020-01-01T00:00:00Z')).data).toEqual([])
    const now = new Date().toISOString()
    expect((await list(`?action=trade.executed&to=${now}`)).data).toHaveLength(2)
    expect((await send(holder.token, 'GET', `/v1/audit?from=${now}&to=2020-01-01T00:00:00Z`)).status).toBe(400)
  })

  test('without the actions of operators and screening, and without those of other entities', async () => {
    const other = await givenHolder('RM')
    await actOn(operatorAct, { action: 'client.statusSet', resourceType: 'client' })
    await actOn(actNow(), { action: 'screeningCase.opened', resourceType: 'screeningCase' })
    await trade()
    const actions = async (token: string) =>
      (await send(token, 'GET', '/v1/audit')).body.data.map(({ action }: { action: string }) => action)
    for (const step of [() => undefined, seal]) {
      await step()
      expect(await actions(holder.token)).toEqual(['trade.executed'])
      expect(await actions(other.token)).toEqual([])
    }
    expect((await send(other.token, 'GET', `/v1/audit?entityId=${holder.wireId}`)).status).toBe(404)
    const reader = await givenHolder('RM', ['fx:quote'])
    expect((await send(reader.token, 'GET', '/v1/audit')).status).toBe(403)
  })
})

test('a record shows changed values only, before and after, and of an account number its last four digits', async () => {
  const { token, wireId } = holder
  const { body: made } = await send(token, 'POST', '/v1/beneficiaries', { body: { entityId: wireId, ...payees.EUR } })
  const id = made.beneficiaryId as string
  const other = 'FR7630006000011234567890189'
  const replaced = await processes[0]!.app.inject({
    method: 'PUT',
    url: `/v1/beneficiaries/${id}`,
    headers: { authorization: `Bearer ${token}`, 'x-request-id': 'replace-1' },
    payload: { ...payees.EUR, iban: other, bic: undefined, bankCountryCode: 'FR' },
  })
  expect([replaced.statusCode, replaced.body]).toEqual([200, replaced.body])
  const [record] = (await list(`?resourceId=${id}`)).data
  expect(record).toMatchObject({
    action: 'beneficiary.updated',
    operation: 'replaceBeneficiary',
    requestId: 'replace-1',
    address: '127.0.0.1',
    before: { iban: `****${payees.EUR.iban.slice(-4)}` },
    after: { iban: '****0189' },
  })
  expect(record.after).not.toHaveProperty('name')
  expect(JSON.stringify((await list()).data)).not.toContain(other)
})

describe('verification names the first record that differs', () => {
  const positionOf = (record: { seal: { position: number } }) => record.seal.position
  const CHANGES: [string, string, string][] = [
    ['a changed value', "update events set detail = '{}' where entity_id = $1 and sequence = $2", 'Changed'],
    ['a changed actor', "update events set actor_type = 'system' where entity_id = $1 and sequence = $2", 'Changed'],
    ['a deleted event', 'delete from events where entity_id = $1 and sequence = $2', 'Missing'],
  ]

  test.each(CHANGES)('%s', async (_case, sql, kind) => {
    for (let i = 0; i < 3; i++) await trade()
    await seal()
    const records = (await list()).data
    const [, second] = records
    const sequence = Number(second.auditRecordId.split('_').at(-1))
    await tamper(sql, [holder.entityId, sequence])
    expect(await verify()).toMatchObject({
      intact: false,
      position: String(positionOf(second) - 1),
      firstDifference: { kind, position: positionOf(second), auditRecordId: second.auditRecordId },
    })
  })

  test('an event that is deleted before it is sealed', async () => {
    for (let i = 0; i < 3; i++) await trade()
    const [, second] = (await list()).data
    const sequence = Number(second.auditRecordId.split('_').at(-1))
    await tamper('delete from events where entity_id = $1 and sequence = $2', [holder.entityId, sequence])
    await seal()
    expect((await verify()).firstDifference).toMatchObject({ kind: 'Missing', auditRecordId: second.auditRecordId })
  })

  test('an action that is deleted, and one that is added behind the triggers', async () => {
    await actOn()
    await seal()
    const [act] = (await list()).data
    const { actId } = JSON.parse(act.seal.text)
    const added = newUuid()
    await tamper(
      `insert into audited_acts select entity_id, $3, at, actor_type, actor_id, action, resource_type, resource_id, request_id, detail
        from audited_acts where entity_id = $1 and act_id = $2`,
      [holder.entityId, actId, added],
    )
    expect((await verify()).firstDifference).toEqual({
      kind: 'Unchained',
      position: null,
      auditRecordId: formatId('act', added),
    })
    await tamper('delete from audited_acts where entity_id = $1 and act_id = $2', [holder.entityId, actId])
    expect((await verify()).firstDifference).toMatchObject({ kind: 'Missing', auditRecordId: act.auditRecordId })
  })

  test('a part of the chain that is deleted, at its end too', async () => {
    for (let i = 0; i < 3; i++) {
      await trade()
      await seal()
    }
    const blocks = (await list()).data.map(positionOf)
    await tamper("delete from audit_blocks where entity_id = $1 and chain = 'entity' and first = $2", [
      holder.entityId,
      blocks[0],
    ])
    expect((await verify()).firstDifference).toMatchObject({ kind: 'Broken', position: blocks[0] })
    await tamper("delete from audit_blocks where entity_id = $1 and chain = 'entity' and first = $2", [
      holder.entityId,
      blocks[2],
    ])
    expect((await verify()).firstDifference).toMatchObject({ kind: 'Broken', position: blocks[2] })
  })

  test('a recomputed chain, by a hash that the client stored', async () => {
    await trade()
    await seal()
    const { position, hash } = await verify()
    expect(await verify(`?after=${position}&hash=${hash}`)).toMatchObject({ intact: true })
    const other = 'ab'.repeat(32)
    expect((await verify(`?after=${position}&hash=${other}`)).firstDifference).toMatchObject({
      kind: 'Broken',
      position: Number(position),
    })
    const unknown = await send(holder.token, 'GET', `/v1/audit/verify?after=${Number(position) + 1}`)
    expect([unknown.status, errorCode(unknown.body)]).toEqual([422, 'audit_position_unknown'])
  })

  test('by the operator, for one entity or all, with the exit code', async () => {
    await trade()
    await actOn(operatorAct, { action: 'client.statusSet', resourceType: 'client' })
    await givenHolder('ABS') // its chains are listed after
    const run = async (...args: string[]) => {
      let printed = ''
      await operatorCommand(
        async () => ({ db, clock: systemClock, institution: testInstitution, close: async () => {} }),
        (text) => (printed = text),
      ).parseAsync(['node', 'operator', '--json', 'verify-audit', ...args])
      const code = process.exitCode
      process.exitCode = undefined
      return { code, found: JSON.parse(printed) as { chain: string; difference: string; auditRecordId?: string }[] }
    }
    const intact = await run('--entity', holder.wireId)
    expect([intact.code, intact.found.map(({ chain, difference }) => [chain, difference])]).toEqual([
      undefined,
      [
        ['entity', 'none'],
        ['institution', 'none'],
      ],
    ])
    await tamper(
      'update audited_acts set detail = \'{"status": "Active"}\' where entity_id = $1 and action = \'client.statusSet\'',
      [holder.entityId],
    )
    const changed = await run()
    expect(changed.code).toBe(1)
    expect(changed.found.at(-1), 'after the intact chains').toEqual(
      expect.objectContaining({
        entityId: holder.wireId,
        chain: 'institution',
        difference: 'Changed',
        auditRecordId: expect.stringMatching(/^act_/),
      }),
    )
    await expect(run('--entity', formatId('ent', newUuid()))).rejects.toThrow('has no audit trail')
  })
})

test.each(['events', 'audited_acts', 'audit_blocks'])('%s cannot be changed, deleted or emptied', async (table) => {
  await trade()
  await actOn()
  await seal()
  const where = `where entity_id = '${holder.entityId}'`
  for (const sql of [
    `update ${table} set entity_id = entity_id ${where}`,
    `delete from ${table} ${where}`,
    `truncate ${table}`,
  ])
    await expect(db.pool.query(sql)).rejects.toThrow(`${table} is append-only`)
})

test('commands and sealing processes at the same time leave one chain without a gap', async () => {
  const before = Number((await verify()).position)
  const write = async () => {
    for (let i = 0; i < 40; i++) await (i % 4 === 0 ? actOn() : trade())
  }
  let isOver = false
  const sealer = async () => {
    while (!isOver) await sealAll(db, new Date())
  }
  const sealers = [sealer(), sealer()]
  await Promise.all([write(), write(), write(), write()])
  isOver = true
  await Promise.all(sealers)
  await seal()
  expect(await verify()).toMatchObject({ intact: true, position: String(before + 160), nextCursor: null })
})

test('sealing ends while commands go on', async () => {
  await trade()
  let isOver = false
  const write = async () => {
    while (!isOver) await trade()
  }
  const writing = write()
  await seal()
  isOver = true
  await writing
  expect((await list()).data.at(-1).seal).not.toBeNull()
})

test('a chain longer than a block, and more chains than one query finds, are sealed in one run', async () => {
  const others = await Promise.all(Array.from({ length: 110 }, () => givenHolder('ABS')))
  for (const { entityId, principal } of [holder, ...others]) {
    const act = { ...actNow(), actor: { type: 'client' as const, id: principal.clientId } }
    await inTransaction(db, async (tx) => {
      for (let i = 0; i < (entityId === holder.entityId ? 501 : 1); i++)
        await emit(tx, act, { entityId, type: 'trade.executed', resourceType: 'trade', resourceId: newUuid() })
    })
  }
  await seal()
  const { rows } = await db.pool.query(
    `select b.entity_id from books b left join audit_heads h on h.entity_id = b.entity_id and h.chain = 'entity'
      where b.event_sequence > coalesce(h.events, 0) union select entity_id from unsealed_acts`,
  )
  expect(rows).toEqual([])
  expect(await verify()).toMatchObject({ intact: true })
})

test('a sealing process that dies leaves no partial block, and another continues', async () => {
  await trade()
  const client = await db.pool.connect()
  await client.query('begin')
  await client.query(
    `insert into audit_blocks (entity_id, chain, first, first_event, events, act_ids, digests, oldest_at, sealed_at)
      values ($1, 'entity', 1, 1, 1, '{}', decode(repeat('00', 32), 'hex'), now(), now())`,
    [holder.entityId],
  )
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await db.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  client.release(true)
  await seal()
  expect(await verify()).toMatchObject({ intact: true, firstDifference: null })
  expect((await list()).data[0].seal).not.toBeNull()
})
