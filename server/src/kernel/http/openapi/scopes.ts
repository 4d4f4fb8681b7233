/** Scopes of tokens for the main interface (interface 1), with their descriptions in the API document. */
export const SCOPE_TEXTS = {
  'reporting:read': 'Read accounts, balances, transactions and statements.',
  'entities:read': 'Read entities and their settings.',
  'credit:read': 'Read facilities, margin calls and mark-to-market.',
  'fx:quote': 'Request quotes and estimates, and read trades.',
  'fx:trade': 'Book spot deals.',
  'fx:heldrate': 'Hold rates and book them.',
  'fx:forward': 'Book forwards, draw them down and amend them.',
  'payments:read': 'Read payments.',
  'payments:write': 'Make, cancel and recall payments.',
  'payments:approve': 'Approve and reject payments.',
  'beneficiaries:read': 'Read beneficiaries.',
  'beneficiaries:write': 'Create, change and delete beneficiaries.',
  'transfers:write': 'Make transfers between accounts of one entity.',
  'webhooks:manage': 'Manage webhook endpoints.',
  'sandbox:simulate': 'Use the functions for testers in the sandbox.',
} as const

export type Scope = keyof typeof SCOPE_TEXTS

export const SCOPES = Object.keys(SCOPE_TEXTS) as readonly Scope[]
