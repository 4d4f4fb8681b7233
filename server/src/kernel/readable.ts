import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { type FieldError, Refusal } from './refusals.ts'
import { compileValidator, refuseAll } from './validation.ts'

/** A body with faults of shape, as far as it can be read. */
export interface Readable {
  /** Fits the schema: what has a fault is left out, what must be there and is not is filled. */
  value: unknown
  /** Whether what stands there is what was sent. */
  isRead: (pointer: string) => boolean
}

type Json = Record<string, unknown>
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

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
    const draft = structuredClone(body)
    const unread = new Set<string>()
    let faults = errors
    for (let round = 0; round < ROUNDS; round++) {
      for (const { pointer } of faults) unread.add(drop(draft, pointer, round > 0))
      fillIn(draft, fill, '', unread)
      const read = validate(draft)
      if (!('error' in read)) return { value: read.value, isRead: (pointer) => !isUnder(pointer, unread) }
      if (!(read.error instanceof Refusal)) throw read.error
      faults = read.error.errors
    }
    return undefined
  }
}

const isUnder = (pointer: string, unread: ReadonlySet<string>): boolean =>
  [...unread].some((at) => pointer === at || pointer.startsWith(`${at}/`))

/** Takes away what stands at a pointer, the whole list where it is in one; answers the pointer of what is gone. */
function drop(draft: Json, pointer: string, withParent: boolean): string {
  const steps = pointer.split('/').slice(1)
  let holder = draft
  for (const [i, step] of steps.entries()) {
    const held = holder[step]
    const isLast = i === steps.length - 1
    const lacksIt = withParent && i === steps.length - 2 && isRecord(held) && held[steps[i + 1]!] === undefined
    if (isLast || lacksIt || !isRecord(held)) {
      delete holder[step]
      return `/${steps.slice(0, i + 1).join('/')}`
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

/**
 * Options of a route whose body is judged whole: faults of its shape do not hide what rules say of the fields that can be
 * read.
 *
 * @param judge further faults of a body whose shape has some
 */
export const judgedWhole = (
  judge: (request: FastifyRequest, errors: readonly FieldError[]) => FieldError[] | Promise<FieldError[]>,
) => ({
  attachValidation: true,
  async preHandler(request: FastifyRequest): Promise<void> {
    const refusal: unknown = request.validationError
    if (!refusal) return
    const isOfBody = (refusal as { validationContext?: string }).validationContext === 'body'
    if (!(refusal instanceof Refusal) || !isOfBody) throw refusal
    throw refuseAll([...refusal.errors, ...(await judge(request, refusal.errors))])
  },
})
