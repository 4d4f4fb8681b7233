import { defineModule } from '../../kernel/module.ts'

/** Debts of an entity for its deals. */
export const unpaidModule = defineModule<object>({ name: 'credit/unpaid' })
