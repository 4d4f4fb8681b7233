import { sentOn } from '../validation/index.ts'
import type { RailInstruction } from './rail.ts'

/** Members of an instruction whose texts a bank shows or reads. Codes, numbers and dates under them have no other spelling. */
const SHOWN = new Set([
  'name',
  'bankName',
  'bankAddress',
  'line1',
  'line2',
  'city',
  'region',
  'reference',
  'unstructured',
])

/** An instruction with every text as its rail carries it: what the client was told of when it ordered. */
export const asSent = (instruction: RailInstruction): RailInstruction =>
  converted(instruction, (text) => sentOn(instruction.rail, text)) as RailInstruction

function converted(value: unknown, convert: (text: string) => string, name = ''): unknown {
  if (typeof value === 'string') return SHOWN.has(name) ? convert(value) : value
  if (Array.isArray(value)) return value.map((item) => converted(item, convert, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, converted(held, convert, key)]))
}
