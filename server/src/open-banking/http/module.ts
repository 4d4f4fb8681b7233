import { defineModule } from '../../kernel/module.ts'
import { deleteOldObKeys, IDEMPOTENCY_MS } from './idempotency.ts'

/** The surface shared by both versions of the open-banking interface. */
export const openBankingHttpModule = defineModule<object>({
  name: 'open-banking/http',
  cleanUp: [(db, { wall }, limit) => deleteOldObKeys(db, new Date(wall.getTime() - IDEMPOTENCY_MS), limit)],
})
