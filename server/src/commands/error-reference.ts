import path from 'node:path'
import { serverDirectory } from '../kernel/values/package-directory.ts'
import type { allRefusals } from '../kernel/values/refusals.ts'

/** Path of the error reference in the documentation. */
export const errorReferenceFile = path.join(serverDirectory, '..', 'docs', 'errors.md')

const HEAD = `# Error reference

Printed by \`npm run print-errors\` from the tables in the source; the service serves the same list at \`/v1/errors\`.
Every error is \`application/problem+json\` with a stable \`code\`; [Idempotency and errors](guides/idempotency-and-errors.md) shows one.
In the sentences, \`{name}\` stands for a value that the answer also carries in \`params\`. *Retryable*: the same request may succeed later
without being changed.
`

type Listed = ReturnType<typeof allRefusals>

/** The reference as Markdown: a heading for each status, an anchor for each code. */
export function errorReference(refusals: Listed): string {
  const statuses = [...new Set(refusals.map(({ status }) => status))].sort((a, b) => a - b)
  return [
    HEAD,
    ...statuses.map((status) =>
      section(
        status,
        refusals.filter((refusal) => refusal.status === status),
      ),
    ),
  ].join('\n')
}

function section(status: number, refusals: Listed): string {
  const entries = refusals.map(
    ({ code, message, retryable }) => `### ${code}\n\n${message}${retryable ? ' *Retryable.*' : ''}\n`,
  )
  return [`## ${status}\n`, ...entries].join('\n')
}
