import { type Institution, requireIdentity } from '../../institution/index.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { entityOf } from '../../kernel/db/directory.ts'
import { storeBankCode } from './bank-codes.ts'
import { type Identifiers, identifiersFor } from './identifiers.ts'

/**
 * Assigns the next free number at the branch of the holder's country.
 *
 * @throws institution_not_configured, account_numbers_exhausted
 */
export async function assignNumber(
  tx: Tx,
  institution: Pick<Institution, 'branches' | 'missing'>,
  country: string,
): Promise<Identifiers> {
  requireIdentity(institution)
  for (;;) {
    const { rows } = await tx.query<{ serial: bigint }>(`select nextval('account_serials') as serial`)
    const identifiers = identifiersFor(institution.branches, country, rows[0]!.serial)
    if (await isTaken(tx, identifiers.iban)) continue // a number that the operator's bank issued
    await storeBankCode(tx, identifiers.iban)
    return identifiers
  }
}

async function isTaken(db: Queryable, iban: string): Promise<boolean> {
  const { rows } = await db.query<{ owner: string | null }>({
    name: 'owner-of-iban',
    text: `select ${entityOf('iban', '$1')} as owner`,
    values: [iban],
  })
  return rows[0]!.owner !== null
}
