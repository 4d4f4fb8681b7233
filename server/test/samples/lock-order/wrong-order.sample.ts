import { expect, test } from 'vitest'
import { DatabaseClient } from '../../../src/kernel/db/client.ts'

/** The client never connects: the watcher reads the statements when they are queued. */
const client = new DatabaseClient()
const queue = (text: string, ids: string[] = []) => void client.query(text, ids).catch(() => {})

test('a trade settles before its facility is locked', () => {
  queue('begin')
  queue('select 1 from fx_trades where entity_id = $1 and trade_id = $2 for update')
  queue('select 1 from credit_facilities where entity_id = $1 order by facility_id for update')
  queue('commit')
  expect(client.port).toBeDefined()
})
