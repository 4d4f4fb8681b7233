import { type Db, inTransaction } from '../../../kernel/db/db.ts'
import type { DirectoryStatus } from './document.ts'
import { beginReading, endOldReading, forgetReadings, storeReading, type WhenUnknown } from './queries.ts'

interface DirectoryWatchOptions {
  db: Db
  /** File or https address of the list, as logged. */
  source: string
  /** Treatment of third parties that the list lacks, and of all without a document of the last day. */
  whenUnknown: WhenUnknown
  /** Wall time. */
  wall: () => Date
  /** Reads the whole list. */
  read: () => Promise<DirectoryStatus[]>
  /** Receives each failed attempt; the document read before stays. */
  onError: (reason: string) => void
}

/** Reader of the directory's statuses. */
interface DirectoryWatch {
  /** Reads the list now. Never throws. */
  readNow: () => Promise<void>
  /** Reads the list unless a process did so in the last minutes. Never throws. */
  readIfDue: () => Promise<void>
}

/** Milliseconds between two readings. */
export const DIRECTORY_MS = 5 * 60_000
/** A reading that is a little early is due as well: timers and clocks differ. */
const DUE_MS = DIRECTORY_MS - 30_000
/** Time for which a document counts. */
const CURRENT_MS = 24 * 3_600_000

/**
 * Keeps the directory's statuses in the database, for all processes. A document that cannot be read or used changes nothing;
 * after a day without a new one, third parties count as unknown, and those it rejects stay rejected.
 */
export function createDirectoryWatch(options: DirectoryWatchOptions): DirectoryWatch {
  const { db, source, whenUnknown, wall, read, onError } = options

  async function readList(dueMs?: number): Promise<void> {
    try {
      const at = wall()
      const dueBefore = dueMs === undefined ? {} : { dueBefore: new Date(at.getTime() - dueMs) }
      if (!(await beginReading(db.pool, { source, whenUnknown, at, ...dueBefore }))) return
      try {
        const statuses = await read()
        await inTransaction(db, (tx) => storeReading(tx, statuses, at))
      } finally {
        await endOldReading(db.pool, new Date(wall().getTime() - CURRENT_MS))
      }
    } catch (error) {
      onError(error instanceof Error ? error.message : String(error))
    }
  }

  return { readNow: () => readList(), readIfDue: () => readList(DUE_MS) }
}

/** Forgets statuses of a directory that is no longer configured. */
export const forgetDirectory = (db: Db): Promise<void> => inTransaction(db, forgetReadings)
