import pg from 'pg'
import { expect, test } from 'vitest'

/** The client never connects: the watcher reads the statements when they are queued. */
const client = new pg.Client()
const queue = (text: string, ids: string[] = []) => void client.query(text, ids).catch(() => {})

test('a trade settles before its facility is locked', () => {
  queue('begin')
  queue('select 1 from fx_trades where entity_id = $1 and trade_id = $2 for update')
  queue('select 1 from credit_facilities where entity_id = $1 order by facility_id for update')
  queue('commit')
  expect(client.port).toBeDefined()
})
