import { pointerStep } from './pointers.ts'

/** Deeper than any request of ours; whoever walks down a value can do so by recursion. */
const MOST_LEVELS = 100

/** Whether a value is nested deeper than any request of ours. */
export const isTooDeep = (value: unknown, levels = MOST_LEVELS): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((held) => isTooDeep(held, levels - 1)))

/**
 * Where a request holds text that PostgreSQL cannot store (the character U+0000) or that is no Unicode (half of a
 * surrogate pair): JSON pointers of such texts, of objects with such a name, and of what lies too deep to be looked at.
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

/** With the flag u a surrogate pair is one character, so what the class matches is half of one. */
const UNSTORABLE = /[\u0000\p{Surrogate}]/u // oxlint-disable-line no-control-regex -- the one that PostgreSQL refuses
const isStorable = (text: string): boolean => !UNSTORABLE.test(text)
