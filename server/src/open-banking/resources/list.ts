import { formatCursor, parseCursor } from '../../kernel/http/paging.ts'
import type { Positions } from '../http/index.ts'

/** Items a page of a list that is held in memory. */
const LIST_PAGE = 100
const ID = /^[A-Za-z0-9_]{1,64}$/

/**
 * A page of items that are sorted by falling id. A position is the id that its page comes after, so that it stays valid
 * when items are added or taken away.
 *
 * @throws cursor_invalid
 */
export function pageOfList<T>(
  list: string,
  items: readonly T[],
  idOf: (item: T) => string,
  position: string | undefined,
): Positions & { items: T[] } {
  const [after] = parseCursor(list, position, [ID], 'page') ?? []
  const found = after === undefined ? 0 : items.findIndex((item) => idOf(item) < after)
  const start = found < 0 ? items.length : found
  const shown = items.slice(start, start + LIST_PAGE)
  const last = shown.at(-1)
  const before = items[start - LIST_PAGE - 1]
  return {
    items: shown,
    ...(start === 0 ? {} : { prev: before === undefined ? '' : formatCursor(list, [idOf(before)]) }),
    ...(last !== undefined && start + LIST_PAGE < items.length ? { next: formatCursor(list, [idOf(last)]) } : {}),
  }
}
