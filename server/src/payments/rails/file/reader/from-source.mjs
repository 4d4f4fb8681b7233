// Runs the thread from its sources, in tests, where Node does not read TypeScript by itself. The bundle never uses it.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
