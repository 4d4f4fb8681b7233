import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../kernel/db/db.ts'
import { isReset, saysDatabaseIsAway } from '../kernel/db/connection-loss.ts'
import { createInterruption } from '../kernel/interruption.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { sealAll } from './seal.ts'

const EVERY_MS = 1000
/** Pause after a block, in times of the block: requests pass between two of them, and later blocks are larger. */
const PAUSE_BLOCKS = 4
/** Age from which a round makes no pauses, so that records do not wait for long. */
const UNHURRIED_MS = 5000

interface SealingDeps {
  db: Pick<Db, 'pool'>
  clock: Pick<Clock, 'wall'>
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
}

/** Seals committed records, with a second between two rounds, until `stop`. Every process may run it. */
export function startSealing({ db, clock, log }: SealingDeps): { stop(): void } {
  const texts = { interrupted: 'audit records could not be sealed', resumed: 'audit records are sealed again' }
  const interruption = createInterruption(log, texts)
  let isStopped = false
  let timer: NodeJS.Timeout
  const round = async () => {
    const begin = performance.now()
    const rest = (tookMs: number) =>
      performance.now() - begin < UNHURRIED_MS
        ? sleep(PAUSE_BLOCKS * tookMs, undefined, { ref: false })
        : Promise.resolve()
    try {
      await sealAll(db, clock.wall(), rest)
      interruption.end()
    } catch (error) {
      if (!isStopped && !saysDatabaseIsAway(error) && !isReset(error)) interruption.begin(error)
    }
    if (!isStopped) plan(EVERY_MS)
  }
  const plan = (pauseMs: number) => {
    timer = setTimeout(() => void round(), pauseMs)
    timer.unref()
  }
  plan(EVERY_MS)
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
