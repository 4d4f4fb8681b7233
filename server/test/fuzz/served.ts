// A sandbox with all its listeners in a process of its own, so that its event loop can be watched.
import { warmUp } from '../../src/composition/warm-up.ts'
import { openDb } from '../../src/kernel/db/db.ts'
import { migrate } from '../../src/kernel/db/migrations.ts'
import { openListeners } from '../support/third-party.ts'
import { createInFlight } from './in-flight.ts'
import { watchLoop } from './loop.ts'

const LIMIT_MS = 50

const connection = { connectionString: process.argv[2]! }
await migrate(connection)
const db = await openDb(connection, { poolSize: 12 })
const listeners = await openListeners(db)
await warmUp(listeners.app, listeners.services.issuer)
const send = (message: object) => void process.send?.(message)
const software = await listeners.newSoftware() // its keys are made in this thread, before it is watched
const inFlight = createInFlight()
for (const app of [listeners.app, listeners.obApp]) app.server.prependListener('request', inFlight.follow)
const { pages, issuer, ca, credentials } = listeners
const watch = watchLoop(LIMIT_MS, (block) =>
  send({ kind: 'block', ...block, requests: inFlight.between(block.from, block.until) }),
)
const drain = setInterval(() => {
  for (const line of listeners.complaints.splice(0)) if (/"level":(50|60)/.test(line)) send({ kind: 'defect', line })
}, 500)
send({ kind: 'ready', pages, issuer, ca, credentials, software })
process.once('disconnect', () => process.exit()) // the fuzzer is gone, and drops the database
process.once('message', () => void end())

async function end(): Promise<void> {
  process.removeAllListeners('disconnect')
  watch.stop()
  clearInterval(drain)
  await listeners.close()
  await db.close()
  process.disconnect?.()
}
