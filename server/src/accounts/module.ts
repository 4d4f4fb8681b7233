import { defineModule } from '../kernel/module.ts'
import type { EventViews } from '../events/index.ts'
import type { AccountDeps } from './deps.ts'
import { accountView, statementView } from './events/views.ts'
import { accountEvents } from './events/entries.ts'
import { accountRoutes } from './routes.ts'
import { statementEvents } from './statements/issue.ts'

/** Accounts, balances, transactions and statements. */
export const accountsModule = defineModule<AccountDeps>({
  name: 'accounts',
  events: [accountEvents, statementEvents],
  routes: accountRoutes,
  ports: (context) => ({
    eventViews: { account: accountView(context), statement: statementView(context) } satisfies EventViews,
  }),
  resources: {
    acc: [['accounts', 'account_id']],
    sta: [['statements', 'statement_id']],
    vac: [['virtual_accounts', 'virtual_account_id']],
  },
})
