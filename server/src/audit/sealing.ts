import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../kernel/db/db.ts'
import { saysDatabaseIsAway } from '../kernel/db/connection-loss.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { sealAll } from './seal.ts'

const EVERY_MS = 1000

interface SealingDeps {
  db: Pick<Db, 'pool'>
  clock: Pick<Clock, 'wall'>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Seals committed records every second, until `stop`. Every process may run it. */
export function startSealing({ db, clock, log }: SealingDeps): { stop(): void } {
  let isStopped = false
  let timer: NodeJS.Timeout
  const round = async () => {
    try {
      await sealAll(db, clock.wall())
    } catch (error) {
      if (!isStopped && !saysDatabaseIsAway(error)) log.warn({ err: error }, 'audit records could not be sealed')
    }
    if (!isStopped) plan()
  }
  const plan = () => {
    timer = setTimeout(() => void round(), EVERY_MS)
    timer.unref()
  }
  plan()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
