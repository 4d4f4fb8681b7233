import { MOST_LEVELS } from '../storable-text.ts'
import { pointerTo } from '../pointers.ts'

/** Limits of a JSON text, checked before any object is built from it. */
export interface JsonLimits {
  /** Most members of one object. */
  members: number
  /** Most values in the whole text: members, items, objects and arrays. */
  values: number
}

/** First reason to reject a JSON text: a name that is repeated, reserved or too long, deep nesting, or too many parts. */
export interface JsonFinding {
  kind: 'repeated' | 'reserved' | 'long' | 'deep' | 'members' | 'values'
  /** JSON pointer of the repeated or reserved member, or of the object or array with too many parts or a long name. */
  pointer: string
}

/** An open object or array. */
interface Frame {
  /** Names so far; undefined for an array. */
  names: string[] | undefined
  /** The same as a set, for an object with many members. */
  seen: Set<string> | undefined
  /** Commas so far. */
  commas: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Longest name of a member, in characters: the pointers of errors are built from names. */
export const MOST_NAME = 256

/** Most characters of a name as it is written, each of them escaped. */
const MOST_WRITTEN = MOST_NAME * '\\u0000'.length

/** Most names that are compared one by one. */
const FEW = 12

/**
 * Scans a JSON text once, without building its values, for repeated names, deep nesting and too many parts. Text that is
 * not JSON may have no finding: the parser rejects it.
 */
export function scanJson(text: string, limits: JsonLimits): JsonFinding | undefined {
  const stack: Frame[] = []
  let top: Frame | undefined
  let expectsName = false
  let values = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const end = endOfString(text, i)
      if (end === -1) return undefined
      if (expectsName) {
        expectsName = false
        const kind = addName(top!, text.slice(i + 1, end), limits)
        if (kind) return { kind, pointer: pointerTo(stepsOf(OF_OBJECT.has(kind) ? stack.slice(0, -1) : stack)) }
      }
      i = end
    } else if (code === COMMA) {
      if (++values > limits.values) return { kind: 'values', pointer: '' }
      if (top === undefined) return undefined
      top.commas++
      expectsName = top.names !== undefined
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (++values > limits.values) return { kind: 'values', pointer: '' }
      if (stack.length === MOST_LEVELS) return { kind: 'deep', pointer: pointerTo(stepsOf(stack)) }
      expectsName = code === OPEN_OBJECT
      top = { names: expectsName ? [] : undefined, seen: undefined, commas: 0 }
      stack.push(top)
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      stack.pop()
      top = stack[stack.length - 1]
      expectsName = false
    }
  }
  return undefined
}

/** Position of the quote that ends the string which starts at a position; -1 without one. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, position: number): boolean {
  let before = position
  while (text.charCodeAt(before - 1) === BACKSLASH) before--
  return (position - before) % 2 === 1
}

type NameFinding = 'repeated' | 'reserved' | 'long' | 'members'

/** Findings that are reported at the object instead of its member. */
const OF_OBJECT: ReadonlySet<NameFinding> = new Set(['long', 'members'])

/** Adds a name to its object; returns why it may not be there. */
function addName(frame: Frame, written: string, limits: JsonLimits): NameFinding | undefined {
  const names = frame.names!
  if (written.length > MOST_WRITTEN) return 'long'
  const name = written.includes('\\') ? unescaped(written) : written
  if (name.length > MOST_NAME) return 'long'
  const isRepeated = frame.seen ? frame.seen.has(name) : names.includes(name)
  names.push(name)
  if (isRepeated) return 'repeated'
  if (name === '__proto__') return 'reserved'
  if (names.length > limits.members) return 'members'
  if (frame.seen) frame.seen.add(name)
  else if (names.length > FEW) frame.seen = new Set(names)
  return undefined
}

/** A name without its escapes; as it is written where they are not valid. */
function unescaped(written: string): string {
  try {
    return JSON.parse(`"${written}"`) as string
  } catch {
    return written
  }
}

/** Names and positions on the way to the current member of each frame. */
const stepsOf = (stack: readonly Frame[]): string[] =>
  stack.map(({ names, commas }) => (names ? (names.at(-1) ?? '') : String(commas)))
