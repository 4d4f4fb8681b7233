/** Deeper than any request of ours; whoever walks down a value can do so by recursion. */
const MOST_LEVELS = 100

/**
 * Where a request holds text that PostgreSQL cannot store (the character U+0000) or that is no Unicode (half of a
 * surrogate pair): JSON pointers of such texts, of objects with such a name, and of what lies too deep to be looked at.
 */
export function unstorableTexts(value: unknown, pointer = '', found: string[] = [], levels = MOST_LEVELS): string[] {
  if (typeof value === 'string') {
    if (!isStorable(value)) found.push(pointer)
  } else if (typeof value === 'object' && value !== null) {
    if (levels === 0) found.push(pointer)
    for (const name in levels === 0 ? {} : value) {
      if (isStorable(name)) unstorableTexts(value[name as keyof typeof value], `${pointer}/${name}`, found, levels - 1)
      else found.push(pointer)
    }
  }
  return found
}

/** With the flag u a surrogate pair is one character, so what the class matches is half of one. */
const UNSTORABLE = /[\u0000\p{Surrogate}]/u // oxlint-disable-line no-control-regex -- the one that PostgreSQL refuses
const isStorable = (text: string): boolean => !UNSTORABLE.test(text)
