/**
 * Value of open deals to the client and the underlying market. A valuation is a pure function of the deals and one
 * market snapshot; the snapshot is stored, so every figure can be reproduced to its last digit. Values are in the
 * reporting currency (the facility's), negative if leaving the deal would be a loss for the client.
 */
export {
  findSnapshot,
  findSnapshotBefore,
  keepSnapshot,
  noteMarket,
  snapshotOf,
  type StoredSnapshot,
} from './snapshots.ts'
export { type ExitPrice } from './exit-price.ts'
export {
  createValuer,
  liveValuer,
  type DealValue,
  divideHalfUp,
  formatPercent,
  percentOf,
  percentUnits,
  rateMovePercent,
  rateMoveUnits,
  valueAt,
  type Valuer,
} from './value.ts'
export { valuationModule } from './module.ts'
