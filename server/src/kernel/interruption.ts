import type { FastifyBaseLogger } from 'fastify'

/** Reports the interruption of a repeated task. Each reason is one line of the log, so a long interruption does not fill it. */
export interface Interruption {
  begin: (error: unknown) => void
  /** Reports that it works again, if it was interrupted. */
  end: () => void
}

/** A failure that the log reports with an interruption, and not again by itself. */
export class ReportedFailure extends Error {
  constructor(cause: unknown) {
    super((cause as Error).message, { cause })
  }
}

/**
 * @param texts lines of the log, without a full stop
 * @param reasonOf names the reason of an error, whose message may name another file each time
 */
export function createInterruption(
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
  texts: { interrupted: string; resumed: string },
  fields: object = {},
  reasonOf: (error: Error) => string = ({ message }) => message,
): Interruption {
  let reason: string | undefined
  return {
    begin(error) {
      const current = reasonOf(error as Error)
      if (current !== reason) log.error({ ...fields, err: error }, texts.interrupted)
      reason = current
    },
    end() {
      if (reason !== undefined) log.info(fields, texts.resumed)
      reason = undefined
    },
  }
}
