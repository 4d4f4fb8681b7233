/**
 * Verification of payee: before a payer authorises a payment, its bank asks the payee's whether the name is that of the
 * account. SEPA's scheme and the UK's stand behind one port; answers are stored, and a payment is bound to the one it
 * names. The rules by which a bank decides are here too, for the simulated banks of the sandbox.
 */
export { accountKeyOf, countryOfKey, type PayeeAccount } from './account-key.ts'
export { type Held, matchNames, type NameMatch } from './match.ts'
export { type HttpSchemeOptions, httpSchemes } from './http-port.ts'
export { EPC_CODE, messageOf, outcomeOf, type VerificationStatus, VERIFICATION_STATUSES } from './outcomes.ts'
export { type OwnAccount, withOwnAccounts } from './own-accounts.ts'
export {
  type Identification,
  noScheme,
  type Question,
  type Scheme,
  type SchemeAnswer,
  schemeFor,
  type VerificationPort,
} from './port.ts'
export { presentVerification } from './present.ts'
export {
  findVerification,
  findVerifications,
  isAnswerTo,
  latestVerification,
  questionKey,
  reusableVerifications,
  type VerificationRow,
} from './queries.ts'
export { type BankAccount, respond } from './responder.ts'
export { type VerificationDeps, verificationRoutes } from './routes.ts'
export {
  checkQuestion,
  differenceFrom,
  isVerificationRequired,
  type Payer,
  refuse as refuseVerification,
  verificationToCome,
} from './rules.ts'
export { VerificationOrder, VerificationOut } from './schema.ts'
export {
  type AskedQuestion,
  askScheme,
  checkVerification,
  type PaymentToCheck,
  recordVerification,
} from './service.ts'
export { type VerificationContext, verificationModule } from './module.ts'
export { ownAccounts } from './our-accounts.ts'
