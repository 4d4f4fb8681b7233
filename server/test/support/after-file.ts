import { afterAll } from 'vitest'
import { closeOpened } from './database.ts'
import { watchLocks } from './lock-order.ts'

watchLocks()

// Registered before the file's own hooks, so it runs after them: what they close may still use the database.
afterAll(closeOpened)
