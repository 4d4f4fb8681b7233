import { defineModule } from '../../kernel/module.ts'

/** Checks of bank details and texts: a library without routes or jobs. */
export const validationModule = defineModule<object>({ name: 'payments/validation' })
