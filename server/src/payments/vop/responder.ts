import { compact } from '../validation/index.ts'
import type { PayeeType } from '../schemes/index.ts'
import { type Held, matchNames } from './names/match.ts'
import { type Identification, type Question, type SchemeAnswer, schemeFor } from './port.ts'

/** An account as its bank knows it. */
export interface BankAccount extends Pick<Held, 'holders'> {
  /** Holder type, or null if the bank does not know: then the payer's type applies, and company rules without one. */
  type: PayeeType | null
  identification: Identification
  state: 'Open' | 'Closed' | 'Switched' | 'OptedOut' | 'Unresponsive'
}

/**
 * Answers a request as the payee's bank, in the codes of its scheme.
 *
 * @param account undefined: it has no such account. In SEPA that is answered like a wrong name; a bank outside the EEA
 *   takes no part.
 * @param isParticipant whether the bank takes part in the scheme
 */
export function respond(question: Question, account: BankAccount | undefined, isParticipant: boolean): SchemeAnswer {
  const scheme = schemeFor(question)
  const uk = scheme === 'UK_COP'
  if (!account && !isParticipant) return { scheme, code: uk ? 'SCNS' : 'NOAP' }
  if (!account || account.state === 'Closed') return { scheme, code: uk ? 'AC01' : 'NMTC' }
  if (account.state === 'Switched') return { scheme, code: uk ? 'CASS' : 'NOAP' }
  if (account.state === 'OptedOut') return { scheme, code: uk ? 'OPTO' : 'NOAP' }
  if (account.state === 'Unresponsive') return { scheme, code: 'TIMEOUT' }
  if (question.name === undefined) return { scheme, code: codeOfIdentification(question.identification!, account, uk) }
  return { scheme, ...answerToName(question.name, question.partyType, account, uk) }
}

/** Compares an identifier exactly. Returns "not supported" if the bank holds no identifier of its kind. */
function codeOfIdentification(asked: Identification, { identification: held }: BankAccount, uk: boolean): string {
  if (uk) return 'ACNS'
  const [a, b] = [valueOf(asked), valueOf(held, asked)]
  if (b === undefined) return 'NOID'
  return a === b ? 'MTCH' : 'NMTC'
}

/** Returns the identifier's value of the requested kind. */
function valueOf(held: Identification, asked = held): string | undefined {
  if (asked.lei !== undefined) return held.lei && compact(held.lei)
  if (asked.bic !== undefined) return held.bic && compact(held.bic).slice(0, 8)
  const { other } = held
  return other && (asked.other?.scheme ?? other.scheme) === other.scheme ? compact(other.value) : undefined
}

function answerToName(name: string, asked: PayeeType | undefined, account: BankAccount, uk: boolean) {
  const type = account.type ?? asked ?? 'Company'
  const { result, name: registered } = matchNames(name, { holders: account.holders, type })
  const tell = registered === undefined ? {} : { name: registered }
  if (!uk) return { code: { Match: 'MTCH', Close: 'CMTC', None: 'NMTC' }[result], ...tell }
  const otherType = asked !== undefined && asked !== type
  if (!otherType) return { code: { Match: 'MATC', Close: 'MBAM', None: 'ANNM' }[result], ...tell }
  const codes =
    type === 'Company' ? { Match: 'BANM', Close: 'BAMM', None: 'ANNM' } : { Match: 'PANM', Close: 'PAMM', None: 'ANNM' }
  return { code: codes[result], ...tell }
}
