/**
 * The sandbox as it is first seen: a corporate (RM) and a fund (ABS) in the EU with API clients, accounts, limits, a credit
 * facility and opening money, and the file that holds the clients' credentials.
 */
export { readCredentials } from './credentials.ts'
export { claimMode } from './mode.ts'
export { reseedSandbox, seedSandbox } from './seed.ts'
