/**
 * What open deals are worth to the client, and the market that says so. A valuation is a pure function of the deals and of
 * one market snapshot; the snapshot is kept, so that each figure can be computed again to its last digit. Values are in
 * the reporting currency (the facility's), negative when the client would lose by leaving the deal.
 */
export {
  findSnapshot,
  findSnapshotBefore,
  keepSnapshot,
  snapshotOf,
  type StoredSnapshot,
} from './snapshots.ts'
export {
  createValuer,
  liveValuer,
  type DealValue,
  divideHalfUp,
  type ExitPrice,
  formatPercent,
  percentOf,
  percentUnits,
  rateMovePercent,
  rateMoveUnits,
  valueAt,
  type Valuer,
  withScale,
} from './value.ts'
