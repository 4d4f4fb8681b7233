import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Db } from '../../src/kernel/db/db.ts'
import { checkBalances } from './books.ts'
import { type Chance, chanceOf } from './chance.ts'
import * as checks from './checks.ts'
import { type Client, connect } from './client.ts'
import { type Sent, send, startLoad } from './load.ts'
import { type Kind, KINDS } from './orders.ts'
import { askAgain, untilNothingIsDue } from './recovery.ts'
import { datesOf, setStage, type Stage } from './stage.ts'
import { startVictim, type Target, type Victim } from './victim.ts'

/** Crash: the victim, and the load at that time. */
export interface Crash {
  target: Target
  /** `load`: of all kinds of orders; `settlement`: of a move of the clock, while the trades of two days settle. */
  during: 'load' | 'settlement'
  /** The server is killed once more while it starts again. */
  again?: boolean
}

export interface CrashOptions {
  /** Draws the orders and the moments; the same seed draws the same. */
  seed: string
  crashes: readonly Crash[]
  say?: (line: string) => void
}

/** Figures of a run, so that a test can check that it has tested something. */
export interface Tally {
  sent: number
  made: number
  /** Orders whose answer was lost or not final. */
  lost: number
  /** Number of these stored before they were retried. */
  storedUnacknowledged: number
}

/**
 * Starts a server and for each crash: applies load, kills, waits for the restart, retries unanswered commands, and
 * checks that all acknowledged effects exist exactly once and completely.
 *
 * @throws AssertionError with the first that is not so
 */
export async function runCrashes({ seed, crashes, say = () => {} }: CrashOptions): Promise<Tally> {
  const victim = await startVictim()
  try {
    const scene = await openScene(victim)
    for (const [number, crash] of crashes.entries()) {
      const { target, during, again } = crash
      const title = `crash ${number + 1} of ${crashes.length}, ${target} during ${during}${again ? ', twice' : ''}`
      const found = await crashOnce(scene, crash, chanceOf(seed).branch(number), `${number}`).catch((error: Error) => {
        error.message = `${title}, seed ${seed}: ${error.message}\nThe server printed:\n${victim.output()}`
        throw error
      })
      say(`${title}: ${found}`)
    }
    return scene.tally
  } finally {
    await victim.end()
  }
}

interface Scene {
  victim: Victim
  client: Client
  stage: Stage
  /** All orders of the run. */
  sent: Sent[]
  /** Payments and trades as last seen, by id. */
  resources: Map<string, checks.Resource>
  /** Rows stored before the run. */
  before: Set<string>
  tally: Tally
}

async function openScene(victim: Victim): Promise<Scene> {
  const client = await connect(victim.baseUrl, victim.credentials)
  const stage = await setStage(client)
  const kinds = Object.keys(KINDS) as Kind[]
  const before = new Set((await Promise.all(kinds.map((kind) => checks.storedIds(victim.db, kind)))).flat())
  const tally = { sent: 0, made: 0, lost: 0, storedUnacknowledged: 0 }
  return { victim, client, stage, sent: [], resources: new Map(), before, tally }
}

/** Older responses requested again after each crash. */
const SAMPLE = 50

/** @returns what happened, in words */
async function crashOnce(scene: Scene, crash: Crash, chance: Chance, name: string): Promise<string> {
  const { victim, client, tally } = scene
  Object.assign(scene.stage, await datesOf(client))
  const sent = await (crash.during === 'load' ? underLoad : duringSettlement)(scene, crash, chance, name)
  const lost = sent.filter(({ answer }) => !answer).length
  const stored = await askAgain(client, sent)
  scene.sent.push(...sent)
  await checks.checkReplays(client, [...sent, ...chance.shuffle(scene.sent).slice(0, SAMPLE)])
  await untilNothingIsDue(victim.db, client)
  await checkState(scene, sent)
  const made = sent.filter(checks.isMade).length
  tally.sent += sent.length
  tally.made += made
  tally.lost += lost
  tally.storedUnacknowledged += stored
  return `${sent.length} sent, ${made} made, ${lost} without an answer, ${stored} of them stored`
}

/** The kill comes when a drawn number of orders has been answered. */
function underLoad(scene: Scene, crash: Crash, chance: Chance, name: string): Promise<Sent[]> {
  const enough = chance.int(20, 250)
  return loaded(scene, chance, name, async (answered) => {
    await until(() => answered() >= enough)
    await killAndRevive(scene.victim, crash, chance)
  })
}

/** Trades are made, then the clock is moved to their value date; the kill comes when some of them have settled. */
async function duringSettlement(scene: Scene, crash: Crash, chance: Chance, name: string): Promise<Sent[]> {
  const { victim, client, stage } = scene
  const sent = await loaded(scene, chance, name, (answered) => until(() => answered() >= 150))
  await untilNothingIsDue(victim.db, client) // batches not yet worked off would be dated in the past after the move
  const left = chance.int(1, await unsettled(victim.db))
  const set = `${stage.spotDate}T09:00:00.000Z`
  const move: Sent = { kind: 'clock', who: 'abs', path: '/v1/sandbox/clock', body: { set }, key: name, inVain: [] }
  const moving = send(client, move)
  await until(async () => (await unsettled(victim.db)) <= left)
  await killAndRevive(victim, crash, chance)
  return [...sent, await moving]
}

/** Runs `work` under load. @returns the orders sent */
async function loaded(
  { client, stage }: Scene,
  chance: Chance,
  name: string,
  work: (answered: () => number) => Promise<void>,
): Promise<Sent[]> {
  const load = startLoad(client, stage, chance, name)
  try {
    await work(load.answered)
  } catch (error) {
    await load.stop().catch(() => {}) // the first failure is the one to tell
    throw error
  }
  return load.stop()
}

async function unsettled(db: Db): Promise<number> {
  const { rows } = await db.pool.query<{ count: bigint }>(`select count(*) from fx_trades where status <> 'Settled'`)
  return Number(rows[0]!.count)
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await condition()); await sleep(2)) {
    expect(Date.now(), 'the service does nothing').toBeLessThan(end)
  }
}

const PATIENCE_MS = 30_000

async function killAndRevive(victim: Victim, { target, again }: Crash, chance: Chance): Promise<void> {
  await victim.kill(target)
  if (again) {
    victim.start()
    await sleep(chance.int(0, 1_500))
    await victim.kill('server')
  }
  await victim.revive()
}

async function checkState(scene: Scene, sent: readonly Sent[]): Promise<void> {
  const { victim, client, stage, resources, before } = scene
  const open = scene.sent.filter((order) => order.kind === 'trade' && checks.isMade(order) && !isSettled(scene, order))
  const found = await checks.checkContents(client, [...new Set([...sent, ...open])])
  const paid = await checks.checkBatches(client, sent)
  for (const [id, resource] of [...found, ...paid]) resources.set(id, resource)
  await checks.checkBatchPayments(victim.db)
  const { today } = await datesOf(client)
  checks.checkPaymentsAreFinal(resources)
  checks.checkTradesAreSettled(resources, today)
  await checks.checkOneEffectEach(victim.db, scene.sent, before)
  await checks.checkRecords(victim.db)
  await checkBalances(client, stage, scene.sent, resources)
  await checks.checkLedger(victim.db)
}

const isSettled = ({ resources }: Scene, trade: Sent): boolean =>
  resources.get(checks.bodyOf(trade).tradeId as string)?.status === 'Settled'
