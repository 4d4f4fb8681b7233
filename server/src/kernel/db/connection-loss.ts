import pg from 'pg'

/** Lost database connection; `sent` is true if a writing statement may have been executed. */
export class ConnectionLoss extends Error {
  readonly sent: boolean
  constructor(cause: unknown, sent: boolean) {
    super(`the database went away: ${(cause as Error).message}`, { cause })
    this.sent = sent
  }
}

export const isConnectionLoss = (error: unknown): error is ConnectionLoss => error instanceof ConnectionLoss

/**
 * Returns true if the server rejected the statement, false if it went away: classes 08 and 57P, and 25006 of a server that
 * has become read-only, such as a former primary.
 */
export const isServerAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(08|57P|25006)/.test(error.code ?? '08')

/** Returns true for the error of a statement that was not sent, because its connection had been lost before. */
export const isUnsent = (error: unknown): boolean => (error as Error).message.endsWith('is not queryable')

/** Returns the error of a database that does not respond: in the form of those of the operating system. */
export const silent = (): Error => Object.assign(new Error('the database does not respond'), { code: 'ETIMEDOUT' })

const NO_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** A socket that is gone, and a process without file descriptors for another one. */
const UNREACHED = new Set(['ENOENT', 'EMFILE', 'ENFILE'])

/** Errors of connection attempts. Those of TLS and of rejected logins are recognised only by this set. */
const ofConnecting = new WeakSet<object>()

/** Notes the error of a connection attempt, so that `saysDatabaseIsAway` recognises it. @throws the error */
export function failConnecting(error: Error): never {
  ofConnecting.add(error)
  throw error
}

/** Returns true if an error is that of a connection attempt. */
export const isOfConnecting = (error: unknown): boolean => ofConnecting.has(error as object)

/** Returns true if an error, of a query or of a connection attempt, reports that the database is unavailable. */
export function saysDatabaseIsAway(error: unknown): boolean {
  if (isConnectionLoss(error) || isOfConnecting(error)) return true
  if (error instanceof pg.DatabaseError) return !isServerAnswer(error)
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (syscall === 'connect' && UNREACHED.has(code ?? '')) return true
  return NO_CONNECTION.has(code ?? '') || ENDED.test(message ?? '')
}

/** Errors of the driver without a code: the connection ended. */
const ENDED = /connection terminated|not queryable/i

/** Returns true if an error can only be one of the database. Connections to other systems fail with some of the same codes. */
export const isOfDatabase = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ||
  isConnectionLoss(error) ||
  isOfConnecting(error) ||
  ENDED.test((error as Error).message)

/**
 * Errors of statements that the database ended although nothing is wrong with them: no disk, memory or connections (class 53), a
 * cancelled statement or one beyond a `statement_timeout` (57014), a lock that was not free in time (55P03), a statement behind one that
 * failed in this way before it was prepared (26000), a conflict that remained after all attempts (40001, 40P01), and a transaction that was idle
 * or lasted for too long (25P03, 25P04).
 */
const NOT_SERVED = /^(53|57014|55P03|26000|40001|40P01|25P03|25P04)/

/** A conflict that the service finds itself: another transaction was faster and decided otherwise. */
export class Overtaken extends Error {
  readonly code = '40001'
}

/** Code with which PostgreSQL fails a transaction of an earlier epoch (`enter_epoch`). */
const RESET = 'CR001'

/** The sandbox was reset after the business time of a transaction was read. Nothing of it is stored. */
export class SandboxReset extends Error {
  readonly code = RESET
  constructor() {
    super('the sandbox was reset')
  }
}

/** Returns true if a transaction failed because the sandbox was reset. */
export const isReset = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === RESET

/** Returns true if the database could not carry out a good statement now. Its transaction is undone. */
export const isNotServed = (error: unknown): boolean =>
  error instanceof Overtaken ||
  isReset(error) ||
  (error instanceof pg.DatabaseError && NOT_SERVED.test(error.code ?? ''))

/** Returns true if a retry may succeed: the database is unavailable or busy, or a transaction conflicted. */
export const mayPassLater = (error: unknown): boolean =>
  saysDatabaseIsAway(error) ||
  isNotServed(error) ||
  (error instanceof pg.DatabaseError && /^(40|53|55|57)/.test(error.code ?? ''))
