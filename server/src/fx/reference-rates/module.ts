import { defineModule } from '../../kernel/module.ts'

/** Rates that an operator sets for limits. */
export const referenceRatesModule = defineModule<object>({ name: 'fx/reference-rates' })
