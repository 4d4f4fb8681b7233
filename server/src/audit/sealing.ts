import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../kernel/db/db.ts'
import { saysDatabaseIsAway } from '../kernel/db/connection-loss.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { sealAll } from './seal.ts'

const EVERY_MS = 1000
/** Pause after a round, in times of the round: under load, sealing takes a tenth of the time at most, and larger blocks. */
const PAUSE_ROUNDS = 9
/** Longest time for which committed records wait for their round. */
const LONGEST_PAUSE_MS = 5000

interface SealingDeps {
  db: Pick<Db, 'pool'>
  clock: Pick<Clock, 'wall'>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Seals committed records every second, less often where that takes long, until `stop`. Every process may run it. */
export function startSealing({ db, clock, log }: SealingDeps): { stop(): void } {
  let isStopped = false
  let timer: NodeJS.Timeout
  const round = async () => {
    const begin = performance.now()
    try {
      await sealAll(db, clock.wall())
    } catch (error) {
      if (!isStopped && !saysDatabaseIsAway(error)) log.warn({ err: error }, 'audit records could not be sealed')
    }
    if (!isStopped) plan(performance.now() - begin)
  }
  const plan = (tookMs: number) => {
    const pauseMs = Math.min(Math.max(EVERY_MS, PAUSE_ROUNDS * tookMs), LONGEST_PAUSE_MS)
    timer = setTimeout(() => void round(), pauseMs)
    timer.unref()
  }
  plan(0)
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
