import { afterAll } from 'vitest'
import { dropTestDatabases } from './database.ts'

// Registered before the file's own hooks, so it runs after them: what they close may still use the database.
afterAll(dropTestDatabases)
