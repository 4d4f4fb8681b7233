/**
 * Watches the spot market for levels: rate alerts and orders name a level, and their job runs once when the market reaches it. Nothing here
 * depends on what the level is for.
 */
export { countLevels, type LevelDirection, unwatchRate, type WatchedRate, watchRate } from './levels.ts'
export { findSpot, getSpot, shownMiddle } from './look.ts'
export { createRateWatch, type RateWatch } from './watch.ts'
export { rateWatchModule } from './module.ts'
