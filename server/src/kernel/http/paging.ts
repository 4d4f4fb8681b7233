import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { errorsAt, type FieldError, refusals } from '../values/refusals.ts'

const refuse = refusals({
  cursor_invalid: { status: 400, message: 'The cursor does not belong to this list. Start again with the first page.' },
})

export const DEFAULT_LIMIT = 50

/** Signing key of cursors; random at the start until the service's own key is read. */
let signingKey: Buffer = randomBytes(32)

/**
 * Reads the key that cursors are signed with, which all processes on a database share; draws it on the first start.
 * A cursor outlives a restart.
 */
export async function openCursorKey(db: Pick<Db, 'pool'>): Promise<void> {
  await db.pool.query(
    `insert into service_keys (purpose, secret) values ('cursors', $1) on conflict (purpose) do nothing`,
    [randomBytes(32)],
  )
  const { rows } = await db.pool.query<{ secret: Buffer }>(`select secret from service_keys where purpose = 'cursors'`)
  signingKey = rows[0]!.secret
}

/** Bytes of a cursor's signature: enough to prevent guessing, short in an address. */
const SIGNATURE_BYTES = 12
const signatureOf = (text: string) =>
  createHmac('sha256', signingKey).update(text).digest().subarray(0, SIGNATURE_BYTES)

/**
 * Builds a keyset cursor: the sort key of the last row and the list's name, signed, so that cursors of other lists and
 * forged ones are rejected. They are not secret: the query's own entity condition isolates data.
 */
export function formatCursor(list: string, key: readonly string[]): string {
  const text = JSON.stringify([list, ...key])
  return Buffer.concat([signatureOf(text), Buffer.from(text)]).toString('base64url')
}

/**
 * The sort key inside a cursor.
 *
 * @param shapes one pattern per part of the key; a cursor that does not fit is refused
 * @param parameter name of the query parameter that contains the cursor
 * @throws cursor_invalid
 */
export function parseCursor(
  list: string,
  cursor: string | undefined,
  shapes: readonly RegExp[],
  parameter = 'after',
): string[] | undefined {
  if (cursor === undefined) return undefined
  const parts = decode(cursor)
  const key = parts?.slice(1)
  if (
    !parts ||
    parts[0] !== list ||
    key!.length !== shapes.length ||
    !shapes.every((shape, i) => shape.test(key![i]!))
  ) {
    throw refuse.cursor_invalid(
      {},
      { errors: [{ pointer: `?${parameter}`, code: 'cursor_invalid', message: 'Not a cursor of this list.' }] },
    )
  }
  return key
}

/** Returns the errors of a query's cursor. */
export const cursorErrors = (
  list: string,
  { after }: { after?: string | undefined },
  shapes: readonly RegExp[],
): FieldError[] => errorsAt('?after', () => parseCursor(list, after, shapes))

function decode(cursor: string): string[] | undefined {
  try {
    const bytes = Buffer.from(cursor, 'base64url')
    const text = bytes.subarray(SIGNATURE_BYTES).toString()
    if (bytes.length <= SIGNATURE_BYTES || !timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signatureOf(text))) {
      return undefined
    }
    const parts: unknown = JSON.parse(text)
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : undefined
  } catch {
    return undefined
  }
}

/** Shapes for `parseCursor`. */
export const cursorShape = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  sequence: /^\d{1,18}$/,
  day: /^\d{4}-\d{2}-\d{2}$/,
} as const

/**
 * SQL of a page over several entities: reads at most a page of each by that entity's own index and merges them, so that
 * the cost of a page depends on neither its number nor the number of rows.
 *
 * @param query a page of `member.entity_id`, with `order by` and `limit`; parameter 1 is the array of entities
 * @param order of the merged rows, by their names in `query`
 * @param limit the parameter that holds it
 */
export const acrossEntities = (query: string, order: string, limit: string): string =>
  `select page.* from unnest($1::uuid[]) as member (entity_id) cross join lateral (${query}) page
    order by ${order} limit ${limit}`

/**
 * Cuts a page out of `limit + 1` rows: the extra row only shows that more follow.
 *
 * @param keyOf sort key of a row, as text
 */
export function pageOf<R, T>(
  list: string,
  rows: readonly R[],
  limit: number,
  present: (row: R) => T,
  keyOf: (row: R) => readonly string[],
): { data: T[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(present),
    nextCursor: rows.length > limit && last !== undefined ? formatCursor(list, keyOf(last)) : null,
  }
}
