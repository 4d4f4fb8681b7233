import { afterAll } from 'vitest'
import { closeOpened } from './database.ts'
import { takeViolations, watchLocks } from './lock-order.ts'

watchLocks()

// Registered before the file's own hooks, so it runs after them: what they close may still use the database. A file that
// demands the lock order looks at its own violations, not at those of the files before it.
afterAll(async () => {
  await closeOpened()
  takeViolations()
})
