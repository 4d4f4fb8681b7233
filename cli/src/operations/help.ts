import type { Command } from 'commander'
import { COMMON_ERRORS, ERRORS } from '../generated/operations.ts'
import { type Field, kebabCase, type Operation, optionName } from './operation.ts'

/** Returns the end of an operation's help: an example, and its errors with their meaning. */
export const operationHelp = (command: Command, operation: Operation): string =>
  `\n${exampleOf(operation)}\n${errorsOf(command, operation)}`

function exampleOf({ resource, name, pathParameters, fields = [], query }: Operation): string {
  const needed = [...query, ...fields].filter(({ required, at }) => required && at[0] !== 'entityId')
  const parts = [
    ...pathParameters.map(({ name: parameter }) => `<${kebabCase(parameter)}>`),
    ...needed.map((field) => `${optionName(field)} ${exampleValue(field)}`),
  ]
  return `Example:\n  cambist ${[resource, name, ...parts].join(' ')}`
}

const exampleValue = ({ example, choices, at }: Field): string => {
  const value = example ?? choices?.[0] ?? `<${kebabCase(at.at(-1) ?? '')}>`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[\s"{[]/.test(text) ? `'${text}'` : text
}

/** Lists the errors: first those of the operation, then those that most operations have. */
function errorsOf(command: Command, { errors }: Operation): string {
  const all = Object.entries(errors).flatMap(([status, codes]) => codes.map((code) => ({ status, code })))
  const own = all.filter(({ code }) => !COMMON_ERRORS.has(code))
  const common = all.filter(({ code }) => COMMON_ERRORS.has(code))
  const width = Math.max(...all.map(({ code }) => code.length)) + 4
  const helper = command.createHelp()
  helper.prepareContext({ helpWidth: process.stdout.columns ?? 80 })
  const section = (title: string, listed: typeof all) =>
    listed.length === 0
      ? []
      : [
          `\n${title} (HTTP status, code, meaning):`,
          ...listed.map(({ status, code }) =>
            helper.formatItem(`${status} ${code}`, width, meaningOf(status, code), helper),
          ),
        ]
  const sections = [...section('Errors', own), ...section('Errors of most operations', common)]
  return [...sections, '\ncambist --help lists the exit statuses.'].join('\n')
}

const meaningOf = (status: string, code: string): string => ERRORS[`${status} ${code}`] ?? ERRORS[code] ?? ''
