import type { Queryable, Tx } from '../kernel/db/db.ts'
import type { Act } from '../kernel/values/act.ts'
import { formatId } from '../kernel/values/ids.ts'
import { accountKeyOf, differenceFrom, latestVerification, type VerificationRow } from '../payments/vop/index.ts'
import { findByName, type SavedPayee, storeVerification, type Verified } from './queries.ts'
import { record } from './review.ts'

/** Has the beneficiaries with the verified name, account and type show the outcome. In the transaction that stores it. */
export async function takeVerification(tx: Tx, act: Act, verification: VerificationRow): Promise<void> {
  if (verification.name === null) return
  const named = await findByName(tx, verification.entityId, verification.name)
  for (const beneficiary of named.filter((known) => !differenceFrom(verification, known))) {
    const row = await storeVerification(tx, beneficiary, verificationColumns(verification), act.at)
    await record(tx, 'beneficiary.updated', row, act, { detail: { verification: verification.status } })
  }
}

/** The entity's latest verification of a payee, by name, account and type, while it can be relied on. */
export async function verifiedBefore(
  db: Queryable,
  entityId: string,
  payee: SavedPayee,
  at: Date,
): Promise<VerificationRow | undefined> {
  const accountKey = accountKeyOf({
    iban: payee.iban ?? null,
    accountNumber: payee.accountNumber ?? null,
    routingCodes: payee.routingCodes ?? null,
  })
  const found =
    accountKey &&
    (await latestVerification(db, entityId, { accountKey, name: payee.name, partyType: payee.type ?? null }))
  return found && found.expiresAt > at ? found : undefined
}

/** Maps a verification to the columns of a beneficiary. */
export const verificationColumns = (row: VerificationRow | undefined): Verified =>
  row
    ? {
        verificationStatus: row.status,
        verificationId: formatId('ver', row.verificationId),
        verifiedAt: row.checkedAt,
      }
    : { verificationStatus: 'NotChecked', verificationId: null, verifiedAt: null }
