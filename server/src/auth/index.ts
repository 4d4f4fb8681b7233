/**
 * OAuth 2.0 for API clients: client_credentials with a secret (body or Basic) or private_key_jwt; opaque tokens, stored
 * hashed, cached in each process and refused everywhere within a second of their revocation. All times here are wall time.
 */
export { type ApiClient, findClient, listClients } from './clients.ts'
export { type Auth, createAuth } from './auth.ts'
export { restoreTokens, setTokensAside } from './reset.ts'
export {
  createClient,
  grantEntity,
  isLiveSecret,
  lockClients,
  revokeEntity,
  rotateSecret,
  setClientRoles,
  setClientStatus,
  unlockClient,
} from './service.ts'
export { authModule } from './module.ts'
