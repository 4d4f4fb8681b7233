import { formatId } from '../kernel/values/ids.ts'
import type { VerificationRow } from '../payments/vop/index.ts'
import type { BeneficiaryRow } from './queries.ts'
import { verificationColumns } from './verification.ts'
import type { CheckedPayee } from './rules.ts'
import type { BeneficiaryOrder, BeneficiaryOut, ValidationOut } from './schema.ts'

/** A value without the fields that are null or undefined: absent on the wire. */
function present<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], null> } {
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== null && held !== undefined)) as never
}

/** A beneficiary as it is answered. */
export function presentBeneficiary(row: BeneficiaryRow): BeneficiaryOut {
  const {
    details,
    entityId,
    beneficiaryId,
    verificationStatus,
    verificationId,
    verifiedAt,
    waitsFor,
    payableFrom,
    maker: _maker,
    createdAt,
    updatedAt,
    ...same
  } = row
  const shown = present({
    ...same,
    ...details,
    entityId: formatId('ent', entityId),
    beneficiaryId: formatId('ben', beneficiaryId),
    verification: verificationOf({ verificationStatus, verificationId, verifiedAt }),
    createdAt: createdAt.toISOString(),
    approvalRequired: waitsFor.includes('Approval'),
    updatedAt: updatedAt.toISOString(),
  })
  return { ...shown, payableFrom: payableFrom?.toISOString() ?? null } as BeneficiaryOut
}

const verificationOf = (row: Pick<BeneficiaryRow, 'verificationStatus' | 'verificationId' | 'verifiedAt'>) => ({
  status: row.verificationStatus,
  verificationId: row.verificationId,
  checkedAt: row.verifiedAt?.toISOString() ?? null,
})

/** Presents the result of validating an order. */
export function presentValidation(
  { errors, warnings, normalised, rails }: CheckedPayee<BeneficiaryOrder>,
  verified: VerificationRow | undefined,
): ValidationOut {
  const { entityId: _entity, accountId: _account, ...payee } = normalised
  const sortCode = payee.routingCodes?.find(({ type }) => type === 'SortCode')?.value
  return {
    valid: errors.length === 0,
    errors,
    warnings,
    normalised: present({ ...payee, firstParty: payee.firstParty ?? false, routingCodes: payee.routingCodes ?? [] }),
    bank: {
      name: payee.bankName ?? null,
      bic: payee.bic ?? null,
      branch: payee.bic?.slice(8) || (sortCode ?? null),
      country: payee.bankCountryCode,
    },
    rails: errors.length === 0 ? rails : [],
    verification: verificationOf(verificationColumns(verified)),
  }
}
