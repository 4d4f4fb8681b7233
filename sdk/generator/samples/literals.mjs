// Writes values as literals of TypeScript and Python.
import { isPythonName } from '../names.mjs'

/** Most characters of a line that an object is written on. */
const WIDTH = 80

/** @typedef {{ step: number, null: string, boolean(value: boolean): string, text(value: string): string, name(name: string): string, brackets: string[] }} Language */

/** @type {Language} */
export const SCRIPT = {
  step: 2,
  null: 'null',
  boolean: String,
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`,
  name: (name) => (/^[a-z_]\w*$/i.test(name) ? `${name}: ` : `'${name}': `),
  brackets: ['{ ', ' }'],
}

/** @type {Language} */
export const PYTHON = {
  step: 4,
  null: 'None',
  boolean: (value) => (value ? 'True' : 'False'),
  text: JSON.stringify,
  name: (name) => `${JSON.stringify(name)}: `,
  brackets: ['{', '}'],
}

/** Writes a value; one that is longer than a line takes several, of which all but the first are indented by `indent`. */
export function literalOf(value, /** @type {Language} */ language, indent = 0) {
  if (value === null) return language.null
  if (typeof value === 'boolean') return language.boolean(value)
  if (typeof value === 'string') return language.text(value)
  if (typeof value !== 'object') return String(value)
  const isList = Array.isArray(value)
  const inner = indent + language.step
  const parts = Object.entries(value).map(
    ([name, part]) => `${isList ? '' : language.name(name)}${literalOf(part, language, inner)}`,
  )
  const [open, close] = isList ? ['[', ']'] : language.brackets
  const line = parts.length === 0 ? `${open}${close}`.replaceAll(' ', '') : `${open}${parts.join(', ')}${close}`
  if (!line.includes('\n') && line.length + indent <= WIDTH - 20) return line
  const lines = parts.map((part) => `${' '.repeat(inner)}${part},`)
  return `${open.trim()}\n${lines.join('\n')}\n${' '.repeat(indent)}${close.trim()}`
}

/** Writes arguments by name of a Python function, each on a line of its own if there are several. */
export const keywords = (/** @type {{ name: string, value: unknown }[]} */ given) =>
  given.map(({ name, value }) => {
    if (!isPythonName(name)) throw new Error(`${name} is no name in Python.`)
    return `${name}=${literalOf(value, PYTHON, PYTHON.step)}`
  })
