import { afterAll } from 'vitest'
import { closeOpened } from './database.ts'
import { expectLockOrder, watchLocks } from './lock-order.ts'

watchLocks()

// Registered before the file's own hooks, so it runs after them: what they close may still use the database. A lock taken
// out of order fails the file, even if its tests pass.
afterAll(async () => {
  await closeOpened()
  expectLockOrder()
})
