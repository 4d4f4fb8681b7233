import { type TSchema, Type } from 'typebox'
import { AMOUNT_PATTERN } from '../values/money.ts'

/**
 * The building blocks of wire schemas. A route's schema is written once from these; validation, serialisation, types and
 * the OpenAPI document come from it. Object schemas for input always use `Input` (unknown fields are refused).
 */

/** An object that comes in: unknown fields are refused. */
export const Input = <T extends Record<string, TSchema>>(properties: T, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** An object that comes in with free names: a name that does not match the pattern is refused. */
export const Names = <T extends TSchema>(pattern: string, value: T, options: object = {}) =>
  Type.Record(Type.String({ pattern }), value, { additionalProperties: false, ...options })

/** An object that goes out: exactly the listed fields are sent. */
export const Output = <T extends Record<string, TSchema>>(properties: T, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** Option of a schema: its name in the API document. */
export const named = (name: string) => ({ 'x-name': name })

/** An object that goes out, under its name in the API document. */
export const Resource = <T extends Record<string, TSchema>>(name: string, properties: T) =>
  Output(properties, named(name))

/** A part of a request, under its name in the API document; answers may show it too. */
export const Part = <T extends Record<string, TSchema>>(name: string, properties: T) => Input(properties, named(name))

/** A named schema with a description for one of its uses. */
export const describedAs = <T extends TSchema>(description: string, schema: T): T => ({
  ...schema,
  'x-use': description,
})

/** One of the values, PascalCase; read without regard to case, spaces and hyphens. */
export const OneOf = <const T extends string[]>(values: readonly [...T], options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })

/** Decimal string on the wire; its decimals are checked against the currency where that is known. */
export const Amount = Type.String({
  pattern: AMOUNT_PATTERN,
  maxLength: 20,
  'x-kind': 'amount',
  description: 'Decimal string, at most the decimals of the currency.',
  examples: ['1250.00'],
})
/** Amount in a response: exact decimals of its currency, negative if the field permits it. */
export const AmountOut = Type.String({ examples: ['1250.00'] })
export const Rate = Type.String({ description: 'Counter currency per unit of base.', examples: ['1.16546'] })
export const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  'x-kind': 'currency',
  description: 'ISO 4217 code.',
  examples: ['EUR'],
})
export const CountryCode = Type.String({
  pattern: '^[A-Z]{2}$',
  'x-kind': 'country',
  description: 'ISO 3166-1 alpha-2 code.',
  examples: ['DE'],
})
/** One address, without the name of its owner. */
export const EmailAddress = Type.String({
  pattern: '^[^@\\s,;<>]+@[^@\\s,;<>]+\\.[^@\\s,;<>]+$',
  maxLength: 254,
  examples: ['accounts@example.com'],
})
/** A calendar day; that it exists is checked too. */
export const DayText = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  format: 'date',
  'x-kind': 'date',
  description: 'Day, YYYY-MM-DD.',
  examples: ['2026-11-24'],
})
export const Instant = Type.String({
  format: 'date-time',
  'x-kind': 'instant',
  description: 'RFC 3339, UTC.',
  examples: ['2026-11-20T12:00:00.000Z'],
})
/** Filter of lists that are polled for changes. */
export const UpdatedSince = {
  ...Instant,
  description:
    'RFC 3339, UTC. To poll for changes, send the largest `updatedAt` of the previous responses, separately for each entity. A change that was committed later is included even if its `updatedAt` is earlier, so expect some resources twice.',
}
/** Id in a request: any text that is not an id of ours is answered as not found. */
export const AnyId = (what: string) => Type.String({ minLength: 1, maxLength: 64, description: `Id of ${what}.` })
/** The entity that a request is for. */
export const EntityId = Type.Optional(
  AnyId('the entity. Optional for a client with one entity, and if the request names a resource'),
)
/** Body of a command without fields: absent, or an object that names at most the entity. It is not documented. */
export const NO_FIELDS = Type.Union([Input({ entityId: EntityId }), Type.Null()])
/** The entities that a list covers. */
export const EntityIds = Type.Optional(
  Type.Union([AnyId('an entity'), Type.Array(AnyId('an entity'), { minItems: 1, maxItems: 100 })], {
    description: 'Repeat it to list several entities. Without it, the list covers all entities of the client.',
  }),
)
export const Text = (maxLength: number, options: object = {}) => Type.String({ minLength: 1, maxLength, ...options })
/** Text of the client that reports and lists show: it has at least one visible character. */
export const VisibleText = (maxLength: number, options: object = {}) =>
  Text(maxLength, { pattern: '\\S', 'x-kind': 'text', ...options })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** Query parameters of every list. */
export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Items per page. Default: 50.' })),
  after: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'nextCursor of the previous page.' })),
}

/** An amount with its currency. */
export const MoneyOut = Resource('Money', { amount: AmountOut, currency: CurrencyCode })

/** A code with its sentence. */
export const ReasonOut = Resource('Reason', { code: Type.String(), message: Type.String() })

/** A time of day in the clock of a zone; it moves with that zone's daylight saving. */
export const ZonedTime = Resource('ZonedTime', {
  time: Type.String({ examples: ['13:50'] }),
  zone: Type.String({ examples: ['Europe/Berlin'] }),
})

/** `{ data, nextCursor }`, newest first. */
export const Page = <T extends TSchema>(item: T) =>
  Output({ data: Type.Array(item), nextCursor: Nullable(Type.String()) })

/** Query of every POST that can be tried without effect. */
export const DryRun = Input({
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Runs all checks and stores nothing; the response contains dryRun: true.' }),
  ),
})

export const FieldErrorOut = Resource('FieldError', {
  pointer: Type.String(),
  code: Type.String(),
  message: Type.String(),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

/** application/problem+json (RFC 9457). */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    requestId: Type.String(),
    retryable: Type.Boolean(),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    errors: Type.Array(FieldErrorOut),
  },
  { $id: 'Problem' },
)
