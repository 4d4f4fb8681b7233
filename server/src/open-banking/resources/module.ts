import { defineModule } from '../../kernel/module.ts'

/** Account information of both versions of open banking. */
export const resourcesModule = defineModule<object>({ name: 'open-banking/resources' })
