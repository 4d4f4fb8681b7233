import { refusals } from '../../kernel/values/refusals.ts'

export const refuse = refusals({
  margin_call_not_found: { status: 404, message: 'The margin call does not exist or is not visible to this client.' },
  margin_call_not_open: {
    status: 409,
    message: 'The margin call is {status}; only one that is Issued, PartlyMet or Overdue can be settled.',
  },
  amount_exceeds_margin_call: {
    status: 422,
    message: 'The outstanding amount is {outstanding} {currency}. Pay at most that.',
  },
  margin_call_overdue: {
    status: 422,
    message: 'The margin call {marginCallId} is overdue with {outstanding} {currency}; settle it first.',
  },
})

export const CALL_STATUSES = ['Issued', 'PartlyMet', 'Met', 'Overdue', 'Released', 'Cancelled'] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

/** Moves of a margin call, with their permitted states. */
const marginCallCan = {
  settle: ['Issued', 'PartlyMet', 'Overdue'],
  becomeOverdue: ['Issued', 'PartlyMet'],
  cancel: ['Issued', 'PartlyMet', 'Overdue'],
  release: ['Met'],
} as const satisfies Record<string, readonly CallStatus[]>

/** Returns true if a call in this state can make the move. */
export const canCall = (status: CallStatus, move: keyof typeof marginCallCan): boolean =>
  (marginCallCan[move] as readonly CallStatus[]).includes(status)
