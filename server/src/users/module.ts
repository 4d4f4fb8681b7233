import { defineModule } from '../kernel/module.ts'
import { deleteOldAttempts } from './attempts.ts'

const KEPT_MS = 2 * 86_400_000

/** Users who act for an entity in person. */
export const usersModule = defineModule<object>({
  name: 'users',
  cleanUp: [(db, { wall }, limit) => deleteOldAttempts(db, new Date(wall.getTime() - KEPT_MS), limit)],
})
