import type { PayeeType } from '../schemes/index.ts'

/** A legal person's identifier in place of a name. */
export interface Identification {
  lei?: string
  bic?: string
  other?: { value: string; scheme?: string }
}

export interface Question {
  /** The payee's account, as `accountKeyOf` writes it. */
  accountKey: string
  /** The IBAN, where it was asked by one. */
  iban?: string
  /** Country of the payee's bank. */
  country: string
  /** Absent when it is asked by an identification. */
  name?: string
  identification?: Identification
  partyType?: PayeeType
}

export type Scheme = 'SEPA_VOP' | 'UK_COP' | 'SIMULATED'

/** What the payee's bank answers, in the words of its scheme. */
export interface SchemeAnswer {
  scheme: Scheme
  /** A key of `OUTCOMES`; another one counts as no answer. */
  code: string
  /** The registered name, where the bank sends it. It is told on only where the outcome allows. */
  name?: string
}

/**
 * Verification of payee over one or more schemes. An implementation picks the scheme by the account, must give up when
 * the signal aborts, and may throw: then there is no answer.
 */
export interface VerificationPort {
  ask(question: Question, signal: AbortSignal): Promise<SchemeAnswer>
  /** Milliseconds after which there is no answer, whatever still comes; what the schemes allow when absent. */
  budgetMs?: number
}

/** What the schemes allow from the question to the answer. */
export const SCHEME_BUDGET_MS = 5_000

/** The scheme that reaches an account: Confirmation of Payee for the UK's, the SEPA scheme for all others with an IBAN. */
export const schemeFor = ({ accountKey }: Pick<Question, 'accountKey'>): 'SEPA_VOP' | 'UK_COP' =>
  accountKey.startsWith('UK:') ? 'UK_COP' : 'SEPA_VOP'

/** Where no scheme is connected: nothing can be verified, and the payer is told so. */
export const noScheme: VerificationPort = {
  ask: async (question) => ({ scheme: schemeFor(question), code: schemeFor(question) === 'UK_COP' ? 'SCNS' : 'NOAP' }),
}
