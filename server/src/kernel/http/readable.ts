import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { pointerTo, stepsOf } from './pointers.ts'
import type { FieldError } from '../values/refusals.ts'
import { compileValidator, isOfShape, MOST_FAULTS, normalised, refuseAll, shapeFaults } from './validation.ts'

/**
 * Reading of requests that do not fit their schema, so that rules can judge what does: `judgedWhole` for a route, with the
 * faults that `faultsOfParts` finds in what can be read, or with a judge of its own that has `createReader` fill the rest.
 */

/** Whether what stands at a pointer is what was sent. */
type IsRead = (pointer: string) => boolean

/** A body with faults of shape, as far as it can be read. */
interface Readable {
  /** Fits the schema: what has a fault is left out, what must be there and is not is filled. */
  value: unknown
  isRead: IsRead
}

/** What can be read of an order: any part may be absent, and of an item of a list all. */
export type Parts<T> = T extends readonly (infer Item)[]
  ? Parts<Item>[]
  : T extends object
    ? { [K in keyof T]?: Parts<T[K]> | undefined }
    : T

/**
 * Further faults of a part of a request that may have faults of shape.
 *
 * @param errors the part's own faults of shape; empty where another part has them
 */
export type Judge = (request: FastifyRequest, errors: readonly FieldError[]) => FieldError[] | Promise<FieldError[]>

/** Finds what rules say of an order, or of as much of it as can be read. What is absent has no fault of its own. */
export type FaultsOf<T> = (
  order: Parts<T>,
  isRead: IsRead,
  request: FastifyRequest,
) => FieldError[] | Promise<FieldError[]>

/**
 * Options of a route that is judged whole: faults of its shape do not hide what rules say of the fields that can be read.
 * Nothing of it runs for a request without faults of shape.
 */
export const judgedWhole = (judges: { body?: Judge; querystring?: Judge }) => ({
  async errorHandler(error: Error, request: FastifyRequest): Promise<never> {
    if (!isOfShape(error) || request.group) throw error // rules need to know the entity
    const { params, body, querystring } = shapeFaults(error, request)
    const ofBody = await judges.body?.(request, body)
    const ofQuery = await judges.querystring?.(request, querystring)
    throw refuseAll([...params, ...body, ...(ofBody ?? []), ...querystring, ...(ofQuery ?? [])])
  },
})

/** `judgedWhole` for a body by rules over its fields. */
export const wholeBody = <S extends TSchema>(schema: S, faultsOf: FaultsOf<Static<S>>) =>
  judgedWhole({ body: faultsOfParts(schema, 'body', faultsOf) })

/** `judgedWhole` for a query by rules over its parameters. */
export const wholeQuery = <S extends TSchema>(schema: S, faultsOf: FaultsOf<Static<S>>) =>
  judgedWhole({ querystring: faultsOfParts(schema, 'querystring', faultsOf) })

/** A judge by rules over the fields: it tells no second fault of a field that has one. */
export const faultsOfParts =
  <S extends TSchema>(schema: S, part: 'body' | 'querystring', faultsOf: FaultsOf<Static<S>>): Judge =>
  async (request, errors) => {
    const sent = part === 'body' ? request.body : request.query
    if (!isRecord(sent) || errors.length >= MOST_FAULTS) return []
    const order = structuredClone(normalised(schema, sent, part)) as Json
    const unread = new Set(errors.map(({ pointer }) => pointer))
    for (const pointer of unread) leaveOut(order, pointer)
    const isRead: IsRead = (pointer) => !isUnder(pointer, unread)
    const found = await faultsOf(order as Parts<Static<S>>, isRead, request)
    return found.filter(({ pointer }) => isRead(pointer))
  }

type Json = Record<string, unknown>
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
/** A name in a pointer may be any: what every object inherits is no part of what was sent. */
const ownOf = (holder: object, name: string): unknown =>
  Object.hasOwn(holder, name) ? (holder as Json)[name] : undefined

/** Takes away what stands at a pointer; an item of a list is emptied, so that the others keep their places. */
function leaveOut(order: Json, pointer: string): void {
  const steps = stepsOf(pointer)
  const name = steps.pop()
  let holder: unknown = order
  for (const step of steps) holder = typeof holder === 'object' && holder !== null ? ownOf(holder, step) : undefined
  if (name === undefined) return
  if (Array.isArray(holder) && Object.hasOwn(holder, name)) holder[Number(name)] = {}
  else if (isRecord(holder)) delete holder[name]
}

/** Faults of a filled body may lead to further ones: an optional part goes when something in it is missing. */
const ROUNDS = 4

/**
 * Reads bodies that do not fit a schema, so that rules can judge what fits.
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
    let faults = errors
    for (let round = 0; round < ROUNDS; round++) {
      for (const { pointer } of faults) unread.add(drop(draft, pointer, round > 0))
      fillIn(draft, fill, '', unread)
      const read = validate(draft)
      if (!('error' in read)) return { value: read.value, isRead: (pointer) => !isUnder(pointer, unread) }
      faults = read.error.errors
    }
    return undefined
  }
}

const isUnder = (pointer: string, unread: ReadonlySet<string>): boolean =>
  [...unread].some((at) => pointer === at || pointer.startsWith(`${at}/`))

/** Takes away what stands at a pointer, the whole list where it is in one; answers the pointer of what is gone. */
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
