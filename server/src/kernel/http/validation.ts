import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { isCurrency } from '../values/currencies.ts'
import { EARLIEST_DAY, isDay, isInstant, isSupportedDay, LATEST_DAY } from '../values/days.ts'
import { refuseAmount } from '../values/money.ts'
import { knownName } from '../text/names.ts'
import { isRecord, placesWithErrorsInside, pointerStep, stepsOf, valueAt, visit } from './pointers.ts'
import {
  type FieldError,
  fieldError,
  MOST_ERRORS,
  type Params,
  Refusal,
  refusals,
  statusOf,
} from '../values/refusals.ts'
import { refuseHttp } from './problems.ts'
import { unstorableTexts } from './storable-text.ts'
import { own } from '../own.ts'

Settings.Set({ maxErrors: Number.MAX_SAFE_INTEGER }) // it would stop at the eighth; the size of a body is bound already

/**
 * Strict validation of requests: nothing is silently coerced or dropped, all errors are reported at once. It has two
 * tolerances: names in the spellings of `canonicalName`, and enum values regardless of case, spaces and hyphens. Query
 * text becomes an integer or a boolean according to the schema.
 */
export const refuseShape = refusals({
  field_required: { status: 400, message: 'This field is required.' },
  unknown_field: { status: 400, message: 'Unknown field. Known fields: {known}.' },
  field_name_invalid: { status: 400, message: 'The name of this field is invalid. A name must match {pattern}.' },
  unknown_parameter: { status: 400, message: 'Unknown query parameter. Known parameters: {known}.' },
  name_repeated: {
    status: 400,
    message: 'This is another spelling of {name}, which the request already contains. Send it once, as {name}.',
  },
  parameter_repeated: { status: 400, message: 'The request has this query parameter more than once. Send it once.' },
  wrong_type: { status: 400, message: 'Expected {expected}.' },
  value_not_allowed: { status: 400, message: 'Expected one of: {allowed}.' },
  pattern_mismatch: { status: 400, message: 'Expected a text such as {example}.' },
  text_blank: { status: 400, message: 'The text is blank. Enter at least one visible character.' },
  text_too_short: { status: 400, message: 'Must be at least {limit} character(s) long.' },
  text_too_long: { status: 400, message: 'Must be at most {limit} character(s) long.' },
  out_of_range: { status: 400, message: 'The value must be {comparison} {limit}.' },
  too_few_items: { status: 400, message: 'Must have {limit} or more items.' },
  too_many_items: { status: 400, message: 'Must have {limit} or fewer items.' },
  date_invalid: { status: 400, message: 'Expected an existing date in the form YYYY-MM-DD.' },
  date_out_of_range: { status: 400, message: 'Use a day from {earliest} to {latest}.' },
  instant_invalid: {
    status: 400,
    message:
      'Expected an instant as RFC 3339 with its offset from UTC (at most 14 hours), for example 2026-11-20T12:00:00Z.',
  },
  currency_unknown: { status: 400, message: 'Expected the ISO 4217 code of a currency in use, for example EUR.' },
  country_invalid: { status: 400, message: 'Expected an ISO 3166-1 code of two capital letters, for example DE.' },
  text_not_storable: {
    status: 400,
    message:
      'The text contains unsupported characters (control characters such as line breaks, direction marks or unpaired surrogates), or is nested more than 100 levels deep. Remove them.',
  },
  value_invalid: { status: 400, message: 'The value is invalid: {reason}.' },
})

interface Node {
  type?: string
  properties?: Record<string, Node>
  /** Values of an object with free names, by the pattern of the names. */
  patternProperties?: Record<string, Node>
  additionalProperties?: unknown
  items?: Node
  maxItems?: number
  anyOf?: Node[]
  enum?: unknown[]
  'x-kind'?: string
  pattern?: string
  examples?: unknown[]
}
interface SchemaError {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  message: string
}
/** Part of a request that a schema describes. */
type Part = 'body' | 'querystring' | 'params' | 'headers'

const compiledSchemas = new WeakMap<TSchema, ReturnType<typeof Compile>>()

/** Compiles a schema once in a process: several routes and servers share one. */
function compiledOf(schema: TSchema): ReturnType<typeof Compile> {
  const known = compiledSchemas.get(schema)
  if (known) return known
  const compiled = Compile(schema)
  compiledSchemas.set(schema, compiled)
  return compiled
}

/** A Fastify validator: `{ value }` when the data passes, otherwise the refusal with all field errors. */
export function compileValidator(
  schema: TSchema,
  part: Part,
): (data: unknown) => { value: unknown } | { error: Refusal } {
  const compiled = compiledOf(schema)
  const node = schema as unknown as Node
  const kinds = findKinds(node)
  return (data) => {
    let value: unknown = data
    let found: SchemaError[] = []
    if (!compiled.Check(value)) {
      value = normalised(schema, data, part)
      if (!compiled.Check(value)) {
        value = shortened(node, value)
        found = compiled.Errors(value) as unknown as SchemaError[]
      }
    }
    const errors = found.length > 0 ? fieldErrors(node, value, found, part) : []
    if (kinds.length > 0) addKindErrors(errors, kinds, value, part)
    addStorableErrors(errors, value, part)
    return errors.length > 0 ? { error: refuseAll(errors) } : { value }
  }
}

/** A request whose parts have validators, as Fastify hands it out. */
interface ValidatedRequest {
  params: unknown
  body?: unknown
  query: unknown
  getValidationFunction(part: Part): unknown
}

/** The refusal of a request's shape, as Fastify throws it on. */
export const isOfShape = (error: unknown): error is Refusal & { validationContext: string } =>
  error instanceof Refusal && 'validationContext' in error

/**
 * Returns all shape errors of a request: validation itself stops at the first part with errors.
 *
 * @param refusal of that part
 */
export function shapeErrors(
  refusal: Refusal & { validationContext: string },
  request: ValidatedRequest,
): Record<'params' | 'body' | 'querystring', FieldError[]> {
  const of = (part: Part, sent: unknown): FieldError[] => {
    if (part === refusal.validationContext) return refusal.errors
    const validate = request.getValidationFunction(part) as ReturnType<typeof compileValidator> | undefined
    const read = validate?.(sent ?? null)
    return read && 'error' in read ? read.error.errors : []
  }
  return {
    params: of('params', request.params),
    body: of('body', request.body),
    querystring: of('querystring', request.query),
  }
}

/** Combines several errors into one response; errors of one code lend it their code. */
export function refuseAll(all: FieldError[]): Refusal {
  const errors = all.slice(0, MOST_ERRORS)
  const [first] = errors
  if (new Set(errors.map((error) => error.code)).size !== 1) return refuseHttp.validation_failed({}, { errors })
  return new Refusal(first!.code, { status: statusOf(first!.code), message: first!.message }, first!.params, { errors })
}

/** @throws every error found, in one refusal */
export function checkFields(...errors: FieldError[][]): void {
  const all = errors.flat()
  if (all.length > 0) throw refuseAll(all)
}

function addStorableErrors(errors: FieldError[], value: unknown, part: Part): void {
  const found = unstorableTexts(value).map((path) => fieldError(pointerOf(part, path), refuseShape.text_not_storable()))
  if (found.length === 0) return
  const reported = new Set(errors.map((error) => error.pointer))
  errors.push(...found.filter(({ pointer }) => !reported.has(pointer)))
}

/** Normalises names and values to the schema's spelling, if they are recognisable. */
export const normalised = (schema: TSchema, data: unknown, part: Part): unknown =>
  normalise(schema as unknown as Node, data, part === 'querystring')

function normalise(node: Node, value: unknown, isQuery: boolean): unknown {
  if (node.anyOf) {
    const isOne = typeof value === 'string' && !value.includes(',')
    const options = isOne ? node.anyOf.filter(({ type }) => type !== 'array') : node.anyOf
    return options.reduce((held, option) => normalise(option, held, isQuery), value)
  }
  if (node.properties && isRecord(value)) return normaliseObject(node.properties, value, isQuery)
  if (node.items && Array.isArray(value)) return value.map((item) => normalise(node.items!, item, isQuery))
  if (node.enum && typeof value === 'string') return matchEnum(node.enum, value)
  if (isQuery && typeof value === 'string') return fromQueryText(node, value)
  return value
}

function normaliseObject(properties: Record<string, Node>, value: Record<string, unknown>, isQuery: boolean) {
  const isKnown = (name: string) => Object.hasOwn(properties, name)
  const taken = new Set(Object.keys(value).filter(isKnown))
  const entries = Object.entries(value).map(([name, held]): [string, unknown] => {
    const known = knownName(name, isKnown)
    if (known === undefined) return [name, held]
    if (known !== name && taken.has(known)) return [name, held] // a second spelling is an error
    taken.add(known)
    return [known, normalise(properties[known]!, held, isQuery)]
  })
  return Object.fromEntries(entries) // keeps a property with a name that every object inherits, such as __proto__
}

/**
 * Truncates invalid input before collecting errors: a list to one item above its limit, unknown fields to the number
 * reported. It stays invalid, and its errors are found in bounded time.
 */
function shortened(node: Node, value: unknown): unknown {
  if (node.anyOf) {
    const [holder, another] = node.anyOf.filter(({ properties, items }) => properties ?? items)
    return holder && !another ? shortened(holder, value) : value
  }
  if (node.properties && isRecord(value)) return shortenedObject(node, node.properties, value)
  if (!node.items || !Array.isArray(value)) return value
  const { items, maxItems = value.length } = node
  return value.slice(0, maxItems + 1).map((item) => shortened(items, item))
}

function shortenedObject(node: Node, properties: Record<string, Node>, value: Record<string, unknown>) {
  const isKnown = ([name]: [string, unknown]) => Object.hasOwn(properties, name)
  const entries = Object.entries(value)
  const others = entries.filter((entry) => !isKnown(entry))
  return Object.fromEntries([
    ...entries.filter(isKnown).map(([name, held]): [string, unknown] => [name, shortened(properties[name]!, held)]),
    ...(node.additionalProperties === false ? others.slice(0, MOST_ERRORS) : others),
  ])
}

const fold = (text: string) => text.replace(/[\s_-]/g, '').toLowerCase()

function matchEnum(allowed: unknown[], text: string): unknown {
  const folded = fold(text)
  return allowed.find((value) => typeof value === 'string' && fold(value) === folded) ?? text
}

function fromQueryText(node: Node, text: string): unknown {
  if (node.type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (node.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (node.type === 'array') return text.split(',')
  return text
}

// ---- field errors

function fieldErrors(root: Node, value: unknown, errors: SchemaError[], part: Part): FieldError[] {
  const found = new Map<string, FieldError>()
  const withInner = placesWithErrorsInside(errors)
  const add = (pointer: string, refusal: Refusal) => {
    if (!found.has(pointer)) found.set(pointer, fieldError(pointer, refusal))
  }
  if (part === 'querystring')
    for (const name of repeatedNames(root, value)) add(`?${name}`, refuseShape.parameter_repeated())
  for (const error of errors) {
    if (found.size >= MOST_ERRORS) break
    const { keyword, params, instancePath } = error
    if (keyword === 'boolean' || keyword === 'anyOf') continue // the parent or the branches say it better
    if (keyword === 'type' && withInner.has(instancePath)) continue // another branch reads the value and says it better
    if (keyword === 'required') {
      for (const name of params['requiredProperties'] as string[])
        add(pointerOf(part, `${instancePath}/${name}`), refuseShape.field_required())
    } else if (keyword === 'additionalProperties') {
      const node = nodeAt(root, instancePath)
      for (const name of (params['additionalProperties'] as string[]).slice(0, MOST_ERRORS))
        add(pointerOf(part, `${instancePath}/${pointerStep(name)}`), unknownName(name, node, part))
    } else
      add(pointerOf(part, instancePath), errorRefusal(error, nodeAt(root, instancePath), valueAt(value, instancePath)))
  }
  return [...found.values()]
}

/** Returns the parameters of one value that a query has several times. */
const repeatedNames = ({ properties = {} }: Node, query: unknown): string[] =>
  Object.keys(properties).filter((name) => !takesList(properties[name]!) && Array.isArray(valueAt(query, `/${name}`)))

const takesList = ({ type, anyOf = [] }: Node): boolean => type === 'array' || anyOf.some(takesList)

/** Rejects a name that the schema lacks: a second spelling of one that was sent too, or an unknown one. */
function unknownName(name: string, node: Node | undefined, part: Part): Refusal {
  const [pattern] = Object.keys(node?.patternProperties ?? {})
  if (pattern !== undefined) return refuseShape.field_name_invalid({ pattern })
  const known = Object.keys(node?.properties ?? {})
  const meant = knownName(name, (candidate) => known.includes(candidate))
  if (meant !== undefined) return refuseShape.name_repeated({ name: meant })
  return part === 'querystring' ? refuseShape.unknown_parameter({ known }) : refuseShape.unknown_field({ known })
}

function errorRefusal({ keyword, params, message }: SchemaError, node: Node | undefined, value: unknown): Refusal {
  if (node?.['x-kind'] === 'amount') {
    if (typeof value === 'number') return refuseAmount.amount_must_be_string()
    if (typeof value === 'string') return refuseAmount.amount_invalid()
  }
  const { limit, comparison } = params as Params
  switch (keyword) {
    case 'type':
      return refuseShape.wrong_type({ expected: articled(params['type']) })
    case 'enum':
      return refuseShape.value_not_allowed({ allowed: params['allowedValues'] })
    case 'pattern':
    case 'format':
      return (
        kindRefusal(node?.['x-kind']) ??
        refuseShape.pattern_mismatch({ pattern: node?.pattern ?? params['format'], example: node?.examples?.[0] })
      )
    case 'minLength':
      return refuseShape.text_too_short({ limit })
    case 'maxLength':
      return refuseShape.text_too_long({ limit })
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return refuseShape.out_of_range({ comparison, limit })
    case 'minItems':
      return refuseShape.too_few_items({ limit })
    case 'maxItems':
      return refuseShape.too_many_items({ limit })
    default:
      return refuseShape.value_invalid({ reason: own(OTHER_RULES, keyword)?.(limit) ?? message })
  }
}

const OTHER_RULES: Readonly<Record<string, (limit: unknown) => string>> = {
  minProperties: (limit) => `send ${String(limit)} or more fields`,
  maxProperties: (limit) => `send at most ${String(limit)} fields`,
  uniqueItems: () => 'send each item once',
}

const articled = (type: unknown): string =>
  ({
    object: 'a JSON object',
    array: 'a JSON array',
    string: 'a string',
    integer: 'a whole number',
    boolean: 'true or false',
    null: 'null',
  })[String(type)] ?? `a ${String(type)}`

const pointerOf = (part: Part, path: string): string => (part === 'querystring' ? `?${path.slice(1)}` : path)

const childOf = ({ properties = {}, patternProperties = {}, items }: Node, step: string): Node | undefined =>
  own(properties, step) ?? Object.values(patternProperties)[0] ?? items

function nodeAt(root: Node, path: string): Node | undefined {
  let node: Node | undefined = root
  for (const step of stepsOf(path)) {
    const options: Node[] = node?.anyOf ?? (node ? [node] : [])
    node = options.map((option) => childOf(option, step)).find(Boolean)
  }
  return node?.anyOf?.find((option) => option.type !== 'null') ?? node
}

// ---- what a pattern cannot say: the day exists, the currency is in use

type Kind = Record<'kind', string> & Record<'path', string[]>

function findKinds(node: Node, path: string[] = []): Kind[] {
  const own = node['x-kind'] && needsLook.has(node['x-kind']) ? [{ path, kind: node['x-kind'] }] : []
  const inner = Object.entries(node.properties ?? {}).flatMap(([name, child]) => findKinds(child, [...path, name]))
  const items = node.items ? findKinds(node.items, [...path, '*']) : []
  return [...own, ...inner, ...items, ...(node.anyOf ?? []).flatMap((option) => findKinds(option, path))]
}

const needsLook = new Set(['date', 'currency', 'instant'])

/** Adds errors of values that passed the schema; a field keeps its existing error. */
function addKindErrors(errors: FieldError[], kinds: Kind[], value: unknown, part: Part): void {
  const reported = errors.length > 0 ? new Set(errors.map((error) => error.pointer)) : undefined
  for (const { path, kind } of kinds) {
    visit(value, path, 0, '', (held, path) => {
      const refusal = typeof held === 'string' ? kindError(kind, held) : undefined
      const pointer = refusal && pointerOf(part, path)
      if (pointer !== undefined && !reported?.has(pointer)) errors.push(fieldError(pointer, refusal!))
    })
  }
}

/** Rejects a text that fits its pattern but not its kind; undefined where it does. */
function kindError(kind: string, text: string): Refusal | undefined {
  if (kind === 'currency') return isCurrency(text, '2026-01-01') ? undefined : refuseShape.currency_unknown()
  const isRead = kind === 'date' ? isDay(text) : isInstant(text)
  if (!isRead) return kindRefusal(kind)
  if (isSupportedDay(text.slice(0, 10))) return undefined
  return refuseShape.date_out_of_range({ earliest: EARLIEST_DAY, latest: LATEST_DAY })
}

const KIND_REFUSALS: Record<string, () => Refusal> = {
  date: () => refuseShape.date_invalid(),
  currency: () => refuseShape.currency_unknown(),
  country: () => refuseShape.country_invalid(),
  instant: () => refuseShape.instant_invalid(),
  text: () => refuseShape.text_blank(),
}

const kindRefusal = (kind = ''): Refusal | undefined => own(KIND_REFUSALS, kind)?.()
