/**
 * Verification of payee: before a payer authorises a payment, its bank asks the payee's bank whether the name matches
 * the account. SEPA's and the UK's schemes share one port. Results are stored, and a payment is bound to the one it
 * names. The matching rules of responding banks are here too, for the simulated banks of the sandbox.
 */
export { accountKeyOf, countryOfKey } from './account-key.ts'
export { httpSchemes } from './http-port.ts'
export { messageOf, outcomeOf } from './outcomes.ts'
export { type OwnAccount, withOwnAccounts } from './own-accounts.ts'
export { noScheme, type Question, type SchemeAnswer, type VerificationPort } from './port.ts'
export { presentVerification } from './present.ts'
export {
  findVerification,
  findVerifications,
  insertVerification,
  latestVerification,
  questionKey,
  reusableVerifications,
  type VerificationRow,
} from './queries.ts'
export { type BankAccount, respond } from './responder.ts'
export { checkQuestion, differenceFrom, isAnswerTo, isVerificationRequired, verificationToCome } from './rules.ts'
export { VerificationOut } from './schema.ts'
export {
  type AskedQuestion,
  askScheme,
  beginRequest,
  checkVerification,
  recordVerification,
  requestRecord,
  verificationOf,
} from './service.ts'
export { verificationModule } from './module.ts'
export { ownAccounts } from './our-accounts.ts'
