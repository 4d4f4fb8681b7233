import { defineModule } from '../kernel/module.ts'
import type { AccountDeps } from './deps.ts'
import { accountRoutes } from './routes.ts'

/** Accounts, balances, transactions and statements. */
export const accountsModule = defineModule<AccountDeps>({
  name: 'accounts',
  routes: accountRoutes,
  resources: { acc: [['accounts', 'account_id']], sta: [['statements', 'statement_id']] },
})
