import { pointerStep } from './pointers.ts'

/** Deepest nesting of a request; values within it are safe for recursion. */
export const MOST_LEVELS = 100

/** Returns JSON pointers of unsupported texts in a request, object names included, and of values nested too deeply. */
export function unstorableTexts(value: unknown, levels = MOST_LEVELS, isFit = isStorable): readonly string[] {
  if (typeof value === 'string') return isFit(value) ? NOWHERE : HERE
  if (typeof value !== 'object' || value === null) return NOWHERE
  if (levels === 0) return HERE
  const found: string[] = []
  for (const name in value) {
    if (!isFit(name)) found.push('')
    else
      for (const within of unstorableTexts(value[name as keyof typeof value], levels - 1, isFit))
        found.push(`/${pointerStep(name)}${within}`)
  }
  return found
}

const NOWHERE: readonly string[] = []
const HERE: readonly string[] = ['']

/**
 * Matches unsupported characters: control characters, marks that change the direction of text, unpaired surrogates and
 * U+FEFF. With the flag u a surrogate pair is one character, so the class matches only unpaired ones.
 */
const UNSTORABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\p{Surrogate}]/u

/** Returns true if a text has only supported characters: it can be stored, shown on one line and sent to a bank. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

/** Matches what PostgreSQL cannot store. */
const UNACCEPTED = /[\u0000\p{Surrogate}]/u // oxlint-disable-line no-control-regex -- the one that it rejects

/** Returns true if the database can store a text, to report on it later. */
export const isAcceptedByDatabase = (text: string): boolean => !UNACCEPTED.test(text)
