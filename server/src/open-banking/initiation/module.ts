import { defineModule } from '../../kernel/module.ts'

/** Payment initiation of both versions of open banking. */
export const initiationModule = defineModule<object>({ name: 'open-banking/initiation' })
