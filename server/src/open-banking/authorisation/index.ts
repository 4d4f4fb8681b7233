/**
 * The authorisation server of the open-banking interface: FAPI 1.0 Advanced on oidc-provider, in this process and this
 * database. Third parties reach it on the listener that asks for certificates; users on the ordinary origin, where they log
 * in (password and second factor), decide, and later withdraw. `authenticate` is the front door of the interface.
 */
export { revokeConsentGrants } from './adapter.ts'
export { type Authorisation, openAuthorisation } from './authorisation.ts'
export { uncoveredScopes } from './coverage.ts'
export { isOAuthPath } from './mount.ts'
export { rotateSigningKey } from './signing-keys.ts'
export { authorisationModule } from './module.ts'
