import { h } from './dom.ts'

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
