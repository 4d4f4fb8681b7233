import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Canvas, createCanvas, PAGE, type TextStyle } from './canvas.ts'
import type { Block, Cell, Column, DocumentModel, Facts, Figures, Lines, Parties } from './model.ts'

const WIDTH = PAGE.right - PAGE.left
/** Where the flow starts on the first page and on the others. */
const TOP = { first: 92, next: 72 } as const
const FOOT_TEXT: TextStyle = { size: 6.5, colour: 'muted' }
const BODY: TextStyle = { size: 8.5 }
const SMALL: TextStyle = { size: 7, colour: 'muted' }
const LEADING = 1.4

/** A page in progress: the canvas, and how far down it is filled. */
interface Flow {
  canvas: Canvas
  model: DocumentModel
  y: number
  /** Nothing of the flow goes below this. */
  bottom: number
  foot: string[]
}

/**
 * The document as a PDF, chunk by chunk as its pages fill; between pages other work has its turn. The same model gives the
 * same bytes. Any Unicode text can be set.
 */
export async function* setDocument(model: DocumentModel): AsyncGenerator<Buffer> {
  const canvas = createCanvas({
    title: `${model.title} ${model.reference}`,
    author: model.issuer.name,
    subject: model.subtitle ?? model.title,
    at: model.issuedAt,
  })
  const flow = startFlow(canvas, model)
  for (const block of model.blocks) {
    if (block.kind === 'lines') yield* setLines(flow, block)
    else setBlock(flow, block)
  }
  canvas.end()
  yield* canvas.drain()
}

function startFlow(canvas: Canvas, model: DocumentModel): Flow {
  canvas.newPage()
  const { issuer, footer = [] } = model
  const said = [`${issuer.name}.`, issuer.licence, issuer.safeguarding].filter(Boolean).join(' ')
  const foot = [...footer, said, issuer.contact].filter(Boolean).flatMap((text) => canvas.wrap(text, WIDTH, FOOT_TEXT))
  const bottom = PAGE.height - 46 - foot.length * FOOT_TEXT.size * LEADING - 14
  const flow = { canvas, model, foot, bottom, y: TOP.first }
  letterhead(flow)
  footOf(flow)
  setTitle(flow)
  return flow
}

function setTitle(flow: Flow): void {
  const { canvas, model } = flow
  for (const line of canvas.wrap(model.title, WIDTH, { size: 19, weight: 'bold' })) {
    canvas.text(PAGE.left, flow.y + 10, line, { size: 19, weight: 'bold' })
    flow.y += 24
  }
  for (const line of canvas.wrap(model.subtitle ?? '', WIDTH, { size: 9.5 })) {
    canvas.text(PAGE.left, flow.y + 4, line, { size: 9.5, colour: 'muted' })
    flow.y += 14
  }
  flow.y += 10
}

function letterhead({ canvas, model }: Flow): void {
  canvas.text(PAGE.left, 52, model.issuer.name, { size: 12, weight: 'bold', colour: 'accent' })
  canvas.text(PAGE.right, 52, model.reference, { ...SMALL, size: 7.5, align: 'right' })
  canvas.rule(PAGE.left, 62, WIDTH, 'accent', 1.2)
}

function openNext(flow: Flow): void {
  const { canvas, model } = flow
  canvas.newPage()
  canvas.text(PAGE.left, 48, model.issuer.name, { size: 8, weight: 'bold', colour: 'accent' })
  canvas.text(PAGE.right, 48, `${model.title} · ${model.reference}`, { ...SMALL, size: 7.5, align: 'right' })
  canvas.rule(PAGE.left, 55, WIDTH, 'hair', 0.6)
  footOf(flow)
  flow.y = TOP.next
}

function footOf({ canvas, model, foot, bottom }: Flow): void {
  let y = bottom + 14
  canvas.rule(PAGE.left, y, WIDTH, 'hair', 0.6)
  y += 10
  for (const line of foot) {
    canvas.text(PAGE.left, y, line, FOOT_TEXT)
    y += FOOT_TEXT.size * LEADING
  }
  y += 6
  const width = canvas.text(PAGE.left, y, `Page ${canvas.pages} of `, SMALL)
  canvas.pageTotal(PAGE.left + width, y, SMALL.size)
  canvas.text(PAGE.right, y, model.reference, { ...SMALL, align: 'right' })
}

/** Goes to the next page unless this much room is left. */
function need(flow: Flow, height: number): void {
  if (flow.y + height > flow.bottom) openNext(flow)
}

function setBlock(flow: Flow, block: Exclude<Block, Lines>): void {
  switch (block.kind) {
    case 'heading':
      return setHeading(flow, block.text)
    case 'paragraph':
      return setText(flow, block.text, block.small ? SMALL : BODY)
    case 'parties':
      return setParties(flow, block)
    case 'facts':
      return setFacts(flow, block)
    case 'figures':
      return setFigures(flow, block)
  }
}

function setHeading(flow: Flow, text: string): void {
  need(flow, 70) // never alone at the end of a page
  flow.y += 8
  flow.canvas.text(PAGE.left, flow.y + 10, text, { size: 10.5, weight: 'bold' })
  flow.y += 20
}

function setText(flow: Flow, text: string, style: TextStyle): void {
  const leading = style.size * (LEADING + 0.1)
  for (const line of flow.canvas.wrap(text, WIDTH, style)) {
    need(flow, leading)
    flow.canvas.text(PAGE.left, flow.y + style.size, line, style)
    flow.y += leading
  }
  flow.y += 6
}

function setParties(flow: Flow, { parties }: Parties): void {
  const width = (WIDTH - 16 * (parties.length - 1)) / parties.length
  const columns = parties.map(({ role, name, lines }) => [
    ...flow.canvas.wrap(role, width, SMALL).map((text) => ({ text, style: SMALL })),
    ...flow.canvas
      .wrap(name, width, { size: 9.5, weight: 'bold' })
      .map((text) => ({ text, style: { size: 9.5, weight: 'bold' } as TextStyle })),
    ...lines.flatMap((line) => flow.canvas.wrap(line, width, BODY)).map((text) => ({ text, style: BODY })),
  ])
  const rows = Math.max(...columns.map((column) => column.length))
  need(flow, rows * 12.5 + 12)
  for (const [i, column] of columns.entries()) {
    for (const [row, { text, style }] of column.entries())
      flow.canvas.text(PAGE.left + i * (width + 16), flow.y + 9 + row * 12.5, text, style)
  }
  flow.y += rows * 12.5 + 12
}

function setFacts(flow: Flow, { title, facts, columns = 1 }: Facts): void {
  if (title !== undefined) setHeading(flow, title)
  const shown = facts.filter((fact): fact is readonly [string, string] => fact[1] !== null && fact[1] !== undefined)
  for (let i = 0; i < shown.length; i += columns) setFactRow(flow, shown.slice(i, i + columns), columns)
  flow.canvas.rule(PAGE.left, flow.y, WIDTH, 'hair', 0.5)
  flow.y += 12
}

function setFactRow(flow: Flow, facts: readonly (readonly [string, string])[], columns: number): void {
  const { canvas } = flow
  const width = (WIDTH - 20 * (columns - 1)) / columns
  const nameWidth = columns === 1 ? 150 : 88
  const set = facts.map(([name, value]) => ({
    names: canvas.wrap(name, nameWidth - 8, { size: 8 }),
    values: canvas.wrap(value, width - nameWidth, BODY),
  }))
  const rows = Math.max(...set.map(({ names, values }) => Math.max(names.length, values.length)))
  const height = rows * 11.5 + 6
  need(flow, height)
  canvas.rule(PAGE.left, flow.y, WIDTH, 'hair', 0.5)
  for (const [i, { names, values }] of set.entries()) {
    const x = PAGE.left + i * (width + 20)
    for (const [row, text] of names.entries())
      canvas.text(x, flow.y + 11.5 + row * 11.5, text, { size: 8, colour: 'muted' })
    for (const [row, text] of values.entries()) canvas.text(x + nameWidth, flow.y + 11.5 + row * 11.5, text, BODY)
  }
  flow.y += height
}

function setFigures(flow: Flow, { figures }: Figures): void {
  const { canvas } = flow
  const gap = 8
  const width = (WIDTH - gap * (figures.length - 1)) / figures.length
  need(flow, 54)
  const size = Math.min(...figures.map(({ value }) => fitting(canvas, value, width - 16)))
  for (const [i, { name, value }] of figures.entries()) {
    const x = PAGE.left + i * (width + gap)
    canvas.box(x, flow.y, width, 40, 'wash')
    canvas.text(x + 8, flow.y + 14, name, SMALL)
    canvas.text(x + 8, flow.y + 30, value, { size, weight: 'bold' })
  }
  flow.y += 54
}

/** The largest size at which a figure fits its box. */
function fitting(canvas: Canvas, value: string, width: number): number {
  for (let size = 12; size > 6; size -= 0.5)
    if (canvas.wrap(value, width, { size, weight: 'bold' }).length === 1) return size
  return 6
}

// ---- tables

const CELL = { size: 7.5, under: 6.5, leading: 10, underLeading: 8.6, pad: 4, gap: 8 } as const

interface Placing {
  columns: readonly (Column & { x: number; points: number })[]
}

function placeColumns(columns: readonly Column[]): Placing {
  const shares = columns.reduce((sum, column) => sum + column.width, 0)
  const room = WIDTH - CELL.gap * (columns.length - 1)
  let x: number = PAGE.left
  return {
    columns: columns.map((column) => {
      const placed = { ...column, x, points: (room * column.width) / shares }
      x += placed.points + CELL.gap
      return placed
    }),
  }
}

async function* setLines(flow: Flow, block: Lines): AsyncGenerator<Buffer> {
  if (block.title !== undefined) setHeading(flow, block.title)
  const placing = placeColumns(block.columns)
  need(flow, 60)
  setTableHead(flow, placing)
  let rows = 0
  for await (const row of block.rows) {
    rows++
    const pages = flow.canvas.pages
    setRow(flow, placing, row)
    if (flow.canvas.pages === pages) continue
    yield* flow.canvas.drain()
    await nextTurn()
  }
  if (rows === 0 && block.empty !== undefined) setText(flow, block.empty, BODY)
  if (block.total) setRow(flow, placing, block.total.map(inBold))
  flow.y += 12
}

const inBold = (cell: Cell): Cell => (typeof cell === 'string' ? { text: cell, bold: true } : { ...cell, bold: true })

function setTableHead(flow: Flow, { columns }: Placing): void {
  const { canvas } = flow
  canvas.box(PAGE.left, flow.y, WIDTH, 17, 'wash')
  for (const column of columns) {
    const isRight = column.align === 'right'
    canvas.text(isRight ? column.x + column.points : column.x, flow.y + 11.5, column.title, {
      size: 7,
      weight: 'bold',
      colour: 'muted',
      ...(isRight ? { align: 'right' } : {}),
    })
  }
  flow.y += 20
}

function setRow(flow: Flow, placing: Placing, row: readonly Cell[]): void {
  const { canvas } = flow
  const cells = row.map((cell, i) => setCell(canvas, placing.columns[i]!.points, cell))
  const height = Math.max(...cells.map((cell) => cell.height)) + 2 * CELL.pad
  if (flow.y + height > flow.bottom) {
    openNext(flow)
    setTableHead(flow, placing)
  }
  for (const [i, cell] of cells.entries()) {
    const { x, points, align } = placing.columns[i]!
    for (const line of cell.lines)
      canvas.text(align === 'right' ? x + points : x, flow.y + CELL.pad + line.y, line.text, {
        ...line.style,
        ...(align === 'right' ? { align } : {}),
      })
  }
  flow.y += height
  canvas.rule(PAGE.left, flow.y, WIDTH, 'hair', 0.4)
}

function setCell(canvas: Canvas, width: number, cell: Cell) {
  const { text, under = [], bold = false } = typeof cell === 'string' ? { text: cell } : cell
  const main: TextStyle = { size: CELL.size, ...(bold ? { weight: 'bold' } : {}) }
  const small: TextStyle = { size: CELL.under, colour: 'muted' }
  const mains = text === '' ? [] : canvas.wrap(text, width, main)
  const smalls = under.flatMap((line) => canvas.wrap(line, width, small))
  const lines = [
    ...mains.map((line, i) => ({ text: line, style: main, y: CELL.size + i * CELL.leading })),
    ...smalls.map((line, i) => ({
      text: line,
      style: small,
      y: CELL.size + mains.length * CELL.leading + i * CELL.underLeading - (mains.length === 0 ? 0 : 0.8),
    })),
  ]
  return { lines, height: mains.length * CELL.leading + smalls.length * CELL.underLeading }
}
