import { openDb } from '../../src/kernel/db/db.ts'
import { createWorker } from '../../src/kernel/jobs/work.ts'
import { systemClock } from '../../src/kernel/values/clock.ts'
import { ledgerSweeps } from '../../src/ledger/index.ts'

// A process that posts the house's journals of open crossings until it is killed. Its argument is the connection, as JSON.
async function main(): Promise<void> {
  const db = await openDb(JSON.parse(process.argv[2]!) as object, { poolSize: 5 })
  const onFailure = (error: unknown) => console.error(error)
  createWorker({ db, clock: systemClock, handlers: {}, sweeps: ledgerSweeps, onFailure }).start()
}

void main()
