import type { FastifyBaseLogger } from 'fastify'

/** Reports the interruption of a repeated task. Each reason is one line of the log, so a long interruption does not fill it. */
export interface Interruption {
  begin: (error: unknown) => void
  /** Reports that it works again, if it was interrupted. */
  end: () => void
}

/** @param texts lines of the log, without a full stop */
export function createInterruption(
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
  texts: { interrupted: string; resumed: string },
  fields: object = {},
): Interruption {
  let reason: string | undefined
  return {
    begin(error) {
      const { message } = error as Error
      if (message !== reason) log.error({ ...fields, err: error }, texts.interrupted)
      reason = message
    },
    end() {
      if (reason !== undefined) log.info(fields, texts.resumed)
      reason = undefined
    },
  }
}
