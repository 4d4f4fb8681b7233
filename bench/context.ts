import type pg from 'pg'
import type { Db } from '../server/src/kernel/db/db.ts'
import type { BenchEntity } from './population.ts'
import type { BenchServer } from './processes.ts'

/** What every section of a run is given. */
export interface BenchContext {
  server: BenchServer
  echo: { port: number }
  /** The server's own database, from beside. */
  db: Db
  connection: pg.ClientConfig
  entities: BenchEntity[]
  pgbench: string | undefined
  rounds: number
  /** Of each measurement. */
  seconds: number
  progress: (line: string) => void
}
