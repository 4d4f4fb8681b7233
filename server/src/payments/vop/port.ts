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
  /** IBAN, if the request used one. */
  iban?: string
  /** Country of the payee's bank. */
  country: string
  /** Name; absent if the request uses an identification. */
  name?: string
  identification?: Identification
  partyType?: PayeeType
}

/** A question as a bank is asked it. */
export interface BankQuestion extends Question {
  /** Id of the request, such as `ver_…`: the same if the request is repeated after a crash. */
  requestId: string
}

export type Scheme = 'SEPA_VOP' | 'UK_COP' | 'SIMULATED'

/** Answer of the payee's bank, in the codes of its scheme. */
export interface SchemeAnswer {
  scheme: Scheme
  /** A key of `OUTCOMES`; another one counts as no answer. */
  code: string
  /** Registered name, if the bank sends it. Disclosed only if the outcome allows it. */
  name?: string
}

/**
 * Verification of payee over one or more schemes. An implementation selects the scheme by account, must stop when the
 * signal aborts, and may throw, which counts as no answer. A request id that it knows should get the first answer again.
 */
export interface VerificationPort {
  ask(question: BankQuestion, signal: AbortSignal): Promise<SchemeAnswer>
  /** Milliseconds to wait for an answer; later answers are ignored. Default: the limit of the schemes. */
  budgetMs?: number
}

/** Time limit of the schemes for an answer. */
export const SCHEME_BUDGET_MS = 5_000

/** The scheme that reaches an account: Confirmation of Payee for the UK's, the SEPA scheme for all others with an IBAN. */
export const schemeFor = ({ accountKey }: Pick<Question, 'accountKey'>): 'SEPA_VOP' | 'UK_COP' =>
  accountKey.startsWith('UK:') ? 'UK_COP' : 'SEPA_VOP'

/** Port without a connected scheme: every request returns "not available", and the payer sees that. */
export const noScheme: VerificationPort = {
  ask: async (question) => ({ scheme: schemeFor(question), code: schemeFor(question) === 'UK_COP' ? 'SCNS' : 'NOAP' }),
}
