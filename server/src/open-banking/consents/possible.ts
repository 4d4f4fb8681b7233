import type { ConsentStatus } from './types.ts'

/** Permitted actions on a consent, by status. Deleting is always possible. */
export const accountAccessCan = {
  authorise: ['AWAU', 'AUTH', 'CANC'], // again while it lives: re-authentication
  reject: ['AWAU'],
  revoke: ['AUTH'],
  use: ['AUTH'],
} as const satisfies Record<string, readonly ConsentStatus[]>

export const paymentCan = {
  authorise: ['AWAU'],
  reject: ['AWAU'],
  revoke: [], // once authorised, a payment consent cannot be taken back
  use: ['AUTH'],
} as const satisfies Record<string, readonly ConsentStatus[]>
