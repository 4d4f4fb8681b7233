import { Type } from 'typebox'
import { defineEvent, defineModule, type EventCatalogue } from '../kernel/module.ts'
import type { AccountDeps } from './deps.ts'
import { accountRoutes } from './routes.ts'

const movement = {
  paymentId: Type.Optional(Type.String()),
  inboundPaymentId: Type.Optional(Type.String()),
  amount: Type.Optional(Type.String()),
  amountMinor: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
}

/** Events of accounts and their statements. */
const accountEvents = {
  'account.credited': defineEvent('Money was credited to an account.', 'account', movement),
  'account.debited': defineEvent('Money was debited from an account.', 'account', movement),
  'statement.ready': defineEvent('A statement of a closed period is ready.', 'statement', {
    accountId: Type.String(),
    reference: Type.String(),
  }),
} satisfies EventCatalogue

declare module '../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof accountEvents, true> {}
}

/** Accounts, balances, transactions and statements. */
export const accountsModule = defineModule<AccountDeps>({
  name: 'accounts',
  events: accountEvents,
  routes: accountRoutes,
  resources: { acc: [['accounts', 'account_id']], sta: [['statements', 'statement_id']] },
})
