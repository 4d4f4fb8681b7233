import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import '../composition/api.ts' // every module's table of refusals, with those of the operator's commands
import './operator.ts'
import { serverDirectory } from '../kernel/values/package-directory.ts'
import { allRefusals } from '../kernel/values/refusals.ts'

export const errorReferenceFile = path.join(serverDirectory, '..', 'docs', 'errors.md')

/** `print-errors`: writes the error reference into the documentation. */
export const printErrorsCommand = () =>
  new Command('print-errors').description('write docs/errors.md from the tables of refusals').action(() => {
    writeFileSync(errorReferenceFile, errorReference(allRefusals()))
    console.log(`wrote ${errorReferenceFile}`)
  })

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
