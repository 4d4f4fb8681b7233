import { defineModule } from '../../kernel/module.ts'
import { recordPayeeCheck } from './making/payee-check.ts'

/** Payment initiation of both versions of open banking. */
export const initiationModule = defineModule<object>({
  name: 'open-banking/initiation',
  reactions: () => ({ 'consent.authorised': recordPayeeCheck }),
})
