import type { BatcherMetrics } from '../kernel/jobs/batcher.ts'
import type { Db } from '../kernel/db/db.ts'
import { createDatabaseFigures } from './database-figures.ts'
import { serveMetrics } from './listener.ts'
import type { Metrics } from './metrics.ts'
import { addProcessFigures, type Watched } from './process-figures.ts'

interface Monitored extends Omit<Watched, 'db' | 'batchers'> {
  db: Pick<Db, 'pool' | 'connection'>
  metrics: Metrics
  transfers: { metrics: BatcherMetrics }
  acceptance: { batcher: { metrics: BatcherMetrics } }
}

/** Adds the figures of a process and of its database to its counters, and opens the listener. @throws Error if the port cannot be opened */
export async function openMonitoring(
  monitored: Monitored,
  address: { port: number; host: string },
): Promise<{ close(): Promise<void> }> {
  const { metrics, db, clock, transfers, acceptance } = monitored
  const { registry } = metrics
  const batchers = { transfers: transfers.metrics, payments: acceptance.batcher.metrics }
  addProcessFigures(registry, { ...monitored, batchers })
  const figures = createDatabaseFigures(registry, { connection: db.connection, clock })
  const listener = await serveMetrics({ registry, figures }, address)
  return {
    async close() {
      await listener.close()
      await figures.close()
    },
  }
}
