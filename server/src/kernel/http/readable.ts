import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { isRecord, pointerTo, stepsOf } from './pointers.ts'
import { type FieldError, MOST_ERRORS } from '../values/refusals.ts'
import { compileValidator, isOfShape, normalised, refuseAll, shapeErrors } from './validation.ts'

/**
 * Reader for requests that do not fit their schema, so that rules can check the valid fields: `reportAllErrors` for a
 * route, with the errors that `ruleErrors` finds in the readable fields, or with a judge that uses `createReader` to
 * fill the rest.
 */

/** Returns true if the value at a pointer is the submitted one. */
type IsRead = (pointer: string) => boolean

/** Readable part of a body with shape errors. */
interface Readable {
  /** Value that fits the schema: fields with errors are removed, required ones filled. */
  value: unknown
  isRead: IsRead
}

/** Readable parts of an order: any part may be absent, and any part of a list item. */
export type Parts<T> = T extends readonly (infer Item)[]
  ? Parts<Item>[]
  : T extends object
    ? { [K in keyof T]?: Parts<T[K]> | undefined }
    : T

/**
 * Returns further errors of a request part with possible shape errors.
 *
 * @param errors the part's own shape errors; empty where another part has them
 */
export type Judge = (request: FastifyRequest, errors: readonly FieldError[]) => FieldError[] | Promise<FieldError[]>

/** Returns the rule errors of an order, as far as it is readable. A missing value has no error here. */
type ErrorsOf<T> = (order: Parts<T>, isRead: IsRead, request: FastifyRequest) => FieldError[] | Promise<FieldError[]>

/**
 * Route options that report all errors: shape errors do not hide rule errors of readable fields. They add no work for
 * requests without shape errors.
 */
export const reportAllErrors = (judges: { body?: Judge; querystring?: Judge }) => ({
  async errorHandler(error: Error, request: FastifyRequest): Promise<never> {
    if (!isOfShape(error) || request.group) throw error // rules need to know the entity
    const { params, body, querystring } = shapeErrors(error, request)
    const ofBody = await judges.body?.(request, body)
    const ofQuery = await judges.querystring?.(request, querystring)
    throw refuseAll([...params, ...body, ...(ofBody ?? []), ...querystring, ...(ofQuery ?? [])])
  },
})

/** `reportAllErrors` for a body by rules over its fields. */
export const wholeBody = <S extends TSchema>(schema: S, errorsOf: ErrorsOf<Static<S>>) =>
  reportAllErrors({ body: ruleErrors(schema, 'body', errorsOf) })

/** `reportAllErrors` for a query by rules over its parameters. */
export const wholeQuery = <S extends TSchema>(schema: S, errorsOf: ErrorsOf<Static<S>>) =>
  reportAllErrors({ querystring: ruleErrors(schema, 'querystring', errorsOf) })

/** Creates a judge from field rules; it reports no second error of a field. */
export const ruleErrors =
  <S extends TSchema>(schema: S, part: 'body' | 'querystring', errorsOf: ErrorsOf<Static<S>>): Judge =>
  async (request, errors) => {
    const sent = part === 'body' ? request.body : request.query
    if (!isRecord(sent) || errors.length >= MOST_ERRORS) return []
    const order = structuredClone(normalised(schema, sent, part)) as Json
    const unread = new Set(errors.map(({ pointer }) => pointer))
    for (const pointer of unread) leaveOut(order, pointer)
    const isRead: IsRead = (pointer) => !isUnder(pointer, unread)
    const found = await errorsOf(order as Parts<Static<S>>, isRead, request)
    return found.filter(({ pointer }) => isRead(pointer))
  }

type Json = Record<string, unknown>
/** Returns an own property: names in a pointer are arbitrary, and inherited properties are not part of the request. */
const ownOf = (holder: object, name: string): unknown =>
  Object.hasOwn(holder, name) ? (holder as Json)[name] : undefined

/** Removes the value at a pointer; a list item is emptied instead, so that the others keep their positions. */
function leaveOut(order: Json, pointer: string): void {
  const steps = stepsOf(pointer)
  const name = steps.pop()
  let holder: unknown = order
  for (const step of steps) holder = typeof holder === 'object' && holder !== null ? ownOf(holder, step) : undefined
  if (name === undefined) return
  if (Array.isArray(holder) && Object.hasOwn(holder, name)) holder[Number(name)] = {}
  else if (isRecord(holder)) delete holder[name]
}

/**
 * Rounds of error removal: errors of a filled body may lead to further ones, since an optional part is dropped when a
 * member is missing.
 */
const ROUNDS = 4

/**
 * Creates a reader for bodies that do not fit a schema, so that rules can check the valid parts.
 *
 * @param fill for required fields, whatever fits; a part is filled only where its parent is there
 */
export function createReader(
  schema: TSchema,
  fill: Json,
): (body: unknown, errors: readonly FieldError[]) => Readable | undefined {
  const validate = compileValidator(schema, 'body')
  return (body, errors) => {
    if (!isRecord(body)) return undefined
    const draft = structuredClone(normalised(schema, body, 'body')) as Json
    const unread = new Set<string>()
    let found = errors
    for (let round = 0; round < ROUNDS; round++) {
      for (const { pointer } of found) unread.add(drop(draft, pointer, round > 0))
      fillIn(draft, fill, '', unread)
      const read = validate(draft)
      if (!('error' in read)) return { value: read.value, isRead: (pointer) => !isUnder(pointer, unread) }
      found = read.error.errors
    }
    return undefined
  }
}

const isUnder = (pointer: string, unread: ReadonlySet<string>): boolean =>
  [...unread].some((at) => pointer === at || pointer.startsWith(`${at}/`))

/** Removes the value at a pointer, or the whole list that contains it; returns the removed pointer. */
function drop(draft: Json, pointer: string, withParent: boolean): string {
  const steps = stepsOf(pointer)
  let holder = draft
  for (const [i, step] of steps.entries()) {
    const held = ownOf(holder, step)
    const isLast = i === steps.length - 1
    const lacksIt = withParent && i === steps.length - 2 && isRecord(held) && ownOf(held, steps[i + 1]!) === undefined
    if (isLast || lacksIt || !isRecord(held)) {
      delete holder[step]
      return pointerTo(steps.slice(0, i + 1))
    }
    holder = held
  }
  return pointer
}

function fillIn(draft: Json, fill: Json, at: string, unread: Set<string>): void {
  for (const [name, value] of Object.entries(fill)) {
    const held = draft[name]
    if (held === undefined) {
      draft[name] = structuredClone(value)
      unread.add(`${at}/${name}`)
    } else if (isRecord(value) && isRecord(held)) fillIn(held, value, `${at}/${name}`, unread)
  }
}
