import { pointerStep } from './pointers.ts'

/** Deepest nesting of a request; values within it are safe for recursion. */
const MOST_LEVELS = 100

/** Returns true if a value is nested too deeply. */
export const isTooDeep = (value: unknown, levels = MOST_LEVELS): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((held) => isTooDeep(held, levels - 1)))

/**
 * Returns JSON pointers of unsupported texts in a request: the character U+0000, unpaired surrogates, object names with
 * either, and values nested too deeply.
 */
export function unstorableTexts(value: unknown, levels = MOST_LEVELS): readonly string[] {
  if (typeof value === 'string') return isStorable(value) ? NOWHERE : HERE
  if (typeof value !== 'object' || value === null) return NOWHERE
  if (levels === 0) return HERE
  const found: string[] = []
  for (const name in value) {
    if (!isStorable(name)) found.push('')
    else
      for (const within of unstorableTexts(value[name as keyof typeof value], levels - 1))
        found.push(`/${pointerStep(name)}${within}`)
  }
  return found
}

const NOWHERE: readonly string[] = []
const HERE: readonly string[] = ['']

/**
 * Matches unsupported characters: with the flag u a surrogate pair is one character, so the class matches only unpaired
 * ones.
 */
const UNSTORABLE = /[\u0000\p{Surrogate}]/u // oxlint-disable-line no-control-regex -- the one that PostgreSQL refuses
const isStorable = (text: string): boolean => !UNSTORABLE.test(text)
