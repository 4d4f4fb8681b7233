import { afterAll } from 'vitest'
import { closeOpened } from './database.ts'

// Registered before the file's own hooks, so it runs after them: what they close may still use the database.
afterAll(closeOpened)
