import { h, whileBusy } from './dom.ts'
import { explain } from './session.ts'

type Cell = Node | string | null | undefined

/** A cell of numbers is aligned at its right end; a wide one takes the whole line on a narrow screen. */
export type Column<T> = [title: string, cell: (row: T) => Cell, kind?: 'number' | 'wide']

/** A table that becomes a list of cards on a narrow screen; without rows, a sentence. */
export function table<T>(caption: string, rows: T[], columns: Column<T>[], whenEmpty: string): HTMLElement {
  if (rows.length === 0) return h('p', { class: 'empty' }, whenEmpty)
  const head = h('tr', {}, ...columns.map(([title, , kind]) => h('th', { scope: 'col', class: kind }, title)))
  const body = rows.map((row) =>
    h('tr', {}, ...columns.map(([title, cell, kind]) => h('td', { 'data-title': title, class: kind }, cell(row)))),
  )
  return h('table', {}, h('caption', { class: 'unseen' }, caption), h('thead', {}, head), h('tbody', {}, ...body))
}

/** Shows a state as a coloured word; the colour only repeats the word. */
export function stateMark(status: string, text: string): HTMLElement {
  const good = ['Settled', 'Completed', 'Booked', 'Active'].includes(status)
  const bad = /Failed|Rejected|Overdue|Returned|Cancelled/.test(status)
  return h('span', { class: `mark ${good ? 'good' : bad ? 'bad' : 'open'}` }, text)
}

/** A page of a list: its rows as a table, and the cursor of the next page. */
interface Page {
  rows: HTMLElement
  next: string | null | undefined
}

/**
 * Fills `target` with the first page of a list, and a button that adds the next one. The button keeps the focus; after the last page,
 * when it is hidden, the first added row gets it.
 */
export function pagedTable(target: HTMLElement, readPage: (after?: string) => Promise<Page>): Promise<void> {
  const alert = h('p', { class: 'alert', role: 'alert' })
  const more = h('button', { type: 'button', hidden: true }, 'Show more')
  const shown = h('div')
  target.append(shown, alert, more)
  let after: string | undefined
  const load = async () => {
    alert.textContent = ''
    const hadFocus = document.activeElement === more
    const { rows, next } = await readPage(after)
    const first = append(shown, rows)
    after = next ?? undefined
    more.hidden = !after
    if (hadFocus && more.hidden) focusOn(first)
  }
  const tryLoad = () =>
    load().catch((error: unknown) => {
      alert.textContent = explain(error)
    })
  more.addEventListener('click', () => void whileBusy(more, tryLoad))
  return tryLoad()
}

/** Appends the rows of a table to those shown. Returns the first one. */
function append(shown: HTMLElement, added: HTMLElement): HTMLElement | null | undefined {
  const body = shown.querySelector('tbody')
  const first = added.querySelector<HTMLElement>('tbody > tr')
  if (body) body.append(...(added.querySelector('tbody')?.children ?? []))
  else shown.append(added)
  return first
}

function focusOn(row: HTMLElement | null | undefined): void {
  row?.setAttribute('tabindex', '-1')
  row?.focus()
}
