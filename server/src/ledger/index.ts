/**
 * The ledger: double entry per currency, append-only, each entity's book balanced in itself. The only code that moves
 * money. Inside a transaction of your own: `postJournal`, `placeHold`, `releaseHold` (lock your own rows first and post
 * last: the account is the hottest row). For operations whose decision needs accounts alone: `createPostingBatcher`, which
 * decides and commits many commands in one round trip. Every amount is in minor units, credit positive.
 */
export {
  type HeldBalanceRow,
  type BatchAnswer,
  type Counterparty,
  type HoldRow,
  type JournalCommand,
  type Leg,
  type Posted,
  type PostingDetail,
  type PostingRow,
  type TransactionType,
} from './book/types.ts'
export {
  accountBlocked,
  accountClosed,
  availableOf,
  insufficientFunds,
  refuseLedger,
  refusesMoney,
} from './book/rules.ts'
export { legAccountId, ensureLedgerAccount, openBook, openHouse, setAccess } from './book/books.ts'
export type { BatchColumn, Beside, CallerTable } from './batching/posting-statements.ts'
export { postAtCommit, placeHold, postForeseen, postJournal, postJournals, releaseHold } from './posting/post.ts'
export {
  type BatchCommand,
  type PostingBatcher,
  type PostingConnection,
  createPostingBatcher,
  openPostingConnection,
  postSet,
} from './batching/posting-batcher.ts'
export {
  balanceAt,
  findBalances,
  getBalance,
  lockBalances,
  lockBook,
  lockLegs,
  openHolds,
  PAGE_SCAN,
  postingsPage,
  sequenceAt,
  sequenceOf,
  sequencesFrom,
  type PostingFilters,
  totalsBetween,
  valueDateOf,
} from './book/queries.ts'
export { type AwaitedAccount, awaitMoney, type FundingClass } from './book/awaited.ts'
export { type Crossing, recordCrossing, recordCrossings } from './crossings.ts'
export { type PastJournal, postPastJournals } from './past-journals.ts'
export { ledgerSweeps } from './house-legs.ts'
export { auditLedger } from './audit.ts'
export { type Reconciliation, reconcileLedger } from './reconcile.ts'
export type { FundingClaims } from './funding-order.ts'
export { ledgerModule } from './module.ts'
