import { defineModule } from '../../kernel/module.ts'

/** Banks connected by files. */
export const bankFilesModule = defineModule<object>({ name: 'payments/bank-files' })
