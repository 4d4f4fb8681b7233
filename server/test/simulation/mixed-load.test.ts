import { DatabaseClient } from '../../src/kernel/db/client.ts'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseId } from '../../src/kernel/values/ids.ts'
import { HOUSE_ENTITY_ID } from '../../src/kernel/values/house.ts'
import { AUDITS } from '../../src/composition/modules.ts'
import { auditLedger } from '../../src/ledger/index.ts'
import { listChains, sealAll, verifyChain } from '../../src/audit/index.ts'
import { UNRECORDED } from '../support/audited.ts'
import { accountNumbers, secretsIn } from '../support/log-secrets.ts'
import { takeViolations } from '../support/lock-order.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { operatorCommand } from '../../src/commands/operator.ts'
import { APPROVED_FROM, PAID_WITH_APPROVAL_FROM } from './approval-acts.ts'
import { ACTS } from './load-acts.ts'
import { operate, operated } from './operator-acts.ts'
import { openSandbox, type Sandbox, SECRETS_KEY } from './processes.ts'
import { setStage, type Stage } from './stage.ts'
import { openTeller, refused, requested } from './teller.ts'

/** Seconds of each load; a longer campaign: MIXED_LOAD_SECONDS=120. */
const SECONDS = Number(process.env.MIXED_LOAD_SECONDS ?? 4)
const CONNECTIONS = 12
/** Callers of the load of all commands, on two processes; a longer campaign: MIXED_LOAD_CALLERS=30. */
const CALLERS = Number(process.env.MIXED_LOAD_CALLERS ?? 10)

let sandbox: Sandbox
let stage: Stage
const dataDir = temporaryDirectory()
beforeAll(async () => {
  // Operator commands that make keys or seal secrets read their configuration.
  vi.stubEnv('SANDBOX', 'true')
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('SECRETS_KEY', SECRETS_KEY)
  vi.stubEnv('BASE_URL', undefined)
  sandbox = await openSandbox({ processes: 2, poolSize: CONNECTIONS })
  stage = await setStage(sandbox)
  const policy = [
    '--entity',
    sandbox.entityIds.abs,
    '--resource',
    'InternalTransfer',
    '--currency',
    'EUR',
    '--from',
    '5',
  ]
  await operate(openTeller(sandbox, stage, 0), 'set-approval-policy', ...policy)
  const trades = ['--entity', sandbox.entityIds.rm, '--resource', 'Trade', '--from', APPROVED_FROM]
  await operate(openTeller(sandbox, stage, 0), 'set-approval-policy', ...trades)
  const large = ['--entity', sandbox.entityIds.rm, '--currency', 'GBP', '--from', PAID_WITH_APPROVAL_FROM]
  await operate(openTeller(sandbox, stage, 0), 'set-approval-policy', ...large)
  const payees = ['--entity', sandbox.entityIds.abs, '--approval']
  await operate(openTeller(sandbox, stage, 0), 'set-beneficiary-policy', ...payees)
})
afterAll(async () => {
  await sandbox.close()
  vi.unstubAllEnvs()
  rmSync(dataDir, { recursive: true })
})

/** Statements that the database ended because of a deadlock or a serialization failure: their transactions are retried. */
const retried: string[] = []
const { prototype } = DatabaseClient as unknown as { prototype: { query: (...given: unknown[]) => unknown } }
const original = prototype.query
prototype.query = function query(this: unknown, ...given) {
  const result = original.apply(this, given)
  if (!(result instanceof Promise)) return result
  return result.catch((error: { code?: string; message?: string }) => {
    const { name, text } = given[0] as { name?: string; text?: string }
    // Optimistic posting: the set is decided again in the next statement, and no transaction begins anew.
    const isMispredicted = name?.startsWith('post-predicted') ?? false
    const isOvertaken = name?.startsWith('post-') && error.message === 'a fact of a payment changed'
    if ((error.code === '40P01' || error.code === '40001') && !isMispredicted && !isOvertaken)
      retried.push(`${error.code} ${name ?? text}`)
    throw error
  })
}
afterAll(() => {
  prototype.query = original
})

/** Has many callers do some kinds of acts at once, each kind at least once, and returns how often each succeeded. */
async function play(kinds: readonly (keyof typeof ACTS)[], callers: number): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  const end = Date.now() + SECONDS * 1000
  const caller = async (number: number) => {
    const teller = openTeller(sandbox, stage, number)
    for (let turn = 0; turn < kinds.length || Date.now() < end; turn++) {
      const kind = kinds[(turn + number) % kinds.length]!
      if (await ACTS[kind](teller)) done[kind] = (done[kind] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)))
  return done
}

/** Warning that the act `clearContradiction` provokes. */
const CONTRADICTED = 'a report of the bank contradicts its payment'

async function expectNoDeadlock(): Promise<void> {
  expect(takeViolations()).toEqual([])
  expect(retried).toEqual([])
  expect(sandbox.complaints.filter((line) => !line.includes(CONTRADICTED))).toEqual([])
  const sql = 'select deadlocks from pg_stat_database where datname = current_database()'
  expect((await sandbox.db.pool.query<{ deadlocks: bigint }>(sql)).rows[0]!.deadlocks).toBe(0n)
}

test('spot bookings with attached payments beside payments end without a deadlock', async () => {
  const done = await play(['spotWithPayments', 'pay'], 8)
  await expectNoDeadlock()
  expect(done).toMatchObject({ spotWithPayments: expect.any(Number), pay: expect.any(Number) })
})

test('margined forwards, drawdowns and close-outs beside payments end without a deadlock', async () => {
  const mixed = ['forward', 'pay', 'drawDown', 'amend', 'runMargin'] as const
  const done = await play(mixed, 10)
  const issued = `select from events where entity_id = $1 and type = 'marginCall.issued' limit 1`
  const callsSoFar = async () => (await sandbox.db.pool.query(issued, [parseId('ent', sandbox.entityIds.rm)])).rowCount
  // A slow machine may not reach a loss that needs margin in the time of one load.
  for (let load = 1; load < 10 && (await callsSoFar()) === 0; load++) await play(mixed, 10)
  await expectNoDeadlock()
  expect(done).toMatchObject({ forward: expect.any(Number), drawDown: expect.any(Number) })
  expect(await callsSoFar()).toBe(1)
})

test('all commands run concurrently, while the clock moves, without a deadlock, and the books agree', async () => {
  const done = await play(Object.keys(ACTS) as (keyof typeof ACTS)[], CALLERS)
  await expectNoDeadlock()
  // Why commands were rejected, beside what never succeeded.
  const never = Object.keys(ACTS).filter((kind) => !(kind in done))
  expect({ never, refused: never.length > 0 ? refused : {} }).toEqual({ never: [], refused: {} })
  expect((await auditLedger(sandbox.db, () => {}, AUDITS)).findings).toEqual([])
})

/** Commands without load, with the reason why they add no lock beyond those of other commands. */
const EXCUSED: Record<string, string> = {
  'recompute-mtm': 'reads',
  reconcile: 'reads, and stores its own report',
  'show-approval': 'reads',
  'verify-audit': 'reads, and seals like the processes of the load',
  'suspend-third-party': 'stops the third parties of the load',
  'reinstate-third-party': 'undoes a suspension',
}
const READS = /^(list|screening-(lists|cases)$)/

test('every operator command is in the load, or is left out with a reason', () => {
  const names = operatorCommand().commands.map((command) => command.name())
  const commands = names.filter((name) => name !== 'help' && !READS.test(name))
  expect(commands.filter((name) => !operated.has(name) && !(name in EXCUSED))).toEqual([])
  expect(Object.keys(EXCUSED).filter((name) => operated.has(name) || !commands.includes(name))).toEqual([])
})

/** Routes that write and that the load leaves out. */
const EXCUSED_ROUTES: Record<string, string> = {
  'post /v1/credit/simulate': 'reads',
  'post /v1/payments/validate': 'reads',
  'post /v1/beneficiaries/validate': 'reads',
  'post /v1/sandbox/reset': 'ends the load: it empties the database',
  ...Object.fromEntries(
    [
      'post /v1/notification-recipients',
      'delete /v1/notification-recipients/{notificationRecipientId}',
      'post /v1/webhook-endpoints',
      'patch /v1/webhook-endpoints/{webhookEndpointId}',
      'delete /v1/webhook-endpoints/{webhookEndpointId}',
      'post /v1/webhook-endpoints/{webhookEndpointId}/rotate-secret',
      'post /v1/webhook-endpoints/{webhookEndpointId}/test',
      'post /v1/webhook-endpoints/{webhookEndpointId}/replay',
      'post /v1/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}/redeliver',
    ].map((route) => [route, 'locks an endpoint, which no other command locks']),
  ),
}

test('every route that writes is in the load, or is left out with a reason', async () => {
  const { paths } = await sandbox.processes[0]!.get<{ paths: Record<string, object> }>('rm', '/openapi.json')
  const writes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ['post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => `${method} ${path}`),
  )
  const sends = (name: string) => new RegExp(`^${name.replace(/\{\w+\}/g, '\\w+')}$`)
  const left = writes.filter((name) => ![...requested].some((sent) => sends(name).test(sent)))
  expect(left.filter((name) => !(name in EXCUSED_ROUTES))).toEqual([])
  expect(Object.keys(EXCUSED_ROUTES).filter((name) => !left.includes(name))).toEqual([])
})

/** Routes that write, which the load leaves out and other tests record. */
const RECORDED_ELSEWHERE = /webhook|notification/i // server/src/webhooks/endpoints.test.ts, server/src/notifications

test('every write has left a record with its request and operation, and no chain is broken', async () => {
  for (const writes of sandbox.writes) await writes.check()
  const done = new Set(sandbox.writes.flatMap(({ writes }) => writes.map(({ operation }) => operation)))
  const { paths } = await sandbox.processes[0]!.get<{ paths: Record<string, Record<string, { operationId: string }>> }>(
    'rm',
    '/openapi.json',
  )
  const operations = Object.values(paths).flatMap((methods) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'get')
      .map(([, { operationId }]) => operationId),
  )
  const expected = operations.filter((name) => !(name in UNRECORDED) && !RECORDED_ELSEWHERE.test(name))
  expect(expected.length).toBeGreaterThan(35)
  expect(expected.filter((name) => !done.has(name))).toEqual([])
  expect(Object.keys(UNRECORDED).filter((name) => !operations.includes(name))).toEqual([])
  await sealAll(sandbox.db, new Date())
  const chains = await listChains(sandbox.db.pool, undefined)
  expect(chains.length).toBeGreaterThan(4)
  for (const chain of chains) {
    const { difference, position } = await verifyChain(sandbox.db.pool, chain, 0n)
    expect({ ...chain, difference }).toEqual({ ...chain, difference: undefined })
    expect(position).toBeGreaterThan(0n)
  }
})

/** Commands that store no row. */
const WRITES_NO_ROW = ['generate-holidays']

test('every operator command that writes has left a record with its name, the account and the host', async () => {
  const { rows } = await sandbox.db.pool.query<{ operation: string; address: string }>(
    `select distinct operation, address from audit_log where actor_type = 'operator' and operation is not null`,
  )
  const recorded = new Set(rows.map(({ operation }) => operation))
  const writing = [...operated].filter((name) => !READS.test(name) && !WRITES_NO_ROW.includes(name))
  expect(writing.length).toBeGreaterThan(20)
  expect(writing.filter((name) => !recorded.has(name))).toEqual([])
  for (const { address } of rows) expect(address).toMatch(/^.+@.+$/)
})

test('the audit trail and the events of clients name resources by the ids of the interface, not by stored ones', async () => {
  const { rows } = await sandbox.db.pool.query<{ action: string; name: string }>(
    `select distinct action, name from audit_log, lateral jsonb_each_text(detail) each (name, value)
      where entity_id <> $1 and value ~ '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]'`,
    [HOUSE_ENTITY_ID],
  )
  expect(rows).toEqual([])
})

test('the audit trail and the logs of the whole run contain no secret and no full account number', async () => {
  const { credentials, tokens, db } = sandbox
  const { clients, approvers, psus } = credentials
  const secrets = [
    ...[...Object.values(clients), ...Object.values(approvers)].map(({ clientSecret }) => clientSecret),
    ...psus.flatMap(({ password, totpSecret }) => [password, totpSecret]),
    ...Object.values(tokens).map((token) => token.replace('Bearer ', '')),
    ...(await accountNumbers(db)),
  ]
  expect(secrets.length).toBeGreaterThan(40)
  const { rows } = await db.pool.query<{ detail: string }>(
    'select detail::text from audit_log where detail is not null',
  )
  for (const [place, text] of [
    ['log', sandbox.logged.join('')],
    ['audit trail', rows.map(({ detail }) => detail).join('\n')],
  ] as const) {
    expect(text.length).toBeGreaterThan(20_000)
    expect({ place, found: secrets.filter((secret) => text.includes(secret)) }).toEqual({ place, found: [] })
    expect({ place, forms: secretsIn(text).filter(([form]) => form !== 'url') }).toEqual({ place, forms: [] })
  }
})
