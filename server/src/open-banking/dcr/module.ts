import { defineModule } from '../../kernel/module.ts'
import { deleteOldJtis } from './queries.ts'

/** Registration of third parties. */
export const registrationModule = defineModule<object>({
  name: 'open-banking/dcr',
  cleanUp: [(db, { wall }, limit) => deleteOldJtis(db, wall, limit)],
})
