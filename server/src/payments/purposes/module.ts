import { defineModule } from '../../kernel/module.ts'

/** Lists of payment purposes: a library without routes or jobs. */
export const purposesModule = defineModule<object>({ name: 'payments/purposes' })
