import { afterAll, expect } from 'vitest'
import { closeOpened } from './database.ts'
import { expectDeclaredErrors, watchErrors } from './declared-errors.ts'
import { expectLockOrder, watchLocks } from './lock-order.ts'
import { recordStatements, watchStatements } from './sent-statements.ts'

watchLocks()
watchErrors()
watchStatements()

// Registered before the file's own hooks, so it runs after them: what they close may still use the database. A lock taken
// out of order, or an error that the API document does not list, fails the file, even if its tests pass.
afterAll(async () => {
  recordStatements(expect.getState().testPath!)
  await closeOpened()
  expectLockOrder()
  expectDeclaredErrors()
})
