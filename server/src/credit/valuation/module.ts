import { defineModule } from '../../kernel/module.ts'

/** Value of open deals, with the stored market behind it. */
export const valuationModule = defineModule<object>({ name: 'credit/valuation' })
