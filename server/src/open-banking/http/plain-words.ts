/** Error of a schema, as the schema library reports it. */
export interface ShapeError {
  keyword: string
  params: Record<string, unknown>
}

/** Valid texts of the patterns in bodies of the standard. */
const OF_PATTERNS: Readonly<Record<string, string>> = {
  '^[A-Z]{3}$': 'an ISO 4217 code of three capital letters, for example GBP',
  '^[A-Z]{2}$': 'an ISO 3166-1 code of two capital letters, for example GB',
  '^\\d{1,13}$|^\\d{1,13}\\.\\d{1,5}$':
    'a text of at most 13 digits, with at most 5 more after a decimal point, for example 1250.00',
  '^[A-Z0-9]{18}[0-9]{2}$': 'a legal entity identifier of 18 capital letters and digits and 2 digits',
}

const OF_TYPES: Readonly<Record<string, string>> = {
  array: 'a JSON array',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a JSON number, without quotation marks',
  object: 'a JSON object',
  string: 'a text, in quotation marks',
}

/** Returns the valid values of a field in words: "use at most 35 characters". */
export function validValues({ keyword, params }: ShapeError): string {
  const { limit, pattern, type, allowedValues } = params as Partial<Record<string, string>> & {
    allowedValues?: readonly string[]
  }
  switch (keyword) {
    case 'enum':
      return `use one of ${listed(allowedValues!)}`
    case 'pattern':
      return `use ${OF_PATTERNS[pattern!] ?? DOCUMENTED}`
    case 'type':
      return `use ${OF_TYPES[type!] ?? DOCUMENTED}`
    case 'minLength':
      return `use at least ${counted(limit, 'character')}`
    case 'maxLength':
      return `use at most ${counted(limit, 'character')}`
    case 'maxItems':
      return `use at most ${counted(limit, 'item')}`
    case 'exclusiveMinimum':
      return `use a number above ${limit}`
    default:
      return `use ${DOCUMENTED}`
  }
}

const DOCUMENTED = 'a value that the API document describes'

/** Most values that are listed: an error has at most 500 characters. */
const MOST_LISTED = 40

const listed = (values: readonly string[]): string =>
  values.length <= MOST_LISTED
    ? values.join(', ')
    : `the ${values.length} values of this field in the API document, for example ${values.slice(0, 3).join(', ')}`

const counted = (limit: unknown, noun: string): string => `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`
