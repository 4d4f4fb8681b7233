import type pg from 'pg'
import { DatabaseClient } from '../../kernel/db/client.ts'
import { ConnectionLoss, isServerAnswer, isUnsent } from '../../kernel/db/connection-loss.ts'
import { type Db, enterEpoch } from '../../kernel/db/db.ts'
import { gatherWrites } from '../../kernel/db/one-write.ts'
import { limitLockWaits, BATCH_WAIT_MS } from '../../kernel/db/waits/waits.ts'
import { type BalanceImage, createBalanceImage } from '../posting/image.ts'

/**
 * The connection of the posting batchers: one, pipelined, so that a second batch is on its way while the first is being
 * decided. Its planner settings suit batches of known shape only (they make reports quadratic) and are set nowhere else.
 */
export interface PostingConnection {
  /** Sends a statement that commits alone; in the sandbox in a transaction of the current epoch. @throws SandboxReset */
  query: <R extends pg.QueryResultRow>(query: Statement) => Promise<R[]>
  /** Sends a statement that only reads, after those sent before. */
  read: <R extends pg.QueryResultRow>(query: Statement) => Promise<R[]>
  /** Returns the current epoch; undefined in production. Begins a new image in a new one. */
  enter(): number | undefined
  /** The balances as seen on this connection. */
  readonly image: BalanceImage
  close(): Promise<void>
}

interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** Set by statements: options of the address would take the place of options given here. */
const PLANNER = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set jit = off`

/**
 * Opens when first used, and again after it was lost.
 *
 * @param waitMs milliseconds for which a statement waits for a lock
 */
export function openPostingConnection(
  db: Pick<Db, 'connection' | 'epochs'>,
  waitMs = BATCH_WAIT_MS,
): PostingConnection {
  let image = createBalanceImage()
  let known: number | undefined
  let client: Promise<pg.Client> | undefined
  let closed = false

  function connected(): Promise<pg.Client> {
    if (client) return client
    const opening = connect({ connection: db.connection, waitMs }, () => {
      if (client === opening) client = undefined
    })
    client = opening
    opening.catch(() => {
      if (client === opening) client = undefined
    })
    return opening
  }

  async function send<R extends pg.QueryResultRow>(query: Statement, epoch: number | undefined): Promise<R[]> {
    if (closed) throw new ConnectionLoss(new Error('closed'), false)
    const open = await connected().catch((error: unknown) => {
      throw new ConnectionLoss(error, false)
    })
    try {
      return (await (epoch === undefined ? open.query<R>(query) : queryOfEpoch<R>(open, query, epoch))).rows
    } catch (error) {
      // A server that has become read-only wrote nothing: its rejection leaves no doubt about the outcome.
      const wroteNothing = (error as { code?: string }).code === '25006' || isUnsent(error)
      throw isServerAnswer(error) ? error : new ConnectionLoss(error, !wroteNothing)
    }
  }

  return {
    get image() {
      return image
    },
    query: (query) => send(query, db.epochs?.current()),
    read: (query) => send(query, undefined),
    enter() {
      const epoch = db.epochs?.current()
      if (epoch !== known) image = createBalanceImage()
      known = epoch
      return epoch
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

/** Sends a statement in a transaction of an epoch, in one round trip. @throws the first error */
async function queryOfEpoch<R extends pg.QueryResultRow>(
  client: pg.Client,
  query: Statement,
  epoch: number,
): Promise<pg.QueryResult<R>> {
  gatherWrites(client)
  const [begun, entered, answered, committed] = await Promise.allSettled([
    client.query('begin'),
    client.query(enterEpoch(epoch)),
    client.query<R>(query),
    client.query('commit'),
  ])
  // PostgreSQL can fail `begin` alone, such as when it is cancelled: the statement is then committed by itself, and nothing else counts.
  const steps = begun.status === 'rejected' ? [answered] : [entered, answered, committed]
  const failed = steps.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
  return (answered as PromiseFulfilledResult<pg.QueryResult<R>>).value
}

async function connect(
  { connection, waitMs }: Pick<Db, 'connection'> & { waitMs: number },
  lost: () => void,
): Promise<pg.Client> {
  const client = new DatabaseClient({
    ...connection,
    application_name: 'cambist posting',
    pipeline: true,
  } as Db['connection'])
  client.on('error', lost)
  client.on('end', lost)
  await client.connect()
  await client.query(`${PLANNER}; ${limitLockWaits(waitMs)}`)
  return client
}
