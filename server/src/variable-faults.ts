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

/** Returns the message about invalid variables: the name of each and its valid values. Values of secrets are not shown. */
export function describeFaults(faults: [string, Property][], env: Record<string, string | undefined>): string {
  const shown = (name: string) => (SECRET.has(name) ? 'not valid' : `"${withoutUser(env[name] ?? '')}"`)
  const lines = faults.map(([name, property]) => `  ${name} is ${shown(name)}; it must be ${expectation(property)}.`)
  return `The environment is invalid:\n${lines.join('\n')}`
}

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
  if (pattern?.includes('https?://')) return 'like https://host:port, without a trailing slash'
  return pattern === undefined ? 'text' : `text of the form ${pattern}`
}
