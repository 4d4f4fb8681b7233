/** A variable of the environment, as its schema describes it. */
export interface Property {
  type?: string
  enum?: string[]
  default?: string | number | boolean
  minimum?: number
  maximum?: number
  pattern?: string
  description?: string
  /** Description of a valid value, if the pattern is not enough. */
  expected?: string
}

/** Variables whose values may hold a password or a key: an error never shows them. */
const SECRET = new Set(['DATABASE_URL', 'SMTP_URL', 'SECRETS_KEY', 'VOP_TOKEN'])

/** Invalid variables: one text for each, of a sentence or of several lines. */
export class SettingsError extends Error {
  readonly texts: readonly string[]

  constructor(texts: readonly string[]) {
    super(`The environment is invalid:\n${indented(texts)}`)
    this.texts = texts
  }
}

/** Returns texts below a heading: each of their lines is indented. */
export const indented = (texts: readonly string[]): string => texts.join('\n').replaceAll(/^/gm, '  ')

/** @throws SettingsError if there is a text */
export function checkTexts(texts: readonly (string | false | undefined)[]): void {
  const found = texts.filter((text) => typeof text === 'string')
  if (found.length > 0) throw new SettingsError(found)
}

/** Returns the texts about what a reader finds invalid. */
export function textsOf(read: () => unknown): readonly string[] {
  try {
    read()
    return []
  } catch (error) {
    return textsOfError(error)
  }
}

/** Returns the texts of an error. */
export const textsOfError = (error: unknown): readonly string[] =>
  error instanceof SettingsError ? error.texts : [(error as Error).message]

type Readers = Record<string, () => unknown>

/**
 * Returns the result of each reader.
 *
 * @param known texts about variables that were found invalid before
 * @param isNews false for a text that only repeats one of these
 * @throws SettingsError with the texts of all readers; the error itself if there is only one, of another class
 */
export function readAll<T extends Readers>(
  readers: T,
  known: readonly string[] = [],
  isNews: (text: string) => boolean = () => true,
): { [K in keyof T]: ReturnType<T[K]> } {
  const results: Record<string, unknown> = {}
  const errors: unknown[] = []
  for (const [name, read] of Object.entries(readers)) {
    try {
      results[name] = read()
    } catch (error) {
      errors.push(error)
    }
  }
  if (known.length === 0 && errors.length === 1) throw errors[0]
  const found = errors.flatMap(textsOfError)
  checkTexts([...known, ...found.filter(isNews)])
  return results as { [K in keyof T]: ReturnType<T[K]> }
}

/** Returns a text about each invalid variable: its name and its valid values. Values of secrets are not shown. */
export function describeErrors(errors: [string, Property][], env: Record<string, string | undefined>): string[] {
  const found = (name: string, text: string) => {
    if (isPemText(text)) return 'contains PEM text' // it may be a private key
    return SECRET.has(name) ? 'is not valid' : `is "${withoutUser(text)}"`
  }
  return errors.map(
    ([name, property]) => `${name} ${found(name, env[name] ?? '')}; it must be ${expectation(property)}.`,
  )
}

/** Returns whether a text is the content of a PEM file. */
export const isPemText = (text: string): boolean => text.includes('-----BEGIN')

/** Returns a text without the names and passwords of the addresses in it. */
export const withoutUser = (text: string): string => text.replace(/\/\/([^\s/@:]*:\S*|[^\s/@]*)@/g, '//***@')

function expectation({ type, enum: choices, minimum, maximum, pattern, expected }: Property): string {
  if (expected !== undefined) return expected
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (type === 'boolean') return 'true or false'
  if (choices) return `one of ${choices.join(', ')}`
  if (pattern?.includes('smtp')) return 'like smtp://user:password@host:587'
  if (pattern === '^[^@]+@[^@]+$') return 'an e-mail address'
  if (pattern?.includes('postgres')) return 'like postgres://user:password@host:5432/database'
  return pattern === undefined ? 'text' : `text of the form ${pattern}`
}
