import type { Command, Option } from 'commander'
import { findCurrency } from '../../../kernel/values/currencies.ts'
import { parseAmount } from '../../../kernel/values/money.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { formatOf } from './formats.ts'
import { UsageError } from './usage-error.ts'

/** Options whose amount may be zero. */
const MAY_BE_ZERO = ['from-amount', 'settlement-limit']
const ZERO = /^0(\.0+)?$/

/**
 * Leaves the checks of a command's options to `checkOptions`, which reports all errors at once: commander itself ends at
 * the first one. The help marks the required ones.
 */
export function deferChecks(command: Command): void {
  for (const option of command.options) {
    if (option.argChoices) delete option.parseArg
    if (!option.mandatory) continue
    option.mandatory = false
    required.add(option)
    option.description = option.description ? `${option.description} (required)` : '(required)'
  }
}

const required = new WeakSet<Option>()

/** Checks the options of a command before it opens the database. @throws UsageError with a line for each error */
export function checkOptions(command: Command): void {
  const errors = command.options.flatMap((option) => errorsOf(command, option))
  if (errors.length > 0) throw new UsageError(errors.join('\n'))
}

function errorsOf(command: Command, option: Option): string[] {
  const name = option.attributeName()
  const value: unknown = command.getOptionValue(name)
  if (value === undefined) return required.has(option) ? [`${option.long}: missing. ${usageOf(option)}`] : []
  if (command.getOptionValueSource(name) === 'default' || typeof value === 'boolean') return []
  const texts = (Array.isArray(value) ? value : [value]) as string[]
  return texts.flatMap((text) => {
    const error = errorOf(command, option, text)
    return error === undefined ? [] : [`${option.long}: ${JSON.stringify(text)} ${error}`]
  })
}

const usageOf = (option: Option): string =>
  option.argChoices ? `Use ${option.argChoices.join(', ')}.` : `Use ${option.flags}.`

/** Returns what is wrong with a value, as the rest of a sentence that begins with it. */
function errorOf(command: Command, option: Option, text: string): string | undefined {
  if (option.argChoices)
    return option.argChoices.includes(text) ? undefined : `is not valid. Use ${option.argChoices.join(', ')}.`
  const name = option.long?.slice(2) ?? ''
  const placeholder = /<([\w-]+)(?:\.\.\.)?>/.exec(option.flags)?.[1] ?? ''
  const error = formatOf(command.name(), name, placeholder)(text)
  if (error !== undefined || placeholder !== 'amount') return error
  const { currency, baseCurrency } = command.opts<{ currency?: string; baseCurrency?: string }>()
  const known = currency ?? baseCurrency
  return known !== undefined && findCurrency(known) ? amountError(name, text, known) : undefined
}

function amountError(name: string, text: string, currency: string): string | undefined {
  if (MAY_BE_ZERO.includes(name) && ZERO.test(text)) return undefined
  try {
    parseAmount(text, currency)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return `is not valid. ${error.message}`
    throw error
  }
}

/**
 * Returns the amounts of options in minor units of a currency that the database names.
 *
 * @param texts values by option name ("max-trade"); options that are not given are left out of the result
 * @throws UsageError with a line for each option with an invalid amount
 */
export function amountsIn<T extends string>(
  currency: string,
  texts: Readonly<Partial<Record<T, string | undefined>>>,
): Partial<Record<T, bigint>> {
  const given = Object.entries(texts).filter((entry): entry is [T, string] => entry[1] !== undefined)
  const errors = given.flatMap(([name, text]) => {
    const error = amountError(name, text, currency)
    return error === undefined ? [] : [`--${name}: ${JSON.stringify(text)} ${error}`]
  })
  if (errors.length > 0) throw new UsageError(errors.join('\n'))
  return Object.fromEntries(
    given.map(([name, text]) => [name, ZERO.test(text) ? 0n : parseAmount(text, currency)]),
  ) as Partial<Record<T, bigint>>
}
