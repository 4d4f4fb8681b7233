import { rmSync } from 'node:fs'
import pg from 'pg'
import { chanceOf } from '../crash/chance.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { openFileBank } from './bank/file-bank.ts'
import { createFindings, type Dated, finding } from './findings.ts'
import { daysFrom, playDay } from './play/day.ts'
import type { EmptyDatabase } from './stage/database.ts'
import { startOperator } from './stage/operator.ts'
import { FEW, MANY } from './stage/parties.ts'
import { startSandbox } from './stage/server.ts'
import { setStage } from './stage/stage.ts'
import type { World } from './world.ts'
import { compareLogLine } from './server-log.ts'
import { createNight } from './night/night.ts'
import { drawStarts, planKills } from './kills.ts'
import { type Gaps, gapsOf } from './coverage.ts'
import { figuresOf, passedBetween } from './passed.ts'

export interface SimulationOptions {
  seed: string
  /** Business days that are played. */
  days: number
  /** Kills of the running server. */
  kills: number
  /** Entities beside the seeded two: four, not two. */
  isLarge?: boolean
  /** Acts of a business day. */
  acts?: number
  /** Payments go to a bank by files, not over the sandbox's rails. */
  isByFiles?: boolean
  database: EmptyDatabase
  print: (line: string) => void
}

export interface Summary {
  seed: string
  from: string
  to: string
  businessDays: number
  wallSeconds: number
  calls: number
  outcomes: Map<string, number>
  findings: Dated[]
  figures: Record<string, number | string>
  gaps: Gaps
}

/** Plays business days on the real server and compares its books with the model every night. */
export async function simulate(options: SimulationOptions): Promise<Summary> {
  const { seed, days, database, print } = options
  const started = Date.now()
  const chance = chanceOf(seed)
  let day = 'stage'
  const findings = createFindings((found) => print(lineOf(seed, found)))
  let calls = 0
  const watcher = {
    onServerError: (path: string, status: number, text: string) =>
      findings.add(day, [
        finding('no answer is 500 or above', path.replace(/\?.*/, ''), 'below 500', `${status} ${text.slice(0, 400)}`),
      ]),
    onCall: () => void calls++,
  }
  const onLine = (line: string) => findings.add(day, compareLogLine(line))
  const directory = options.isByFiles ? temporaryDirectory() : undefined
  const bank = directory === undefined ? undefined : openFileBank(directory)
  const rails = directory === undefined ? {} : { RAIL_DIR: directory }
  const firstKills = options.kills > 0 ? drawStarts(chance.branch('first start'), 5_000) : []
  const server = await startSandbox(database.url, onLine, rails, firstKills)
  const operator = startOperator(server.environment)
  const client = new pg.Client(database.connection)
  try {
    await client.connect()
    const plans = options.isLarge ? MANY : FEW
    const world = await setStage({
      server,
      operator,
      plans,
      chance: chance.branch('stage'),
      watcher,
      ...(bank ? { bank } : {}),
    })
    const from = world.now.toISOString().slice(0, 10)
    const night = createNight(world, client, chance.branch('night'))
    await night.open()
    server.onStarted(async () => findings.add(day, await night.afterStart()))
    const kills = planKills(chance.branch('kills'), days, options.kills)
    const dayOptions = { acts: options.acts ?? 45, restartPercent: 4 }
    for (const { day: next, isBusiness, count } of daysFrom(world, days)) {
      day = next
      const kill = isBusiness ? kills.get(count) : undefined
      await playDay(world, next, chance.branch(next), { ...dayOptions, kill })
      if (isBusiness) findings.add(next, await night.compare(next))
      if (isBusiness && count % 5 === 0)
        print(progress(count, days, started, world.trades.size, world.payments.size, calls))
    }
    findings.add(day, await night.last(day))
    return {
      seed,
      from,
      to: day,
      businessDays: days,
      wallSeconds: Math.round((Date.now() - started) / 1000),
      calls,
      outcomes: world.outcomes,
      findings: findings.all,
      figures: {
        ...(await night.figures()),
        'kills of the running server': countOf(world.outcomes, 'kill while '),
        'kills of a start': firstKills.length + countOf(world.outcomes, 'kill of a start'),
        restarts: countOf(world.outcomes, 'restart'),
        ...figuresOf(passedBetween(from, day, ZONES, await holidaysOf(world, from, day))),
      },
      gaps: gapsOf(world.outcomes, world.states),
    }
  } finally {
    await client.end().catch(() => {})
    await operator.end()
    await server.end()
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true })
  }
}

const ZONES = ['Europe/London', 'America/New_York']
const CURRENCIES = ['GBP', 'EUR', 'USD', 'CHF', 'JPY', 'CAD']

/** The holidays of the currencies that parties hold, by currency. */
async function holidaysOf({ driver }: World, from: string, to: string): Promise<Map<string, string[]>> {
  const closed = new Map<string, string[]>()
  for (const currency of CURRENCIES) {
    const list = await driver.get<{ data: { holidays?: { date: string }[] }[] }>(
      `/v1/fx/calendars?currency=${currency}&from=${from}&to=${to}`,
    )
    closed.set(
      currency,
      list.data.flatMap(({ holidays }) => holidays ?? []).map(({ date }) => date),
    )
  }
  return closed
}

const countOf = (outcomes: ReadonlyMap<string, number>, prefix: string): number =>
  [...outcomes].filter(([key]) => key.startsWith(prefix)).reduce((total, [, count]) => total + count, 0)

const lineOf = (seed: string, { day, check, subject, expected, actual }: Dated): string =>
  `FINDING seed ${seed}, ${day}: ${check}\n  of        ${subject}\n  expected  ${expected}\n  actual    ${actual}`

const progress = (count: number, days: number, started: number, trades: number, payments: number, calls: number) => {
  const seconds = (Date.now() - started) / 1000
  const rate = ((count / seconds) * 60).toFixed(1)
  return `day ${count} of ${days}, ${Math.round(seconds)} s (${rate} a minute): ${trades} trades, ${payments} payments, ${calls} calls`
}
