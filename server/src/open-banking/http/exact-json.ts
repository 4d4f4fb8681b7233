import { randomUUID } from 'node:crypto'

/**
 * JSON whose numbers keep their digits: a rate of exchange is a JSON number in the standard, and must never pass through
 * binary floating point. Read, a number is its text; written, an `ExactNumber` is its text without quotes.
 */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** A JSON text with every number replaced by the text of its digits. The text must be valid JSON. */
export const parseExact = (text: string): unknown =>
  JSON.parse(text.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"${token}"`)))

/** A number to be written with exactly these digits. */
export class ExactNumber {
  readonly digits: string

  /** @param digits a JSON number as text: "1.25340" */
  constructor(digits: string) {
    if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(digits)) throw new Error(`not a plain decimal: ${digits}`)
    this.digits = digits
  }

  toJSON(): string {
    return `${MARK}${this.digits}`
  }
}

/** Unguessable, so that no text of a client's can pass for a number. */
const MARK = randomUUID()
const MARKED = new RegExp(`"${MARK}(-?[0-9.]+)"`, 'g')

/** The text of a value, with its exact numbers. */
export const stringifyExact = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.includes(MARK) ? text.replace(MARKED, '$1') : text
}
