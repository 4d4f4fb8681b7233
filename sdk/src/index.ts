/**
 * TypeScript client of the service: types generated from its OpenAPI document, and a small core that fetches and renews
 * tokens, creates idempotency keys, retries safe calls and throws one kind of error.
 */
export { type Cambist, type ClientOptions, createClient } from './client.ts'
export { CambistError, type FieldError, type Problem } from './errors.ts'
export type { components, paths } from './generated/api.ts'
export type { RetryPolicy } from './retry.ts'
export type { ClientCredentials } from './tokens.ts'
