import { Type } from 'typebox'
import { defineEvent, defineModule, type EventCatalogue } from '../kernel/module.ts'
import type { AccountDeps } from './deps.ts'
import { accountRoutes } from './routes.ts'
import { statementEvents } from './statements/issue.ts'

const movement = {
  paymentId: Type.Optional(Type.String()),
  inboundPaymentId: Type.Optional(Type.String()),
  amount: Type.Optional(Type.String()),
  amountMinor: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
}

/** Events of accounts; later modules that move money record them. */
const accountEvents = {
  'account.credited': defineEvent('Money was credited to an account.', 'account', movement),
  'account.debited': defineEvent('Money was debited from an account.', 'account', movement),
} satisfies EventCatalogue

declare module '../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof accountEvents, true> {}
}

/** Accounts, balances, transactions and statements. */
export const accountsModule = defineModule<AccountDeps>({
  name: 'accounts',
  events: [accountEvents, statementEvents],
  routes: accountRoutes,
  resources: {
    acc: [['accounts', 'account_id']],
    sta: [['statements', 'statement_id']],
    vac: [['virtual_accounts', 'virtual_account_id']],
  },
})
