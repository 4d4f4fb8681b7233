/**
 * Separate process that writes one statement in one format, like the route, and reports its peak memory. The test
 * passes connection, entity, account and format as JSON in its argument.
 */
import { createEntityDirectory } from '../../src/entities/index.ts'
import { createStatementBook, findAccount } from '../../src/accounts/index.ts'
import { type StatementFormat, writeStatement } from '../../src/accounts/statements/formats/index.ts'
import { openDb } from '../../src/kernel/db/db.ts'
import { createListener } from '../../src/kernel/db/notifications.ts'
import { issuer } from '../samples/parties.ts'

interface Order {
  connection: object
  entityId: string
  accountId: string
  format: StatementFormat
}

const { connection, entityId, accountId, format } = JSON.parse(process.argv[2]!) as Order
const db = await openDb(connection, { poolSize: 2 })
const book = createStatementBook({ db, entities: createEntityDirectory(db, createListener(db)), issuer })
const account = (await findAccount(db.reader, entityId, accountId))!
const head = await book.interim(account, { from: '2026-11-20', to: '2026-12-31' }, new Date('2027-01-01T12:00:00Z'))
const idleMb = process.resourceUsage().maxRSS / 1024
const start = performance.now()
let bytes = 0
for await (const chunk of await writeStatement({ db, issuer }, head, format)) bytes += Buffer.byteLength(chunk)
const peakMb = process.resourceUsage().maxRSS / 1024
const lines = head.creditCount + head.debitCount
console.log(JSON.stringify({ format, lines, bytes, idleMb, peakMb, ms: performance.now() - start }))
await db.close()
