import type pg from 'pg'
import { DatabaseClient } from '../../kernel/db/client.ts'
import { ConnectionLoss, isServerAnswer } from '../../kernel/db/connection-loss.ts'
import type { Db } from '../../kernel/db/db.ts'
import { type BalanceImage, createBalanceImage } from '../posting/image.ts'

/**
 * The connection of the posting batchers: one, pipelined, so that a second batch is on its way while the first is being
 * decided. Its planner settings suit batches of known shape only (they make reports quadratic) and are set nowhere else.
 */
export interface PostingConnection {
  query: <R extends pg.QueryResultRow>(query: { name: string; text: string; values: unknown[] }) => Promise<R[]>
  /** The balances as seen on this connection. */
  readonly image: BalanceImage
  close(): Promise<void>
}

/** Set by statements: options of the address would take the place of options given here. */
const PLANNER = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set jit = off`

/** Opens when first used, and again after it was lost. */
export function openPostingConnection(db: Pick<Db, 'connection'>): PostingConnection {
  let client: Promise<pg.Client> | undefined
  let closed = false

  function connected(): Promise<pg.Client> {
    if (client) return client
    const opening = connect(db.connection, () => {
      if (client === opening) client = undefined
    })
    client = opening
    opening.catch(() => {
      if (client === opening) client = undefined
    })
    return opening
  }

  return {
    image: createBalanceImage(),
    async query<R extends pg.QueryResultRow>(query: { name: string; text: string; values: unknown[] }) {
      if (closed) throw new ConnectionLoss(new Error('closed'), false)
      const open = await connected().catch((error: unknown) => {
        throw new ConnectionLoss(error, false)
      })
      try {
        return (await open.query<R>(query)).rows
      } catch (error) {
        // A server that has become read-only wrote nothing: its rejection leaves no doubt about the outcome.
        const wroteNothing = (error as { code?: string }).code === '25006'
        throw isServerAnswer(error) ? error : new ConnectionLoss(error, !wroteNothing)
      }
    },
    async close() {
      closed = true
      await client?.then(
        (open) => open.end(),
        () => {},
      )
    },
  }
}

async function connect(connection: Db['connection'], lost: () => void): Promise<pg.Client> {
  const client = new DatabaseClient({
    ...connection,
    application_name: 'cambist posting',
    pipeline: true,
  } as Db['connection'])
  client.on('error', lost)
  client.on('end', lost)
  await client.connect()
  await client.query(PLANNER)
  return client
}
