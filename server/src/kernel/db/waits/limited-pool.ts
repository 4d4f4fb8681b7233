import type pg from 'pg'
import { gatherWrites } from '../one-write.ts'
import { connect } from './begin.ts'

/**
 * Returns a pool whose single statements wait for a connection and for each lock for a limited time. Its connections are those of the
 * given pool.
 *
 * @param hasLockTimeout true if the operator has limited the waits for locks: that limit is kept
 */
export function limitedPool(pool: pg.Pool, waitMs: number, hasLockTimeout: boolean): pg.Pool {
  async function query(statement: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await connect({ pool, waitMs })
    gatherWrites(client)
    const limit = (text: string) => (hasLockTimeout ? Promise.resolve(undefined) : client.query(text))
    const sent = [limit(`set lock_timeout = ${waitMs}`), client.query(statement as pg.QueryConfig, values)] as const
    const [, answer] = await Promise.allSettled([...sent, limit('reset lock_timeout')] as const) // one round trip
    const isFailed = answer.status === 'rejected'
    client.release(isFailed ? (answer.reason as Error) : undefined)
    if (isFailed) throw answer.reason
    return answer.value
  }
  return Object.create(pool, { query: { value: query }, connect: { value: pool.connect.bind(pool) } }) as pg.Pool
}
