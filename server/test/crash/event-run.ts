import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openReceiver, type Receiver, verified } from '../support/webhooks.ts'
import { type Chance, chanceOf } from './chance.ts'
import * as checks from './checks.ts'
import { type Client, connect, tokenOf, type Who } from './client.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type Followed, type Follower, followByPolling, followByStream } from './followers.ts'
import { type Sent, send } from './load.ts'
import { orderBook } from './orders.ts'
import { untilNothingIsDue } from './recovery.ts'
import { setStage, type Stage } from './stage.ts'

export interface EventRunOptions {
  /** Draws the orders and the kills; the same seed draws the same. */
  seed: string
  orders: number
  kills: number
  say: (line: string) => void
}

const PROCESSES = 3
const LANES = 48
const PATIENCE_MS = 60_000

/** Types that the endpoints of failing receivers subscribe to: many events, of transfers and of payments. */
const SOME_TYPES = ['internalTransfer.completed', 'payment.completed']

/** Receivers that do not accept what they are sent, until they are repaired. */
const ERRORS = {
  hangs: () => {},
  fails: (_request, response) => void response.writeHead(500).end(),
  disconnects: (request) => void request.socket.destroy(),
} satisfies Record<string, Receiver['answer']>

/**
 * Has three processes work on orders while they and their database are killed, then checks the events. Every change has its event, and
 * the sequence has no gap. Followers have each event once, and receivers have each at least once under one id. Receivers that hang, fail
 * or disconnect delay no other and are caught up.
 */
export async function runEventCrashes(options: EventRunOptions): Promise<void> {
  const fleet = await startFleet(PROCESSES)
  try {
    await crashUnderLoad(fleet, options).catch((error: Error) => {
      error.message = `seed ${options.seed}: ${error.message}\nThe servers printed:\n${fleet.output()}`
      throw error
    })
  } finally {
    await fleet.end()
  }
}

interface Scene {
  fleet: Fleet
  clients: Client[]
  stage: Stage
  tokens: Record<Who, string>
  say: (line: string) => void
}

async function crashUnderLoad(fleet: Fleet, { seed, orders, kills, say }: EventRunOptions): Promise<void> {
  const clients = await Promise.all(fleet.baseUrls.map((baseUrl) => connect(baseUrl, fleet.credentials)))
  const stage = await setStage(clients[0]!)
  const { rm, abs } = fleet.credentials.clients
  const tokens = { rm: await tokenOf(fleet.baseUrls[0]!, rm), abs: await tokenOf(fleet.baseUrls[0]!, abs) }
  const scene = { fleet, clients, stage, tokens, say }
  const before = new Set([
    ...(await checks.storedIds(fleet.db, 'transfer')),
    ...(await checks.storedIds(fleet.db, 'payment')),
  ])
  const hooks = await openHooks(scene)
  const followers = {
    rm: followByStream({ baseUrls: fleet.baseUrls, authorization: tokens.rm }),
    abs: followByPolling({ baseUrls: fleet.baseUrls, authorization: tokens.abs }),
  }
  const sent = await loadAndKill(scene, chanceOf(seed), { orders, kills })
  await untilNothingIsDue(fleet.db, clients[0]!)
  const feeds = { rm: await readFeed(scene, 'rm'), abs: await readFeed(scene, 'abs') }
  await checkFeeds(scene, feeds, { sent, before })
  await checkFollowers(feeds, followers)
  await checkHooks(scene, feeds, hooks)
}

/** Sends orders to all processes and kills in between, until every order has its answer. @returns the orders */
async function loadAndKill(
  { fleet, clients, stage, say }: Scene,
  chance: Chance,
  { orders, kills }: Pick<EventRunOptions, 'orders' | 'kills'>,
): Promise<Sent[]> {
  const sent: Sent[] = drawOrders(clients[0]!, stage, chance.branch('orders'), orders)
  const left = sent.values()
  const lane = async () => {
    for (const order of left) {
      for (const end = Date.now() + PATIENCE_MS; !order.answer; ) {
        expect(Date.now(), `${order.kind} ${order.key} gets no answer`).toBeLessThan(end)
        await send(clients[Math.floor(Math.random() * clients.length)]!, order)
        if (!order.answer) await sleep(100)
      }
    }
  }
  const begin = Date.now()
  const lanes = Promise.all(Array.from({ length: LANES }, lane))
  lanes.catch(() => {}) // reported below
  const answered = () => sent.filter(({ answer }) => answer).length
  for (let kill = 0; kill < kills; kill++) {
    // While orders are left: the load is what the kills meet. Payments are under way long after their answer.
    const enough = Math.floor((orders / (kills + 1)) * kill) + chance.int(0, Math.floor(orders / (kills + 1)))
    const draw = chance.int(1, 100)
    while (answered() < Math.min(enough, orders - LANES)) await Promise.race([sleep(5), lanes])
    await fleet.kill({
      ...(draw <= 90 && { process: chance.int(0, PROCESSES - 1) }),
      database: draw > 80,
    })
  }
  await lanes
  const lost = sent.filter(({ inVain }) => inVain.length > 0).length
  say(`${sent.length} orders in ${Date.now() - begin} ms, ${lost} of them sent again, ${kills} kills`)
  return sent
}

/** Draws transfers and payments only. */
function drawOrders(client: Client, stage: Stage, chance: Chance, count: number): Sent[] {
  const book = orderBook(client, stage, chance, 'events')
  const orders: Sent[] = []
  while (orders.length < count) {
    const order = book.next()
    if (order.kind === 'transfer' || order.kind === 'payment') orders.push({ ...order, inVain: [] })
  }
  return orders
}

/** Reads the whole feed of an entity. */
async function readFeed({ clients }: Scene, who: Who): Promise<Followed[]> {
  const events: Followed[] = []
  for (let after: string | null = '0'; after !== null; ) {
    const page: { data: Followed[]; nextCursor: string | null } = await clients[0]!.get(
      who,
      `/v1/events?limit=500&after=${after}`,
    )
    events.push(...page.data)
    after = page.nextCursor
  }
  return events
}

type Feeds = Record<Who, Followed[]>

const sequencesOf = (events: readonly Followed[]) => events.map(({ sequence }) => sequence)
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

/** Checks that nothing is missing in the feeds: no number, and no state of a resource. */
async function checkFeeds(
  { fleet }: Scene,
  feeds: Feeds,
  { sent, before }: { sent: Sent[]; before: Set<string> },
): Promise<void> {
  for (const feed of Object.values(feeds)) expect(sequencesOf(feed), 'the sequence').toEqual(upTo(feed.length))
  await checks.checkOneEffectEach(fleet.db, sent, before, ['transfer', 'payment'])
  await checks.checkRecords(fleet.db)
  await checks.checkLedger(fleet.db)
  const told = new Set([...feeds.rm, ...feeds.abs].map(({ type, resource }) => `${type} ${resource.id}`))
  const untold = sent.filter(checks.isMade).flatMap((order) => {
    const body = checks.bodyOf(order)
    const expected =
      order.kind === 'transfer'
        ? `internalTransfer.completed ${body.internalAccountTransferId as string}`
        : `payment.sent ${body.paymentId as string}`
    return told.has(expected) || body.reference?.includes('#FAIL') ? [] : [expected]
  })
  expect(untold, 'events that are missing in the feed').toEqual([])
}

/** Checks that each follower has every event once and in order, whatever was killed meanwhile. */
async function checkFollowers(feeds: Feeds, followers: Record<Who, Follower>): Promise<void> {
  for (const who of ['rm', 'abs'] as const) {
    const follower = followers[who]
    await expect.poll(() => follower.events.length, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(feeds[who].length)
    await follower.stop()
    const { length } = feeds[who]
    expect(sequencesOf(follower.events).slice(0, length), `the events that ${who} followed`).toEqual(upTo(length))
  }
}

/** An endpoint with its receiver, and the position of the feed from which it gets events. */
interface Hook {
  who: Who
  secret: string
  receiver: Receiver
  after: number
  types?: readonly string[]
}

interface Hooks {
  healthy: Hook[]
  invalid: Hook[]
}

/** Opens an endpoint for all events of each entity; and for some events of one entity, an endpoint of each bad receiver. */
async function openHooks({ clients, ...scene }: Scene): Promise<Hooks> {
  const open = async (who: Who, receiver: Receiver, types?: readonly string[]): Promise<Hook> => {
    const body = { entityId: clients[0]!.entityId(who), url: receiver.url, ...(types && { events: types }) }
    const { secret } = await clients[0]!.make<{ secret: string }>({ who, path: '/v1/webhook-endpoints', body })
    const after = (await readFeed({ clients, ...scene }, who)).length
    return { who, secret, receiver, after, ...(types && { types }) }
  }
  const invalid = []
  for (const answer of Object.values(ERRORS)) invalid.push(await open('abs', await openReceiver(answer), SOME_TYPES))
  return { healthy: [await open('rm', await openReceiver()), await open('abs', await openReceiver())], invalid }
}

/** Checks that receivers got all events, healthy ones beside failing ones, and those once they work. */
async function checkHooks({ fleet, say }: Scene, feeds: Feeds, { healthy, invalid }: Hooks): Promise<void> {
  const begin = Date.now()
  for (const hook of healthy) await checkHook(hook, feeds)
  say(`healthy receivers had all events ${Date.now() - begin} ms after the last order`)
  for (const { receiver } of invalid) receiver.answer = (_request, response) => void response.writeHead(204).end()
  const deadline = Date.now() + PATIENCE_MS
  const pending = `select count(*)::int as count from webhook_deliveries where status = 'Pending'`
  for (let left = 1; left > 0; await sleep(500)) {
    // The hours between two attempts pass. Leases stay.
    await fleet.db.pool.query(
      `update webhook_deliveries set next_attempt_at = now() where status = 'Pending' and leased_until is null and next_attempt_at > now()`,
    )
    left = (await fleet.db.pool.query<{ count: number }>(pending)).rows[0]!.count
    expect(Date.now(), `${left} deliveries stay pending`).toBeLessThan(deadline)
  }
  for (const hook of invalid) await checkHook(hook, feeds)
}

/** Checks that a receiver got each event at least once, under one id and with one signed content. */
async function checkHook({ who, secret, receiver, after, types }: Hook, feeds: Feeds): Promise<void> {
  const expected = feeds[who].filter(({ sequence, type }) => sequence > after && (!types || types.includes(type)))
  const ids = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  const missing = () => expected.filter(({ id }) => !ids().has(id)).map(({ sequence, type }) => `${sequence} ${type}`)
  await expect.poll(missing, { timeout: PATIENCE_MS, interval: 500 }).toEqual([])
  const contents = new Map<number, Set<string>>()
  for (const request of receiver.received) {
    const event = verified(secret, request) as Followed
    expect(request.headers['webhook-id'], 'the id of a delivery').toBe(event.id)
    contents.set(event.sequence, (contents.get(event.sequence) ?? new Set()).add(`${event.id} ${request.body}`))
  }
  const changed = [...contents].filter(([, bodies]) => bodies.size > 1)
  expect(changed, 'events that were sent under two ids, or with two contents').toEqual([])
}
