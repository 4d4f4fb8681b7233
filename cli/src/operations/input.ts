import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FileContent } from '@cambist/sdk'
import { UsageError } from '../usage-error.ts'
import { type Field, optionName } from './operation.ts'

type Values = Record<string, unknown>

/**
 * Reads the text of an option as the value of its field.
 *
 * @throws UsageError for a text of another kind
 */
export function readValue(field: Field, text: string): unknown {
  const name = optionName(field)
  const { kind, choices } = field
  if (kind === 'boolean') {
    if (text !== 'true' && text !== 'false') throw new UsageError(`${name} is true or false, not "${text}".`)
    return text === 'true'
  }
  if (kind === 'integer' || kind === 'number') {
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw new UsageError(`${name} is a number, not "${text}".`)
    return Number(text)
  }
  if (kind === 'json') return readJson(name, text)
  const chosen = choices?.find((choice) => String(choice).toLowerCase() === text.toLowerCase())
  return chosen ?? text
}

/** Reads JSON: the text itself, `@file`, or `-` for standard input. */
export function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(readContent(text)) as unknown
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${name} is no JSON: ${(error as Error).message}`, { cause: error })
  }
}

function readContent(text: string): string {
  if (text !== '-' && !text.startsWith('@')) return text
  const file = text === '-' ? 0 : text.slice(1)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${text} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Returns a copy of an object with a value at a path. */
export function withValue(object: unknown, at: readonly string[], value: unknown): Values {
  const known = (typeof object === 'object' && object !== null ? object : {}) as Values
  const [first = '', ...rest] = at
  return { ...known, [first]: rest.length === 0 ? value : withValue(known[first], rest, value) }
}

/** Returns true if an object has a value at a path. */
export const hasValue = (object: unknown, [first, ...rest]: readonly string[]): boolean =>
  first === undefined ||
  (typeof object === 'object' && object !== null && first in object && hasValue((object as Values)[first], rest))

const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.xml': 'application/xml',
  '.json': 'application/json',
}

/** Reads a file to send, with the media type of its ending. @throws UsageError for an ending that the operation does not take */
export function readUpload(file: string, types: readonly string[]): FileContent {
  const contentType = TYPES[path.extname(file).toLowerCase()]
  if (contentType === undefined || !types.includes(contentType)) {
    const endings = Object.entries(TYPES).flatMap(([ending, type]) => (types.includes(type) ? [ending] : []))
    throw new UsageError(`--file ${file}: the name must end in ${endings.join(', ')}.`)
  }
  try {
    return { contentType, content: readFileSync(file) }
  } catch (error) {
    throw new UsageError(`--file ${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}
