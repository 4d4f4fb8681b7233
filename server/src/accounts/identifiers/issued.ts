import { isValidBIC, isValidIBAN } from 'ibantools'
import { type Institution, requireIdentity } from '../../institution/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { ibanOf } from '../../kernel/text/iban.ts'
import { sameBankingCountry } from '../../kernel/values/countries.ts'
import { refusals } from '../../kernel/values/refusals.ts'
import { storeBankCode } from './bank-codes.ts'
import { type Identifiers, nationalNumber } from './identifiers.ts'

/** A number that the operator's bank issued: an IBAN, or a British sort code and account number; in any spelling. */
export interface IssuedNumber {
  iban?: string
  sortCode?: string
  accountNumber?: string
  bic: string
}

export const refuseNumber = refusals({
  issued_number_invalid: { status: 422, message: 'The issued account number is invalid: {reason}.' },
  account_number_taken: { status: 409, message: 'Another account of this installation has the IBAN {iban}.' },
})

/**
 * Checks a number that the operator's bank issued. Its bank code counts as ours from then on.
 *
 * @throws issued_number_invalid, institution_not_configured
 */
export async function takeIssuedNumber(
  tx: Tx,
  institution: Pick<Institution, 'missing'>,
  issued: IssuedNumber,
): Promise<Identifiers> {
  requireIdentity(institution, true)
  const identifiers = issuedIdentifiers(issued)
  await storeBankCode(tx, identifiers.iban)
  return identifiers
}

const compact = (text: string | undefined): string | undefined => text?.replaceAll(/[\s-]/g, '').toUpperCase()

/** Returns all numbers of an account from those that were issued. @throws issued_number_invalid */
function issuedIdentifiers(issued: IssuedNumber): Identifiers {
  const [given, sortCode, accountNumber] = [issued.iban, issued.sortCode, issued.accountNumber].map(compact)
  const bic = compact(issued.bic)!
  const invalid = (reason: string) => refuseNumber.issued_number_invalid({ reason })
  if (!isValidBIC(bic)) throw invalid(`the BIC ${bic} does not have the form of one; ABCDGB2L has it`)
  const iban = given ?? britishIban(bic, sortCode, accountNumber)
  if (iban === undefined) throw invalid('name an IBAN, or a sort code of 6 digits and an account number of 8 digits')
  if (!isValidIBAN(iban)) throw invalid(`the check digits or the length of the IBAN ${iban} are wrong`)
  if (!sameBankingCountry(iban.slice(0, 2), bic.slice(4, 6)))
    throw invalid(`the BIC ${bic} is of another country than the IBAN ${iban}`)
  const national = nationalNumber(iban)
  const differs = (one: string | undefined, other: string | null) => one !== undefined && one !== other
  if (differs(accountNumber, national.accountNumber) || differs(sortCode, national.routingCodes[0]?.value ?? null))
    throw invalid(`the IBAN ${iban} contains another sort code or account number`)
  return { iban, bic, ...national }
}

function britishIban(bic: string, sortCode = '', accountNumber = ''): string | undefined {
  if (!/^\d{6}$/.test(sortCode) || !/^\d{8}$/.test(accountNumber)) return undefined
  return ibanOf('GB', bic.slice(0, 4) + sortCode + accountNumber)
}
