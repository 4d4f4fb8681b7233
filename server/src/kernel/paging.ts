import { faultsAt, type FieldError, refusals } from './refusals.ts'

const refuse = refusals({
  cursor_invalid: { status: 400, message: 'The cursor is not one this list handed out; start again without `after`.' },
})

export const DEFAULT_LIMIT = 50

/**
 * Keyset cursors are the sort key of the last row, in base64url with the list's name, so a cursor of one list is
 * refused by another. They are not secret: the query's own entity condition is what isolates.
 */
export function formatCursor(list: string, key: readonly string[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url')
}

/**
 * The sort key inside a cursor.
 *
 * @param shapes one pattern per part of the key; a cursor that does not fit is refused
 * @throws cursor_invalid
 */
export function parseCursor(list: string, cursor: string | undefined, shapes: readonly RegExp[]): string[] | undefined {
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
      { errors: [{ pointer: '?after', code: 'cursor_invalid', message: 'Not a cursor of this list.' }] },
    )
  }
  return key
}

/** What is wrong with a query's cursor. */
export const cursorFaults = (
  list: string,
  { after }: { after?: string | undefined },
  shapes: readonly RegExp[],
): FieldError[] => faultsAt('?after', () => parseCursor(list, after, shapes))

function decode(cursor: string): string[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
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
 * Cuts a page out of `limit + 1` rows: the extra row only says that there is more.
 *
 * @param keyOf sort key of a row, as text
 */
export function pageOf<R, T>(
  list: string,
  rows: R[],
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
