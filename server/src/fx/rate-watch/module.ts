import { defineModule } from '../../kernel/module.ts'
import type { RateWatch } from './watch.ts'

/** The watch of the spot market for levels. */
export const rateWatchModule = defineModule<{ rateWatch: RateWatch }>({
  name: 'fx/rate-watch',
  sweeps: ({ rateWatch }) => ({ 'rateLevel.look': rateWatch.look }),
})
