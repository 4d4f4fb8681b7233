/**
 * Third parties: their registration from a signed software statement (Dynamic Client Registration 3.4, tolerant of 3.3),
 * the certificates and keys that prove them, and the sandbox's own directory.
 */
export {
  acceptedCertificates,
  type CertificateReader,
  type ClientCertificate,
  type ClientCertificates,
  fromConnection,
  fromProxyHeader,
} from './certificates/certificate.ts'
export { type CertificateOwner, isOwnCertificate, ownerOf } from './certificates/owner.ts'
export { type DirectorySource, readDirectory } from './directory-status/source.ts'
export { createSoftwareKeys, keyAddressesOf, type SoftwareKeys } from './directory-status/software-keys.ts'
export { createDirectoryWatch, DIRECTORY_MS, forgetDirectory } from './directory-status/watch.ts'
export { configuredDirectory, type TrustedDirectory } from './directory.ts'
export { isSameName } from './certificates/distinguished-name.ts'
export { createKeySets, type KeySets, parseKeySet, usableKeys } from './keys.ts'
export { sendOAuthError } from './oauth-error.ts'
export { type ClientRow, findClientRow, lockRegistration } from './queries.ts'
export { registrationRoutes } from './routes.ts'
export { askResponder, readListBytes } from './revocation/sources.ts'
export { createStanding } from './revocation/standing.ts'
export { createStatuses } from './revocation/statuses.ts'
export {
  findSuspender,
  type ListedThirdParty,
  listThirdParties,
  reinstate,
  suspend,
  type Suspended,
} from './revocation/suspension.ts'
export { CLIENT_ALGORITHMS, OUR_ALGORITHM } from './rules.ts'
export { type SandboxAuthority, sandboxAuthority, serverCertificate } from './sandbox/authority.ts'
export { type Certified, issueCertificate, selfSigned } from './sandbox/certificates.ts'
export { writeThirdParty } from './sandbox/folder.ts'
export { provideSampleThirdParty } from './sandbox/sample.ts'
export { createSandboxSoftware, sandboxDirectory } from './sandbox/software.ts'
export { createThirdParties } from './third-parties.ts'
export type {
  Admission,
  AdmissionError,
  AuthenticateThirdParty,
  IntroducedThirdParty,
  IntroducingThirdParties,
  ThirdParties,
  ThirdPartyProfile,
  ThirdParty,
} from './third-party.ts'
export { registrationModule } from './module.ts'
