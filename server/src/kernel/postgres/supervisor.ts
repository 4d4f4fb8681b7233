import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type EmbeddedPostgres, type PostgresOptions, startPostgres } from './index.ts'

/**
 * Starts PostgreSQL and restarts it after an unrequested end. The connection stays the same, so pools reconnect by
 * themselves.
 */
export async function superviseUntilStopped(
  options: PostgresOptions,
): Promise<{ connection: pg.ClientConfig; stop(): Promise<void> }> {
  const start = () => startPostgres({ ...options, isUser: true })
  const first = await start()
  let current = Promise.resolve(first)
  let stopping = false

  async function watch() {
    for (;;) {
      const server = await current
      await server.ended
      if (stopping) return
      options.log?.('PostgreSQL has ended unexpectedly; starting it again …')
      current = startAgain(server)
    }
  }

  async function startAgain(last: EmbeddedPostgres): Promise<EmbeddedPostgres> {
    while (!stopping) {
      try {
        return await start()
      } catch (error) {
        options.log?.((error as Error).message)
        await sleep(1_000, undefined, { ref: false })
      }
    }
    return last
  }

  void watch()
  return {
    connection: first.connection,
    async stop() {
      stopping = true
      await (await current).stop()
    },
  }
}
