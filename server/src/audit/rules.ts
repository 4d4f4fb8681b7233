import { refusals } from '../kernel/values/refusals.ts'

/** Rejections of the audit trail. */
export const refuse = refusals({
  audit_position_unknown: {
    status: 422,
    message: 'The audit trail has no sealed record at position {after}. Use the `position` of an earlier response.',
  },
})
