import { defineModule } from '../kernel/module.ts'

/** Users who act for an entity in person. */
export const usersModule = defineModule<object>({ name: 'users' })
