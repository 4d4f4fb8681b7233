import { defineModule } from '../../kernel/module.ts'

/** Prices of deals: a library without routes or jobs. */
export const pricingModule = defineModule<object>({ name: 'fx/pricing' })
