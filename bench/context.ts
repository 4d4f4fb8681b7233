import type pg from 'pg'
import type { Db } from '../server/src/kernel/db/db.ts'
import type { BenchEntity } from './population.ts'
import type { BenchServer } from './processes.ts'

/** Context of every section of a run. */
export interface BenchContext {
  server: BenchServer
  echo: { port: number }
  /** The server's own database, from beside. */
  db: Db
  connection: pg.ClientConfig
  entities: BenchEntity[]
  pgbench: string | undefined
  rounds: number
  /** Seconds per measurement. */
  seconds: number
  progress: (line: string) => void
}
