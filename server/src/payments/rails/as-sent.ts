import { sentOn } from '../validation/index.ts'
import type { Rail } from '../schemes/index.ts'
import type { RailInstruction } from './rail.ts'

/**
 * Members of an instruction whose texts a bank shows or reads: those of remittance, parties and reports to an authority
 * (`details`, `code`). An invoice's `number`, an identification's `type` and `value` are texts too. Other codes, account numbers
 * and dates have no other spelling; the name in a local script stays as it is.
 */
const SHOWN = new Set([
  'name',
  'bankName',
  'bankAddress',
  'line1',
  'line2',
  'city',
  'region',
  'postCode',
  'placeOfBirth',
  'type',
  'value',
  'reference',
  'unstructured',
  'creditorReference',
  'invoiceNumber',
  'number',
  'code',
  'details',
])

/** Converts the texts of an instruction to the form its rail carries, as announced to the client when ordering. */
export const asSent = (instruction: RailInstruction): RailInstruction => asSentOn(instruction.rail, instruction)

/** Converts the texts of an order or a part of one like `asSent`. */
export const asSentOn = <T extends object>(rail: Rail, order: T): T =>
  converted(order, (text) => sentOn(rail, text)) as T

function converted(value: unknown, convert: (text: string) => string, name = ''): unknown {
  if (typeof value === 'string') return SHOWN.has(name) ? convert(value) : value
  if (Array.isArray(value)) return value.map((item) => converted(item, convert, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, converted(held, convert, key)]))
}
