import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Db } from '../../src/kernel/db/db.ts'
import type { Client } from './client.ts'
import { LEAVES_OPEN, type Sent, send } from './load.ts'

const PATIENCE_MS = 30_000
const AT_ONCE = 12

/** Does `work` on every item, twelve at a time. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/**
 * Retries unanswered orders with the same key until all have a response.
 *
 * @returns how many of them had been stored before they were asked again
 */
export async function askAgain(client: Client, sent: readonly Sent[]): Promise<number> {
  const lost = sent.filter(({ answer, key }) => !answer && key !== undefined)
  await forEach(lost, async (order) => {
    for (const end = Date.now() + PATIENCE_MS; !order.answer; await sleep(order.answer ? 0 : 200)) {
      expect(Date.now(), `${order.kind} ${order.key} gets no answer`).toBeLessThan(end)
      await send(client, order)
    }
  })
  const stored = lost.filter(({ answer }) => answer!.replayed)
  const lies = stored.filter(
    ({ answer, inVain }) => answer!.status < 400 && !inVain.some((told) => LEAVES_OPEN.includes(told)),
  )
  expect(lies, 'stored, although what the caller was told excluded it').toEqual([])
  return stored.length
}

/** Waits until no job is due: interrupted work has been finished. */
export async function untilNothingIsDue(db: Db, client: Client): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const { now } = await client.get<{ now: string }>('abs', '/v1/sandbox/clock')
    const { rows } = await db.pool.query<{ kind: string; attempts: number; error: string | null }>(
      `select kind, attempts, last_error as error from due_work where due_at < $1::timestamptz + interval '1 minute'
       union all select 'open crossing', 0, null from book_crossings where completed_at is null`,
      [now],
    )
    if (rows.length === 0) return
    if (Date.now() > end) expect(rows, 'work that is due and not done').toEqual([])
  }
}
