import { defineModule } from '../../kernel/module.ts'
import { railAudits } from './audits.ts'

/** Instructions to banks and their reports. */
export const railsModule = defineModule<object>({ name: 'payments/rails', audits: railAudits })
