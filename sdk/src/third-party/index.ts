/** Open banking for third parties: registration, consents, signatures, and the user's way to the bank and back. Node only. */
export { ThirdPartyError } from './error.ts'
export { type Identity, readThirdPartyFolder } from './identity.ts'
export type { RawResponse, Send, TransportCertificate } from './mutual-tls.ts'
export {
  type Authorisation,
  type AuthoriseOptions,
  type ConnectOptions,
  type ConsentScope,
  type OpenBankingCall,
  ThirdParty,
  type UserTokens,
} from './third-party.ts'
