/** Acts of which each must succeed at least once in a long run; a silent gap in the play shows here. */
const ACTS: readonly string[] = [
  ...['payment', 'trade', 'transfer', 'beneficiary'].flatMap((kind) => [`approve ${kind}`, `reject ${kind}`]),
  'recall approval',
  ...['Completed', 'Failed', 'Returned', 'Rejected', 'Submitted'].map((status) => `bank reports ${status}`),
  ...['Sent', 'Completed', 'Failed', 'Returned', 'Returned (part)'].map((status) => `report by hand ${status}`),
  ...['json', 'csv', 'pain001'].map((format) => `batch ${format}`),
  ...['save', 'change', 'delete'].map((what) => `${what} payee`),
  ...['Fixed', 'Window', 'Open', 'Variable'].map((type) => `forward ${type}`),
  ...['CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit'].map((method) => `drawdown ${method}`),
  'cancel drawdown',
  'wire for drawdown',
  ...['Extend', 'BringForward', 'CloseOut'].flatMap((type) => [`amend ${type} whole`, `amend ${type} part`]),
  'amend Split part',
  ...['Cancel', 'Move'].flatMap((type) => [`amend spot ${type}`, `operator spot ${type}`]),
  'hold rate',
  'cancel held rate',
  'book held rate Active',
  'book held rate Expired',
  'spot',
  'spot with payments',
  'payment',
  'cancel payment',
  'recall payment',
  'transfer',
  'cancel transfer',
  'money in',
  'margin run',
  ...['signed', 'unsigned'].map((what) => `facility letter ${what}`),
  'move market',
  'move clock',
  'restart',
  'list screening',
  'screening release',
  'screening reject',
  'review held payment',
  'receive funds',
  'assign funds',
  'return funds',
  'release-funds',
  'return-funds',
  ...['BookToClient', 'ReturnToBank', 'WriteOff'].map((decision) => `clear contradiction ${decision}`),
  'import holiday',
  'group round',
  'command in a process of its own',
]

/** States that something must have been in on at least one night. */
const STATES: readonly string[] = [
  ...['Executed', 'Settled', 'Cancelled', 'ClosedOut', 'Overdue'].map((status) => `Spot ${status}`),
  ...['Open', 'PartiallyDrawn', 'FullyDrawn', 'Settled', 'ClosedOut', 'Extended', 'Cancelled', 'Overdue'].map(
    (status) => `Forward ${status}`,
  ),
  ...['Booked', 'AwaitingFunds', 'PendingApproval', 'Settled', 'Cancelled'].map((status) => `Drawdown ${status}`),
  'CloseOut Settled',
  'HeldRate Settled',
  ...['Scheduled', 'Held', 'Completed', 'Returned', 'Failed', 'Rejected', 'Cancelled'].map(
    (status) => `Payment ${status}`,
  ),
  ...['Completed', 'Cancelled ApprovalRejected', 'Cancelled ApprovalLapsed', 'Cancelled CancelledByClient'].map(
    (status) => `Transfer ${status}`,
  ),
  'Initial call Met',
  'Variation call Met',
]

/** Acts and states that some runs do not reach; of several runs together each must be reached. */
const RARE_ACTS: readonly string[] = [
  'amend spot CloseOut',
  'operator spot CloseOut',
  'request approval',
  'settle margin',
]
const RARE_STATES: readonly string[] = [
  'CloseOut Overdue',
  'LossCover Settled',
  ...['Initial', 'Variation'].flatMap((kind) => [`${kind} call Issued`, `${kind} call Overdue`]),
]

const SUCCESSES = new Set(['200', '201', '202', '204', 'done', 'stored'])

export interface Gaps {
  /** Acts that never succeeded, and states that nothing was ever in. */
  missing: string[]
  /** The same of rare acts and states. */
  rare: string[]
}

/** Returns the gaps of a run. */
export function gapsOf(outcomes: ReadonlyMap<string, number>, states: ReadonlySet<string>): Gaps {
  const done = new Set<string>()
  for (const key of outcomes.keys()) {
    const at = key.lastIndexOf(': ')
    if (SUCCESSES.has(key.slice(at + 2))) done.add(key.slice(0, at))
  }
  const notDone = (acts: readonly string[]) => acts.filter((act) => !done.has(act))
  const notReached = (some: readonly string[]) => some.filter((state) => !states.has(state))
  return {
    missing: [...notDone(ACTS), ...notReached(STATES)],
    rare: [...notDone(RARE_ACTS), ...notReached(RARE_STATES)],
  }
}
