import { defineModule } from '../../kernel/module.ts'
import { breakEvents } from './breaks.ts'

/** Statements of banks and their comparison with the books. */
export const bankStatementsModule = defineModule<object>({
  name: 'payments/bank-statements',
  events: [breakEvents],
})
