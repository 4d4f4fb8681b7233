/** Group of operations in the help. */
export interface Group {
  name: string
  description: string
}

/** Parameter of the query, or field of a body. */
export interface Field {
  /** Name, with the names of the objects around it. */
  at: readonly string[]
  kind: 'string' | 'integer' | 'number' | 'boolean' | 'json'
  /** True if it takes several values. */
  repeats?: boolean
  required?: boolean
  choices?: readonly (string | number | boolean)[]
  example?: unknown
  description?: string
}

/** Operation of the service, as the command line needs it. */
export interface Operation {
  id: string
  /** Tag in the API document. */
  group: string
  /** Names of the command: `cambist <resource> <name>`. */
  resource: string
  name: string
  summary: string
  description?: string
  http: string
  path: string
  isPublic?: boolean
  isDeprecated?: boolean
  isList?: boolean
  isForm?: boolean
  isBodyRequired?: boolean
  /** Media types of the body, JSON first. */
  bodyTypes?: readonly string[]
  /** Media types of the result besides JSON. */
  fileTypes?: readonly string[]
  pathParameters: readonly { name: string; description?: string }[]
  query: readonly Field[]
  /** Fields of the body; absent if there is none. */
  fields?: readonly Field[]
  /** True if a success has JSON. */
  hasJson: boolean
  /** Codes of its errors by HTTP status. */
  errors: Readonly<Record<number, readonly string[]>>
}

/** Returns a name in the form of an option: accountId is account-id. */
export const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns the long name of the option of a field: `--address-post-code`. */
export const optionName = ({ at }: Field): string => `--${at.map(kebabCase).join('-')}`
