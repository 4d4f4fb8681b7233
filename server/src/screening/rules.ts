import { createHash } from 'node:crypto'
import { refusals } from '../kernel/values/refusals.ts'
import type { Hit } from './search.ts'

export const refuse = refusals({
  screening_case_not_found: { status: 404, message: 'The screening case does not exist.' },
  screening_case_decided: {
    status: 409,
    message: 'The case was already {status} by {decidedBy} at {decidedAt}. A decision is final.',
  },
  screening_self_review: {
    status: 403,
    message: '{reviewer} created the payment or payee under review. Another person must review it.',
  },
  screening_payee_undecided: {
    status: 409,
    message:
      'The payee {beneficiaryId} waits for its own review. Decide its case {caseId} first; until then the payment can only be rejected.',
  },
  screening_entity_undecided: {
    status: 409,
    message: 'The entity {entityId} waits for its review. Decide its case {caseId} first.',
  },
  screening_list_unreadable: { status: 422, message: 'The file cannot be read as {format}: {reason}.' },
  screening_list_shrunk: {
    status: 422,
    message:
      'The file has {entries} entries with {names} names, but the loaded list has {before} with {namesBefore}. Use --force to load it anyway.',
  },
})

/** Returns the fingerprint of a match: the same names against the same listed entries, regardless of score. */
export function fingerprintOf(hits: readonly Hit[]): string {
  const found = hits.map(({ role, screened, list, entryId }) => [role, screened, list, entryId].join('|')).sort()
  return createHash('sha256').update(found.join('\n')).digest('hex')
}

/** Returns true if two matches are of the same names against the same names of the same entries: no entry was changed between. */
export const isSameFinding = (before: readonly Hit[], now: readonly Hit[]): boolean => namesOf(before) === namesOf(now)

const namesOf = (hits: readonly Hit[]): string =>
  JSON.stringify(
    hits
      .map(({ role, screened, list, entryId, listedName }) => [role, screened, list, entryId, listedName].join('|'))
      .sort(),
  )
