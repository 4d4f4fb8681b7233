import type { Db, Queryable } from '../../db/db.ts'
import { type LimitGroup, WINDOW_SECONDS } from './policies.ts'

/** A bucket: one client and group of operations. */
interface BucketKey {
  client: string
  group: LimitGroup
}

/** Tokens that a process may spend, and those left in the shared bucket, which may be a fraction. */
interface Lease {
  granted: number
  left: number
}

const AVAILABLE = `least($4::float8, b.tokens + $4::float8 / ${WINDOW_SECONDS * 1000} * greatest(0, $5::bigint - b.filled_ms))`

/**
 * Takes whole tokens out of a shared bucket, as many as there are and at most `wanted`, in one statement. A new bucket is
 * full; a bucket fills evenly, up to its quota. A process whose clock is behind adds nothing; if it is behind by more than a
 * window, the clock was set back, and the bucket fills by the new time.
 */
export async function leaseTokens(
  db: Pick<Db, 'pool'>,
  { client, group }: BucketKey,
  { wanted, quota, wall }: { wanted: number; quota: number; wall: Date },
): Promise<Lease> {
  const { rows } = await db.pool.query<Lease>({
    name: 'lease-rate-limit-tokens',
    text: `insert into rate_limit_buckets as b (client, limit_group, granted, tokens, filled_ms)
        values ($1, $2, least($3::int, $4::int), $4::float8 - least($3::int, $4::int), $5)
      on conflict (client, limit_group) do update set
        granted = floor(least($3::int, ${AVAILABLE})),
        tokens = ${AVAILABLE} - floor(least($3::int, ${AVAILABLE})),
        filled_ms = case when b.filled_ms > $5::bigint + ${WINDOW_SECONDS * 1000} then $5::bigint
          else greatest(b.filled_ms, $5::bigint) end
      returning granted, tokens as left`,
    values: [client, group, wanted, quota, wall.getTime()],
  })
  return rows[0]!
}

/** Deletes buckets that have been full for a while, at most `limit`; how many. Index rate_limit_buckets_by_age. */
export async function deleteFullBuckets(db: Queryable, wall: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from rate_limit_buckets where (client, limit_group) in
      (select client, limit_group from rate_limit_buckets where filled_ms < $1 limit $2)`,
    [wall.getTime() - 2 * WINDOW_SECONDS * 1000, limit],
  )
  return rowCount ?? 0
}
