import { formatId } from '../../kernel/values/ids.ts'
import type { VerificationRow } from './queries.ts'
import type { VerificationOut } from './schema.ts'

/** Presents a verification. Further details from the bank are not disclosed. */
export function presentVerification(row: VerificationRow): VerificationOut {
  return {
    verificationId: formatId('ver', row.verificationId),
    status: row.status,
    ...(row.matchedName === null ? {} : { matchedName: row.matchedName }),
    reasonCode: row.reasonCode,
    message: row.message,
    scheme: row.scheme,
    checkedAt: row.checkedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    recommendedUpdates: updatesFor(row),
  }
}

function updatesFor(row: VerificationRow): VerificationOut['recommendedUpdates'] {
  const updates: VerificationOut['recommendedUpdates'] = []
  if (row.matchedName !== null) updates.push({ field: 'name', value: row.matchedName })
  if (row.reasonCode === 'accountTypeMismatch' && row.partyType) {
    updates.push({ field: 'partyType', value: row.partyType === 'Company' ? 'Individual' : 'Company' })
  }
  return updates
}
