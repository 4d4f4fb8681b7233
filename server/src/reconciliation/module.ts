import { defineModule } from '../kernel/module.ts'
import { reconciliationEvents } from './service.ts'

/** Daily reconciliation of the books of clients with the house's. */
export const reconciliationModule = defineModule<object>({
  name: 'reconciliation',
  events: [reconciliationEvents],
})
