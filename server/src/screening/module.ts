import { defineModule } from '../kernel/module.ts'

/** Sanctions lists, and cases of parties found on them. */
export const screeningModule = defineModule<object>({ name: 'screening' })
