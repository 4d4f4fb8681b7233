import { createHash } from 'node:crypto'
import { refusals } from '../kernel/values/refusals.ts'
import type { Hit } from './search.ts'

export const refuse = refusals({
  screening_case_not_found: { status: 404, message: 'There is no such screening case.' },
  screening_case_decided: {
    status: 409,
    message: 'The case was {status} by {decidedBy} at {decidedAt}; a decision stands.',
  },
  screening_self_review: {
    status: 403,
    message: '{reviewer} made what the case is about; somebody else must review it.',
  },
  screening_list_unreadable: { status: 422, message: 'The file cannot be read as {format}: {reason}.' },
  screening_list_shrunk: {
    status: 422,
    message:
      'The file has {entries} entries, the list that is loaded has {before}. Load it with --force if that is right.',
  },
})

/** From this score on a find is reviewed, where the operator sets no other threshold. */
export const DEFAULT_THRESHOLD = 0.88

/** The same names against the same listed entries are the same find, whatever the score has become. */
export function fingerprintOf(hits: readonly Hit[]): string {
  const found = hits.map(({ role, screened, list, entryId }) => [role, screened, list, entryId].join('|')).sort()
  return createHash('sha256').update(found.join('\n')).digest('hex')
}
