import { type Canvas, PAGE, type TextStyle } from './drawing/canvas.ts'
import type { Cell, Column, Lines, Row } from './model.ts'
import { BODY, type Flow, need, openNext, setHeading, setText, SMALL, textHeight, WIDTH } from './page.ts'

const CELL = { size: 7.5, under: 6.5, leading: 10, underLeading: 8.6, pad: 4, gap: 8 } as const
/** Entries are set closer than other rows: 25 with a line of small print fit a first page, 25 with two fit any other. */
const ENTRY = { leading: 9, noteLeading: 7.1, pad: { short: 1.3, long: 1.1 } } as const
/** Height of a row that carries a balance, and of a total. */
const CARRY = CELL.leading + 2 * CELL.pad

const HEAD_HEIGHT = 20
/** Space between a table and what follows it. */
const GAP = 12

interface Placing {
  columns: readonly (Column & { x: number; points: number })[]
}

function placeColumns(canvas: Canvas, columns: readonly Column[]): Placing {
  const widths = widthsOf(canvas, columns)
  let x: number = PAGE.left
  return {
    columns: columns.map((column, i) => {
      const placed = { ...column, x, points: widths[i]! }
      x += placed.points + CELL.gap
      return placed
    }),
  }
}

/** The widths of columns by their shares; those with a text for one line are as wide as it, and the widest other one gives way. */
function widthsOf(canvas: Canvas, columns: readonly Column[]): number[] {
  const shares = columns.reduce((sum, column) => sum + column.width, 0)
  const room = WIDTH - CELL.gap * (columns.length - 1)
  const byShare = columns.map((column) => (room * column.width) / shares)
  const widths = columns.map(({ oneLine = [] }, i) =>
    Math.max(byShare[i]!, ...oneLine.map((text) => canvas.widthOf(text, { size: CELL.size, weight: 'bold' }))),
  )
  const free = columns.flatMap(({ oneLine }, i) => (oneLine === undefined ? [i] : []))
  const giving = free.reduce((widest, i) => (byShare[i]! > byShare[widest]! ? i : widest), free[0] ?? 0)
  widths[giving]! -= widths.reduce((sum, width) => sum + width, 0) - room
  return widths
}

/** Sets a table over as many pages as it needs; yields the bytes of each page that is full. */
export async function* setLines(flow: Flow, block: Lines): AsyncGenerator<Buffer> {
  const placing = placeColumns(flow.canvas, block.columns)
  let last: Row | undefined
  let next: Row | undefined
  for await (const row of block.rows) {
    const pages = flow.canvas.pages
    if (next) setRow(flow, placing, next, carryOf(block, last))
    else beginTable(flow, block, placing, row)
    last = next
    next = row
    if (flow.canvas.pages > pages) yield* flow.canvas.drain()
  }
  if (next) setRow(flow, placing, next, carryOf(block, last), endOf(flow, block))
  else beginTable(flow, block, placing)
  if (!next && block.empty !== undefined) setEmpty(flow, block.empty)
  if (block.total) setRow(flow, placing, block.total.map(inBold))
  flow.canvas.close()
  flow.canvas.close()
  flow.y += GAP
  if (block.note !== undefined) setText(flow, block.note, SMALL)
}

/** Sets the title and the head of a table on the page of its first row. */
function beginTable(flow: Flow, { title, carry }: Lines, placing: Placing, first: Row = []): void {
  const { canvas } = flow
  const height = HEAD_HEIGHT + placeRow(canvas, placing, first).height + (carry ? CARRY : 0)
  if (title !== undefined) setHeading(flow, title, height)
  need(flow, Math.max(60, height))
  canvas.open('Table')
  canvas.inside('THead', () => setTableHead(flow, placing))
  canvas.open('TBody')
}

/** Room for what ends a table on the page of its last row: the total and the small print. */
const endOf = ({ canvas }: Flow, { total, note }: Lines): number =>
  (total ? CARRY : 0) + (note === undefined ? 0 : GAP + textHeight(canvas, note, SMALL))

/** Sets the text of a table without rows, as a row. */
const setEmpty = (flow: Flow, text: string) =>
  flow.canvas.inside('TR', () => flow.canvas.inside('TD', () => setText(flow, text, BODY)))

/** The balance after the last row, to be carried to the next page; undefined for a table without one. */
function carryOf({ carry, columns }: Lines, last: Row | undefined): Carry | undefined {
  if (!carry) return undefined
  const cell = last && cellsOf(last)[carry.value]
  const value = typeof cell === 'object' ? cell.text : (cell ?? '')
  return (words) => columns.map((_, i) => inBold(i === carry.label ? words : i === carry.value ? value : ''))
}

/** Makes the row that carries a balance, with these words. */
type Carry = (words: string) => Cell[]

const cellsOf = (row: Row): readonly Cell[] => ('cells' in row ? row.cells : row)

const inBold = (cell: Cell): Cell => (typeof cell === 'string' ? { text: cell, bold: true } : { ...cell, bold: true })

function setTableHead(flow: Flow, { columns }: Placing): void {
  const { canvas } = flow
  canvas.box(PAGE.left, flow.y, WIDTH, 17, 'wash')
  canvas.inside('TR', () => {
    for (const { x, points, title, align = 'left' } of columns) {
      const style: TextStyle = { size: 7, weight: 'bold', colour: 'muted', align }
      const set = () => canvas.text(align === 'right' ? x + points : x, flow.y + 11.5, title, style)
      canvas.inside('TH', set, { scope: 'Column' })
    }
  })
  flow.y += HEAD_HEIGHT
}

/**
 * Sets a row, on the next page if this one is full. A carried balance reserves room on each page.
 *
 * @param end room that is left below the row on its page
 */
function setRow(flow: Flow, placing: Placing, row: Row, carry?: Carry, end = 0): void {
  const placed = placeRow(flow.canvas, placing, row)
  if (flow.y + placed.height > flow.bottom - Math.max(end, carry ? CARRY : 0)) {
    const { canvas } = flow
    canvas.close() // a part of the body for each page, so that none grows with the table
    canvas.artifact(() => {
      if (carry) drawRow(flow, placing, placeRow(canvas, placing, carry('Carried forward')))
    })
    openNext(flow)
    canvas.artifact(() => {
      setTableHead(flow, placing)
      if (carry) drawRow(flow, placing, placeRow(canvas, placing, carry('Brought forward')))
    })
    canvas.open('TBody')
  }
  drawRow(flow, placing, placed)
}

type PlacedRow = ReturnType<typeof placeRow>

function placeRow(canvas: Canvas, { columns }: Placing, row: Row) {
  const isEntry = 'cells' in row
  const leading = isEntry ? ENTRY.leading : CELL.leading
  const cells = cellsOf(row).map((cell, i) => setCell(canvas, columns[i]!.points, cell, leading))
  const tallest = Math.max(0, ...cells.map((cell) => cell.height))
  const notes = isEntry ? noteOf(canvas, columns[row.note.column]!.x, row.note.text) : []
  const pad = isEntry ? ENTRY.pad[notes.length > 1 ? 'long' : 'short'] : CELL.pad
  const height = tallest + notes.length * ENTRY.noteLeading + 2 * pad
  return { cells, notes, noteColumn: isEntry ? row.note.column : 0, pad, tallest, height }
}

const noteOf = (canvas: Canvas, x: number, text: string) =>
  text === '' ? [] : canvas.wrap(text, PAGE.right - x, SMALL_PRINT).map((line) => ({ x, line }))

function drawRow(flow: Flow, { columns }: Placing, placed: PlacedRow): void {
  const { canvas, y } = flow
  const { cells, notes, noteColumn, pad, tallest, height } = placed
  const setNotes = () => {
    for (const [i, { x, line }] of notes.entries())
      canvas.text(x, y + pad + tallest + CELL.under - 1 + i * ENTRY.noteLeading, line, SMALL_PRINT)
  }
  canvas.inside('TR', () => {
    for (const [i, cell] of cells.entries()) {
      const { x, points, align = 'left' } = columns[i]!
      canvas.inside('TD', () => {
        for (const { text, style, y: down } of cell.lines)
          canvas.text(align === 'right' ? x + points : x, y + pad + down, text, { ...style, align })
        if (i === noteColumn) setNotes()
      })
    }
  })
  flow.y += height
  canvas.rule(PAGE.left, flow.y, WIDTH, 'hair', 0.4)
}

const SMALL_PRINT: TextStyle = { size: CELL.under, colour: 'muted' }

function setCell(canvas: Canvas, width: number, cell: Cell, leading: number) {
  const { text, under = [], bold = false } = typeof cell === 'string' ? { text: cell } : cell
  const main: TextStyle = { size: CELL.size, ...(bold ? { weight: 'bold' } : {}) }
  const small = SMALL_PRINT
  const mains = text === '' ? [] : canvas.wrap(text, width, main)
  const smalls = under.flatMap((line) => canvas.wrap(line, width, small))
  const lines = [
    ...mains.map((line, i) => ({ text: line, style: main, y: CELL.size + i * leading })),
    ...smalls.map((line, i) => ({
      text: line,
      style: small,
      y: CELL.size + mains.length * leading + i * CELL.underLeading - (mains.length === 0 ? 0 : 0.8),
    })),
  ]
  return { lines, height: mains.length * leading + smalls.length * CELL.underLeading }
}
