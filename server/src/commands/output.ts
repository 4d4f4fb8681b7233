import pino, { type Logger } from 'pino'
import { withoutUser } from '../settings/errors.ts'

/** Standard output of a server: its log, and lines for the person who started it. */
export interface Output {
  log: Logger
  /** Prints a line; in production it is a line of the log, whatever the level. */
  say: (line: string) => void
  /** Reports a warning of the start, in the log or to the person. */
  warn: (line: string) => void
}

/**
 * Creates the output of a server. In production each line is JSON; elsewhere the log is readable on a terminal, and JSON
 * in a file or a pipe. Errors are logged without the rows and keys that the database adds to them.
 */
export function createOutput(
  env: Record<string, string | undefined>,
  stdout: { isTTY?: boolean; write: (text: string) => unknown } = process.stdout,
): Output {
  const isProduction = env.NODE_ENV === 'production'
  const options = { serializers: { err: withoutData } }
  const isReadable = !isProduction && stdout.isTTY === true
  const log = isReadable ? pino(options, { write: (line) => stdout.write(readable(line)) }) : pinoTo(options, stdout)
  const say = isProduction
    ? (line: string) => stdout.write(jsonLine(INFO, line))
    : (line: string) => stdout.write(`${line}\n`)
  const warn = isProduction ? (line: string) => log.warn(line) : (line: string) => void say(`Warning: ${line}`)
  return { log, say: (line) => void say(line), warn }
}

/** Returns the line of the log that reports a failed start. */
export const failureLine = (error: Error): string => jsonLine(FATAL, withoutUser(error.message))

const INFO = 30
const FATAL = 60

const jsonLine = (level: number, msg: string): string =>
  `${JSON.stringify({ level, time: Date.now(), pid: process.pid, msg: msg.trim() })}\n`

const pinoTo = (options: pino.LoggerOptions, stdout: { write: (text: string) => unknown }): Logger =>
  stdout === process.stdout
    ? pino(options, standardOutput())
    : pino(options, { write: (line) => void stdout.write(line) })

/** The process's standard output, to which each line is written at once. Lines that a full disk rejects are written later. */
function standardOutput(): pino.DestinationStream {
  const destination = pino.destination({ dest: STDOUT, maxLength: LONGEST_UNWRITTEN })
  destination.on('error', () => {})
  destination.flushSync = () => {} // it runs at the exit, and would wait for a full disk until it has room
  return destination
}

const STDOUT = 1
/** Bytes of the log that wait for a full disk; later lines are dropped. */
const LONGEST_UNWRITTEN = 1_048_576

/**
 * Keeps a server running whose output cannot be written: its reader has ended, as `tee` does on Ctrl-C, or its disk is full. Otherwise
 * the server would end without stopping its database.
 */
export function keepRunningWithoutOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/**
 * Serialises an error. The database's detail quotes rows and keys, with account numbers in them; the message of a failed
 * request quotes its address, with the password in it.
 */
function withoutData(error: Error): object {
  const { detail: _detail, ...rest } = pino.stdSerializers.err(error) as { detail?: string }
  const shown = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutUser(value) : value,
  ])
  return Object.fromEntries(shown) as object
}

const LEVELS: Record<number, string> = pino.levels.labels

/** Returns a line of the log for a reader: time, level, message, then the fields; an error's stack on lines of its own. */
function readable(line: string): string {
  const { level, time, pid: _pid, hostname: _host, msg = '', err, ...fields } = JSON.parse(line) as ReadLine
  const at = new Date(time).toISOString().slice(11, 23)
  const named = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`)
  const stack = err?.stack ? `\n${err.stack}` : ''
  return `${[at, (LEVELS[level] ?? '').toUpperCase().padEnd(5), msg, ...named].join(' ')}${stack}\n`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

interface ReadLine {
  level: number
  time: number
  pid?: number
  hostname?: string
  msg?: string
  err?: { stack?: string }
  [field: string]: unknown
}
