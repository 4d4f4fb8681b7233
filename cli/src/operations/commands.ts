import { Command, InvalidArgumentError, Option } from 'commander'
import { GROUPS, OPERATIONS } from '../generated/operations.ts'
import { readValue } from './input.ts'
import { operationHelp } from './help.ts'
import { type Field, kebabCase, type Operation, optionName } from './operation.ts'
import { type Given, type OperationOptions, runOperation } from './run.ts'

/** Creates the commands of all operations: one command for each resource, one subcommand for each operation. */
export function operationCommands(taken: ReadonlySet<string>): Command[] {
  const resources = new Map<string, Command>()
  for (const operation of OPERATIONS) {
    const { resource } = operation
    const parent = resources.get(resource) ?? new Command(resource).helpGroup(`${groupOf(resource)}:`)
    resources.set(resource, parent)
    const command = commandOf(operation, taken)
    if (isDefault(operation)) rejectUnknown(command, parent)
    parent.addCommand(command, { isDefault: isDefault(operation) })
  }
  for (const [resource, command] of resources) command.description(summaryOf(resource))
  const order = GROUPS.map(({ name }) => name)
  const place = (command: Command) => order.indexOf(command.helpGroup().replace(/:$/, ''))
  return [...resources.values()].sort((a, b) => place(a) - place(b))
}

/** Returns the group of a resource: that of the operation that lists or reads it. */
function groupOf(resource: string): string {
  const own = OPERATIONS.filter((operation) => operation.resource === resource)
  return (own.find(({ name }) => name === 'list') ?? own.find(({ name }) => name === 'get') ?? own[0]!).group
}

/** `cambist trades` lists trades, `cambist clock` shows the clock. */
const isDefault = ({ name, pathParameters, resource }: Operation): boolean =>
  pathParameters.length === 0 && (name === 'list' || (name === 'get' && resource === 'clock'))

/** Rejects a word after a resource that names no command of it: the default command would call it one argument too many. */
function rejectUnknown(command: Command, parent: Command): void {
  parent.hook('preSubcommand', (_, chosen) => {
    const [word] = parent.args
    if (chosen !== command || word === undefined || word.startsWith('-') || word === command.name()) return
    const names = parent.commands.map((each) => each.name()).join(', ')
    parent.error(`error: ${parent.name()} has no command '${word}'. Its commands are ${names}.`, {
      code: 'commander.unknownCommand',
    })
  })
}

const summaryOf = (resource: string): string =>
  OPERATIONS.filter((operation) => operation.resource === resource)
    .map(({ name }) => name)
    .join(', ')

function commandOf(operation: Operation, taken: ReadonlySet<string>): Command {
  const { pathParameters, query, fields, isList, isDeprecated } = operation
  const command = new Command(operation.name)
    .summary(operation.summary)
    .description(descriptionOf(operation))
    .addHelpText('after', ({ command: shown }) => operationHelp(shown, operation))
  if (isDeprecated) command.summary(`${operation.summary} (deprecated)`)
  for (const { name, description } of pathParameters) command.argument(`<${kebabCase(name)}>`, description ?? '')
  const asked = query.filter(({ at }) => !isList || at[0] !== 'limit')
  const inputs = [
    ...asked.map((field) => ({ field, isQuery: true })),
    ...(fields ?? [])
      .filter(({ at }) => !asked.some((other) => other.at.join('.') === at.join('.')))
      .map((field) => ({ field, isQuery: false })),
  ].map((input) => ({ ...input, option: optionOf(input.field, taken) }))
  for (const { option } of inputs) command.addOption(option)
  addCommonOptions(command, operation)
  return command.action(async () => {
    const values = command.opts<Record<string, unknown>>()
    const given: Given = { path: command.args, query: {}, fields: [], options: command.opts<OperationOptions>() }
    const written: Given['fields'][number][] = []
    for (const { field, isQuery, option } of inputs) {
      const value = values[option.attributeName()]
      if (value === undefined) continue
      if (isQuery) given.query[field.at[0]!] = value
      else written.push({ field, value })
    }
    await runOperation(command, operation, { ...given, fields: written })
  })
}

const descriptionOf = ({ summary, description, http, path }: Operation): string =>
  [summary, description, `${http} ${path}`].filter(Boolean).join('\n\n')

/** Option of a field. Its help lists the values in words of its own. */
class FieldOption extends Option {
  values: readonly string[] = []
}

/** Returns the values that an option can have, for completion; none if it takes any text. */
export const valuesOf = (option: Option): readonly string[] =>
  option.argChoices ?? (option instanceof FieldOption ? option.values : [])

/** Creates the option of a field. A name that the program itself uses gets the prefix `with-`. */
function optionOf(field: Field, taken: ReadonlySet<string>): Option {
  const name = optionName(field)
  const free = taken.has(name) ? name.replace('--', '--with-') : name
  const isFlag = field.kind === 'boolean'
  const value = isFlag ? '[true|false]' : `<${placeholderOf(field)}>`
  const option = new FieldOption(`${free} ${value}`, helpOf(field))
  option.values = (field.choices ?? []).map(String)
  return option.argParser((text: string, earlier: unknown) => {
    const read = readOrExplain(field, text)
    return field.repeats ? [...((earlier as unknown[] | undefined) ?? []), read] : read
  })
}

function readOrExplain(field: Field, text: string): unknown {
  try {
    return readValue(field, text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}

const placeholderOf = ({ kind, at }: Field): string =>
  kind === 'json' ? 'json' : kind === 'integer' || kind === 'number' ? 'number' : kebabCase(at.at(-1) ?? 'value')

function helpOf({ description, choices, required, repeats, example }: Field): string {
  const sentence = (description ?? '').split('\n')[0]
  const parts = [
    sentence,
    choices && `One of ${choices.join(', ')}.`,
    !choices &&
      example !== undefined &&
      `For example ${typeof example === 'string' ? example : JSON.stringify(example)}.`,
    repeats && 'May be repeated.',
    required && '(required)',
  ]
  return parts.filter(Boolean).join(' ')
}

const count = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('A whole number from 1.')
  return Number(text)
}

function addCommonOptions(command: Command, { isList, fields, bodyTypes = [], fileTypes, http }: Operation): void {
  if (isList) {
    command.option('--limit <count>', 'most rows (default: 20)', count)
    command.option('--all', 'all rows')
  }
  if (fields)
    command.option('--body <json>', 'the whole body: JSON, @file, or - for standard input; options replace its fields')
  if (bodyTypes.length > 1) command.option('--file <path>', `file to send: ${bodyTypes.join(', ')}`)
  if (fileTypes) command.option('--output <path>', `write the result as a file: ${fileTypes.join(', ')}`)
  if (http !== 'GET') command.option('--idempotency-key <key>', 'key that makes the call safe to repeat')
}
