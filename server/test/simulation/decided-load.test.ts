import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDITS } from '../../src/composition/modules.ts'
import { parseId } from '../../src/kernel/values/ids.ts'
import { auditLedger } from '../../src/ledger/index.ts'
import { takeViolations } from '../support/lock-order.ts'
import { ask, type Body } from './caller.ts'
import { type Bank, type Caller, choose, decide, decideOne, order, TERMS } from './decided-acts.ts'
import {
  dealtMinor,
  type End,
  errorOf,
  leftOf,
  limitedMinor,
  minorOf,
  type Order,
  POLICIES,
  Rights,
} from './decided-orders.ts'
import { operate } from './operator-acts.ts'
import { openSandbox, type Sandbox } from './processes.ts'
import { setStage, type Stage } from './stage.ts'
import { openTeller } from './teller.ts'

/** Seconds of the load; a longer campaign: DECIDED_LOAD_SECONDS=120. */
const SECONDS = Number(process.env.DECIDED_LOAD_SECONDS ?? 6)
/** A load on a slow machine continues until each of `WANTED` has happened, for no longer than this. */
const MOST_SECONDS = 15
const WANTED = ['Payment', 'Spot', 'Forward', 'Drawdown', 'Amendment'].map((kind) => `approve ${kind}`)
const seed = Number(process.env.SIMULATION_SEED ?? Date.now() % 1_000_000_000)
const MAKERS = 5
const DECIDERS = 6
/** Euros that the entity may deal in a day: fewer than the load asks for. */
const DAILY_LIMIT = '700000'

let sandbox: Sandbox
let stage: Stage
let bank: Bank
const run = (...words: string[]) => operate(openTeller(sandbox, stage, 0), ...words)
const ofEntity = () => ['--entity', sandbox.entityIds.rm]
/** Ids of the approvers' clients. */
const clients: Record<string, string> = {}

beforeAll(async () => {
  sandbox = await openSandbox({ processes: 2, poolSize: 6, settings: { FORWARD_GRACE_HOURS: '720' } })
  stage = await setStage(sandbox)
  for (const [resource, bounds] of Object.entries(POLICIES)) {
    const currency = resource === 'Payment' ? ['--currency', 'GBP'] : []
    for (const { from, steps } of bounds) {
      const words = ['--resource', resource, ...currency, '--from', from, '--steps', String(steps)]
      expect(await run('set-approval-policy', ...ofEntity(), ...words)).toBeDefined()
    }
  }
  await run('set-limits', ...ofEntity(), '--daily-trade', DAILY_LIMIT)
  const approvers: Record<string, string> = { first: sandbox.tokens.rmApprover }
  clients['first'] = sandbox.credentials.approvers.rm.clientId
  for (const name of ['second', 'third']) {
    const made = await run('create-client', ...ofEntity(), '--name', name, '--role', 'approver')
    const form = { client_id: made!['clientId']!, client_secret: made!['clientSecret']! }
    const answer = await sandbox.processes[0]!.postForm('/v1/oauth2/token', {
      grant_type: 'client_credentials',
      ...form,
    })
    clients[name] = form.client_id
    approvers[name] = `Bearer ${(JSON.parse(answer.text) as { access_token: string }).access_token}`
  }
  bank = { sandbox, stage, rights: new Rights(), orders: [], approvers, seen: new Map() }
  for (const currency of ['EUR', 'GBP']) await receive(currency, '5000000.00')
})
afterAll(() => sandbox.close())

async function receive(currency: string, amount: string): Promise<void> {
  const body = { accountId: stage.accounts.rm[currency]![0], currency, amount }
  const answer = await ask(sandbox.processes[0]!, { who: 'rm', path: '/v1/sandbox/inbound-payments', body })
  expect(answer.status).toBe(201)
}

/** Numbers from 0 to below 1, the same for each seed. */
function randomOf(seedOf: number): () => number {
  let state = seedOf
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Ways to take the right to approve away from a client, and to give it back. */
const WAYS = [
  [(id: string) => ['block', id], (id: string) => ['unblock', id]],
  [
    (id: string) => ['set-client-roles', '--client', id, ...ofEntity(), '--role', 'maker'],
    (id: string) => ['set-client-roles', '--client', id, ...ofEntity(), '--role', 'approver'],
  ],
] as const

/** Takes the right of one approver after the other away for a moment. */
async function withdrawRights(caller: Caller): Promise<void> {
  const who = choose(caller, ...Object.keys(clients))
  const other = choose(caller, ...Object.keys(clients).filter((name) => name !== who))
  const isUndecided = ({ required, decisions }: Order) =>
    required > 1 && decisions.every(({ isAccepted }) => !isAccepted)
  const half = bank.orders.findLast(isUndecided)
  if (half) await decide(caller, half, 'approve', who)
  const [take, give] = choose(caller, ...WAYS)
  expect(await run(...take(clients[who]!))).toBeDefined()
  bank.rights.lose(who, performance.now())
  if (half) await decide(caller, half, 'approve', other)
  await pause(150)
  bank.rights.regain(who, performance.now())
  expect(await run(...give(clients[who]!))).toBeDefined()
  await pause(150)
}

async function moveClock(advance: string): Promise<void> {
  const answer = await ask(sandbox.processes[0]!, { who: 'rm', path: '/v1/sandbox/clock', body: { advance } })
  expect(answer.status).toBe(200)
}

/** Plays all callers at once, while approvers lose their right, the clock moves and one process is replaced. */
async function play(): Promise<void> {
  const begun = Date.now()
  const isOver = () => {
    const seconds = (Date.now() - begun) / 1000
    return seconds > SECONDS && (seconds > MOST_SECONDS || WANTED.every((what) => bank.seen.has(what)))
  }
  const untilOver = async (number: number, act: (caller: Caller) => Promise<void>) => {
    const caller = { bank, random: randomOf(seed + number * 7919) }
    while (!isOver()) await act(caller)
  }
  const acts = [...Array.from({ length: MAKERS }, () => order), ...Array.from({ length: DECIDERS }, () => decideOne)]
  const restart = async () => {
    await pause((SECONDS * 1000) / 3)
    await sandbox.restart(1)
    await pause((SECONDS * 1000) / 3)
    await moveClock('PT16M')
  }
  const passTime = async () => {
    await moveClock('PT3S')
    await pause(300)
  }
  await Promise.all(
    [...acts, withdrawRights, passTime].map((act, number) => untilOver(number + 1, act)).concat(restart()),
  )
}

/** Lets everything end: approvals lapse, payments are made on their days, deals settle. */
async function bringToAnEnd(): Promise<void> {
  // Approvals of this client count no longer when payments of the next day are made.
  expect(await run('block', clients['second']!)).toBeDefined()
  bank.rights.lose('second', performance.now())
  for (const days of ['P1D', 'P3D']) await moveClock(days)
  const { now } = await sandbox.processes[0]!.get<{ now: string }>('rm', '/v1/sandbox/clock')
  const due = `select kind, last_error from due_work where kind <> 'trade.closeOut' and due_at <= $1`
  const waiting = async () => (await sandbox.db.pool.query(due, [now])).rows
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([])
}

interface Final extends Body {
  status: string
  history: { status: string; reason: string | null }[]
}

/** Reads an object, which every process shows alike. */
async function readOne(path: string): Promise<Final> {
  const shown = await Promise.all(sandbox.processes.map((process) => process.get<Final>('rm', path)))
  for (const other of shown) expect(other).toEqual(shown[0])
  return shown[0]!
}

const pathOf = ({ kind, id }: Order) => (kind === 'Payment' ? `/v1/payments/${id}` : `/v1/fx/trades/${id}`)

const CALLED_OFF = new Set(['Cancelled', 'Rejected'])
const EXECUTED = new Set(['Completed', 'Settled', 'Open', 'PartiallyDrawn', 'FullyDrawn', 'ClosedOut', 'Extended'])

function endOf(kind: Order['kind'], { status, history }: Final): End | undefined {
  // A payment whose approvals no longer count at its release is rejected; it was approved, but nothing was executed.
  if (CALLED_OFF.has(status)) {
    const wasDealt =
      kind !== 'Payment' && history.some((each) => each.status === 'Executed' || EXECUTED.has(each.status))
    return wasDealt ? 'Executed' : 'Called off'
  }
  return EXECUTED.has(status) ? 'Executed' : undefined
}

/** Reads all pages of a list. */
async function readAll(path: string): Promise<Final[]> {
  const all: Final[] = []
  for (let cursor = ''; ; ) {
    const page = await sandbox.processes[0]!.get<{ data: Final[]; nextCursor: string | null }>(
      'rm',
      `${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    all.push(...page.data)
    if (!page.nextCursor) return all
    cursor = page.nextCursor
  }
}

/** The entity's money by currency, margin included. */
async function money(): Promise<Record<string, bigint>> {
  const { rows } = await sandbox.db.pool.query<{ currency: string; minor: bigint }>(
    `select currency, sum(balance_minor)::bigint as minor from balances
     where entity_id = $1 and kind in ('client', 'margin') group by 1`,
    [parseId('ent', sandbox.entityIds.rm)],
  )
  return Object.fromEntries(rows.map(({ currency, minor }) => [currency, minor]))
}

/** Returns the change of an entity's money by its payments and trades as the service shows them. */
function movements(payments: readonly Final[], trades: readonly Final[]): Record<string, bigint> {
  const moved: Record<string, bigint> = {}
  const add = (currency: unknown, minor: bigint) => {
    moved[String(currency)] = (moved[String(currency)] ?? 0n) + minor
  }
  for (const { status, currency, amount, fee } of payments)
    if (status === 'Completed') add(currency, -minorOf(amount) - minorOf((fee as Body)['amount']))
  for (const trade of trades) {
    if (trade.status !== 'Settled' || trade['kind'] === 'Forward') continue
    const { net } = trade['settlement'] as { net: { amount: string; currency: string; chargeOrCredit: string } | null }
    if (net) add(net.currency, net.chargeOrCredit === 'Charge' ? -minorOf(net.amount) : minorOf(net.amount))
    else {
      add(trade['buyCurrency'], minorOf(trade['buyAmount']))
      add(trade['sellCurrency'], -minorOf(trade['sellAmount']))
    }
  }
  return moved
}

/** Checks each order's end and its terms against the model. */
async function checkEnds(): Promise<ReadonlyMap<string, End>> {
  const errors: object[] = []
  const ends = new Map<string, End>()
  for (const each of bank.orders) {
    const final = await readOne(pathOf(each))
    const end = endOf(each.kind, final)
    const error = end ? errorOf(each, end, bank.rights) : `ended as ${final.status}`
    if (end) ends.set(each.id, end)
    if (error) errors.push({ error, ...each, history: final.history })
    const shown = Object.fromEntries(TERMS[each.kind].map((name) => [name, final[name]]))
    if (each.kind !== 'Amendment') expect({ id: each.id, ...shown }).toEqual({ id: each.id, ...each.terms })
  }
  expect(errors).toEqual([])
  return ends
}

/** Checks that drawdowns and amendments have taken from each forward what they were for, each once. */
async function checkForwards(ends: ReadonlyMap<string, End>): Promise<void> {
  const left = leftOf(bank.orders, ends)
  const shown: Record<string, bigint> = {}
  for (const id of Object.keys(left)) {
    const { status, forward } = await sandbox.processes[0]!.get<Final>('rm', `/v1/fx/trades/forwards/${id}`)
    const { balance } = forward as { balance: { sellAmount: string } }
    shown[id] = ['ClosedOut', 'Extended'].includes(status) ? 0n : minorOf(balance.sellAmount)
  }
  expect(shown).toEqual(left)
}

/** Checks that payments attached to a deal were made with it, and only then. */
function checkAttached(payments: readonly Final[], trades: readonly Final[]): void {
  const status = new Map(payments.map((payment) => [payment['paymentId'], payment.status]))
  for (const trade of trades) {
    const expected = trade.status === 'Settled' ? 'Completed' : 'Cancelled'
    for (const id of trade['paymentIds'] as string[])
      expect([trade.history, status.get(id)]).toEqual([trade.history, expected])
  }
}

test(`orders under policies end as an independent model allows, while approvers lose their right and a process is replaced (SIMULATION_SEED=${seed})`, async () => {
  const before = await money()
  await play()
  await bringToAnEnd()
  if (process.env.DECIDED_LOAD_SECONDS) console.log(Object.fromEntries([...bank.seen].sort()))

  const ends = await checkEnds()
  await checkForwards(ends)
  const { rows: used } = await sandbox.db.pool.query<{ minor: bigint }>(
    `select coalesce(sum(used_minor), 0)::bigint as minor from daily_usage where entity_id = $1 and kind = 'trade'`,
    [parseId('ent', sandbox.entityIds.rm)],
  )
  expect(used[0]!.minor).toBe(dealtMinor(bank.orders, ends))
  expect(limitedMinor(bank.orders, ends)).toBeLessThanOrEqual(BigInt(DAILY_LIMIT) * 100n)

  expect(takeViolations()).toEqual([])
  expect(sandbox.complaints).toEqual([])
  const { rows } = await sandbox.db.pool.query(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(rows[0].deadlocks).toBe(0n)
  expect((await auditLedger(sandbox.db, () => {}, AUDITS)).findings).toEqual([])
  for (const writes of sandbox.writes) await writes.check()

  const [payments, trades] = [await readAll('/v1/payments'), await readAll('/v1/fx/trades')]
  checkAttached(payments, trades)
  const after = await money()
  const change = Object.fromEntries(Object.keys(after).map((key) => [key, after[key]! - (before[key] ?? 0n)]))
  expect({ EUR: change['EUR'], GBP: change['GBP'] }).toEqual(movements(payments, trades))
}, 240_000)
