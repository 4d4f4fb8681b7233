import { AuthenticationError, CambistError, ServiceError, UnreachableError } from '@cambist/sdk'
import { CommanderError } from 'commander'
import { UsageError } from './usage-error.ts'

/** Exit statuses of the command line; its help and README list them. */
export const EXIT = { done: 0, failed: 1, usage: 2, authentication: 3, rejected: 4, unreachable: 5 } as const

/** Returns the exit status of an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof UsageError) return error.isAboutCredentials ? EXIT.authentication : EXIT.usage
  if (error instanceof UnreachableError || error instanceof ServiceError) return EXIT.unreachable
  if (error instanceof AuthenticationError) return EXIT.authentication
  return error instanceof CambistError ? EXIT.rejected : EXIT.failed
}

export const exitCodeHelp = `
Exit status:
  0  done
  1  unexpected error, or a check that failed
  2  usage: unknown command or option, missing or unreadable value
  3  authentication: no credentials, or wrong ones
  4  rejected by the service; its code is on standard error
  5  no answer, or an error of the service itself`
