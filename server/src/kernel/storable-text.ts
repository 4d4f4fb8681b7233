/**
 * Where a request holds text that PostgreSQL cannot store (the character U+0000) or that is no Unicode (half of a
 * surrogate pair): JSON pointers of such texts, and of objects with such a name.
 */
export function unstorableTexts(value: unknown, pointer = '', found: string[] = []): string[] {
  if (typeof value === 'string') {
    if (!isStorable(value)) found.push(pointer)
  } else if (typeof value === 'object' && value !== null) {
    for (const name in value) {
      if (isStorable(name)) unstorableTexts(value[name as keyof typeof value], `${pointer}/${name}`, found)
      else found.push(pointer)
    }
  }
  return found
}

/** With the flag u a surrogate pair is one character, so what the class matches is half of one. */
const UNSTORABLE = /[\u0000\p{Surrogate}]/u // oxlint-disable-line no-control-regex -- the one that PostgreSQL refuses
const isStorable = (text: string): boolean => !UNSTORABLE.test(text)
