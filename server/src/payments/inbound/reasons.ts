/** Reasons of a status, as clients and operators read them. A client never learns that screening matched. */
const REASONS = {
  UnderReview: 'The institution reviews the payment.',
  AccountNotFound: 'The payment names no account of the institution.',
  AccountClosed: 'The account is closed.',
  VirtualAccountClosed: 'The virtual account is closed.',
  CurrencyMismatch: 'The account is in another currency.',
  ReferenceReused: 'The bank used its reference for another amount, account or value date before.',
  ReturnAmbiguous: 'The bank returned one of several payments, and its entry does not state which.',
  NotAccepted: 'The institution could not accept the payment.',
  RequestedByPayer: 'The payer asked for its money back.',
}
export type InboundReason = keyof typeof REASONS

/** Reasons that an operator may give for a return. */
export const RETURN_REASONS = [
  'AccountNotFound',
  'AccountClosed',
  'VirtualAccountClosed',
  'CurrencyMismatch',
  'NotAccepted',
  'RequestedByPayer',
] as const satisfies readonly InboundReason[]
export type ReturnReason = (typeof RETURN_REASONS)[number]

export const INBOUND_REASONS = Object.keys(REASONS) as InboundReason[]

/** Returns a reason with its sentence. */
export const presentReason = (code: InboundReason | null) => (code === null ? null : { code, message: REASONS[code] })
