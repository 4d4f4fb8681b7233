import { defineModule } from '../../kernel/module.ts'

/** Instructions to banks and their reports. */
export const railsModule = defineModule<object>({ name: 'payments/rails' })
