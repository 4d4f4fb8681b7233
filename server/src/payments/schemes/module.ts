import { defineModule } from '../../kernel/module.ts'

/** Facts of the payment schemes: a library without routes or jobs. */
export const schemesModule = defineModule<object>({ name: 'payments/schemes' })
