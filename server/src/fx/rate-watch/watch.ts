import type { Sweep } from '../../kernel/jobs/work.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import type { PriceSources } from '../pricing/index.ts'
import { lookAtMarket } from './look.ts'

/** The watch of one process. */
export interface RateWatch {
  /** Looks at the market: once a second of wall time, and whenever a caller waits for all that is due. */
  look: Sweep
  /** Returns the time since the process last looked without an error, also while the market is closed. */
  secondsSinceLook(): number
}

interface WatchDeps {
  sources: PriceSources
  clock: Pick<Clock, 'now'>
  log: { warn: (found: object, text: string) => void; info: (text: string) => void }
}

/** Wall time between two looks. */
const EVERY_MS = 1000

/** Creates the watch of a process. It logs when pairs that have levels lose their price, and when all have one again; nothing between. */
export function createRateWatch({ sources, clock, log }: WatchDeps): RateWatch {
  let begunAt = -Infinity
  let lookedAt = performance.now()
  let isUnpriced = false

  function unpriced(currencyPairs: readonly string[]): void {
    if (currencyPairs.length > 0 === isUnpriced) return
    isUnpriced = !isUnpriced
    if (isUnpriced) log.warn({ currencyPairs }, 'rate alerts and orders wait: the market has no price for their pairs')
    else log.info('the market has prices for all pairs of rate alerts and orders again')
  }

  return {
    async look({ db, until, failed, isAwaited }) {
      const begin = performance.now()
      if (!isAwaited && begin - begunAt < EVERY_MS) return 0
      begunAt = begin
      const now = clock.now()
      const reached = await lookAtMarket({ db, sources, unpriced, failed }, until < now ? until : now)
      lookedAt = performance.now()
      return reached
    },
    secondsSinceLook: () => (performance.now() - lookedAt) / 1000,
  }
}
