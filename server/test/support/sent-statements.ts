import { appendFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { DatabaseClient } from '../../src/kernel/db/client.ts'

// Where RECORD_STATEMENTS names a file, each test file adds a line with the statements that modules sent in it. The run on the
// oldest PostgreSQL chooses its tests by them (server/test/architecture/statement-cover.ts).

/** The statements of a test file, without numbers, and how long the file took. */
export interface SentStatements {
  file: string
  milliseconds: number
  statements: string[]
}

interface Sending {
  statements: Set<string>
  /** Texts of known senders. */
  seen: Set<string>
  since: number
}

const SENDING = Symbol.for('cambist.sent-statements')
/** State of this worker thread, shared by every copy of this module. */
const shared = globalThis as unknown as { [SENDING]?: Sending }

const { RECORD_STATEMENTS } = process.env

/** Begins the record of a test file. */
export function watchStatements(): void {
  if (!RECORD_STATEMENTS) return
  const isWatched = shared[SENDING] !== undefined
  shared[SENDING] = { statements: new Set(), seen: new Set(), since: performance.now() }
  if (!isWatched) watch()
}

/** A statement of the pool is sent when a connection is free, so that its sender is known only where it was given to the pool. */
function watch(): void {
  for (const { prototype } of [DatabaseClient, pg.Pool]) {
    const sender = prototype as unknown as { query: (...given: unknown[]) => unknown }
    const original = sender.query
    sender.query = function query(...given) {
      const [first] = given as [unknown]
      note(typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text)
      return original.apply(this, given)
    }
  }
}

function note(text: unknown): void {
  const { statements, seen } = shared[SENDING]!
  if (typeof text !== 'string' || seen.has(text)) return
  const sender = senderOf(new Error().stack ?? '')
  if (sender !== undefined) seen.add(text)
  if (sender === 'module') statements.add(shapeOf(text))
}

const ROOT = `${process.cwd()}/`

/** Returns who sent a statement: who is named innermost outside of the access to the database; undefined without any. */
function senderOf(stack: string): 'module' | 'test' | undefined {
  const ours = stack.split('\n').flatMap((line) => line.split(ROOT)[1] ?? []) // paths from the root, wherever the clone is
  const frames = ours.filter((frame) => !frame.startsWith('node_modules/'))
  const sender = frames.find((frame) => !/^server\/(?:test\/support|src\/kernel\/db)\//.test(frame))
  if (sender) return /\.test\.ts|^server\/test\//.test(sender) ? 'test' : 'module'
  return frames.some((frame) => frame.includes('/reads/reader.ts')) ? 'module' : undefined // a read that waited for its connection
}

/** Returns a statement without what differs from call to call: numbers, and how many rows it lists. */
export const shapeOf = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\d+/g, '0')
    .replace(/(\([^()]*\))(?:, ?\1)+/g, '$1')
    .trim()

/** Ends the record of a test file. */
export function recordStatements(testPath: string): void {
  if (!RECORD_STATEMENTS) return
  const { statements, since } = shared[SENDING]!
  const sent: SentStatements = {
    file: path.relative(process.cwd(), testPath),
    milliseconds: Math.round(performance.now() - since),
    statements: [...statements].sort(),
  }
  appendFileSync(RECORD_STATEMENTS, `${JSON.stringify(sent)}\n`)
}
