import pg from 'pg'

/** The connection to the database was lost; `sent` tells whether a statement that writes may have been carried out. */
export class ConnectionLoss extends Error {
  readonly sent: boolean
  constructor(cause: unknown, sent: boolean) {
    super(`the database went away: ${(cause as Error).message}`, { cause })
    this.sent = sent
  }
}

export const isConnectionLoss = (error: unknown): error is ConnectionLoss => error instanceof ConnectionLoss

/** Whether the server refused the statement, as opposed to having gone away: classes 08 and 57P are the latter. */
export const isServerAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '08')

const NO_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** Whether any error, of a query or of an attempt to connect, says that the database is away. */
export function saysDatabaseIsAway(error: unknown): boolean {
  if (isConnectionLoss(error)) return true
  if (error instanceof pg.DatabaseError) return !isServerAnswer(error)
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (syscall === 'connect' && code === 'ENOENT') return true // its socket is gone
  return NO_CONNECTION.has(code ?? '') || /connection terminated|not queryable/i.test(message ?? '') // node-postgres' own
}

/** Whether the same work may pass later: the database is away or busy, or another transaction was in conflict. */
export const mayPassLater = (error: unknown): boolean =>
  saysDatabaseIsAway(error) || (error instanceof pg.DatabaseError && /^(40|53|55|57)/.test(error.code ?? ''))
