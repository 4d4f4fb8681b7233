import { createCanvas, type Canvas, PAGE, type TextStyle } from './drawing/canvas.ts'
import type { Block, DocumentModel, Facts, Figures, Lines, Parties, Signatures } from './model.ts'
import { shadeFor } from '../institution/index.ts'
import {
  BODY,
  type Flow,
  HEADING_HEIGHT,
  need,
  setHeading,
  setText,
  SMALL,
  startFlow,
  TEXT_GAP,
  textHeight,
  WIDTH,
} from './page.ts'
import { setLines } from './table.ts'

/** Contrast of text with the page (WCAG 1.4.3). */
const READABLE = 4.5

/**
 * The document as a PDF, chunk by chunk as its pages fill, in the thread that this runs in. The same model gives the same
 * bytes. Any Unicode text can be set.
 */
export async function* setDocument(model: DocumentModel): AsyncGenerator<Buffer> {
  const canvas = await createCanvas({
    title: `${model.title} ${model.reference}`,
    author: model.issuer.name,
    subject: model.subtitle ?? model.title,
    at: model.issuedAt,
    accent: shadeFor(model.issuer.colour ?? '#0b4f8a', '#ffffff', READABLE),
  })
  const flow = startFlow(canvas, model)
  for (const [i, block] of model.blocks.entries()) {
    const next = model.blocks[i + 1]
    // A page to sign also shows the words above the signatures.
    if (block.kind === 'facts' && next?.kind === 'signatures')
      need(flow, factsHeight(canvas, block) + signaturesOf(canvas, next).height)
    if (block.kind === 'lines') yield* setLines(flow, block)
    else setBlock(flow, block, endAfter(canvas, model.blocks.slice(i + 1)))
  }
  canvas.end()
  yield* canvas.drain()
}

/** Returns the height of the small print if nothing else follows until the end of the document. */
function endAfter(canvas: Canvas, blocks: readonly Block[]): number {
  const texts = blocks.map((block) => (block.kind === 'paragraph' && block.small ? block.text : undefined))
  if (texts.includes(undefined)) return 0
  return texts.reduce((sum, text) => sum + textHeight(canvas, text!, SMALL) + TEXT_GAP, 0)
}

/** @param end height of the small print that ends the document, on the page of the last row before it */
function setBlock(flow: Flow, block: Exclude<Block, Lines>, end: number): void {
  switch (block.kind) {
    case 'heading':
      return setHeading(flow, block.text)
    case 'paragraph':
      return setText(flow, block.text, block.small ? SMALL : BODY)
    case 'parties':
      return setParties(flow, block)
    case 'facts':
      return setFacts(flow, block, end)
    case 'figures':
      return setFigures(flow, block)
    case 'signatures':
      return setSignatures(flow, block)
  }
}

function setParties(flow: Flow, { parties }: Parties): void {
  const width = (WIDTH - 16 * (parties.length - 1)) / parties.length
  const { canvas } = flow
  const name: TextStyle = { size: 9.5, weight: 'bold' }
  const columns = parties.map((party) => [
    { lines: canvas.wrap(party.role, width, SMALL), style: SMALL },
    { lines: canvas.wrap(party.name, width, name), style: name },
    ...party.lines.map((line) => ({ lines: canvas.wrap(line, width, BODY), style: BODY })),
  ])
  const rows = Math.max(...columns.map((column) => column.flatMap(({ lines }) => lines).length))
  need(flow, rows * 12.5 + 12)
  for (const [i, column] of columns.entries()) {
    const x = PAGE.left + i * (width + 16)
    let y = flow.y + 9
    canvas.inside('Sect', () => {
      for (const { lines, style } of column)
        canvas.inside('P', () => {
          for (const line of lines) {
            canvas.text(x, y, line, style)
            y += 12.5
          }
        })
    })
  }
  flow.y += rows * 12.5 + 12
}

/** Space below the last row of facts. */
const FACTS_GAP = 12

function setFacts(flow: Flow, block: Facts, end: number): void {
  const rows = rowsOf(flow.canvas, block)
  const keptWith = (row: FactRow) => (row === rows.at(-1) ? end + FACTS_GAP : 0)
  const [first] = rows
  if (block.title !== undefined) setHeading(flow, block.title, first && first.height + keptWith(first))
  if (first) {
    flow.canvas.open('Table')
    for (const row of rows) {
      need(flow, row.height + keptWith(row))
      setFactRow(flow, row)
    }
    flow.canvas.close()
  }
  flow.canvas.rule(PAGE.left, flow.y, WIDTH, 'hair', 0.5)
  flow.y += FACTS_GAP
}

type Fact = readonly [name: string, value: string]

/** Breaks the facts that are not absent into rows. */
function rowsOf(canvas: Canvas, { facts, columns = 1 }: Facts): FactRow[] {
  const shown = facts.filter((fact): fact is Fact => fact[1] !== null && fact[1] !== undefined)
  const rows: FactRow[] = []
  for (let i = 0; i < shown.length; i += columns) rows.push(measured(canvas, shown.slice(i, i + columns), columns))
  return rows
}

/** Returns the height of facts, with their heading. */
const factsHeight = (canvas: Canvas, block: Facts): number =>
  rowsOf(canvas, block).reduce(
    (sum, { height }) => sum + height,
    (block.title === undefined ? 0 : HEADING_HEIGHT) + FACTS_GAP,
  )

type FactRow = ReturnType<typeof measured>

/** Breaks a row of facts into lines. */
function measured(canvas: Canvas, facts: readonly Fact[], columns: number) {
  const width = (WIDTH - 20 * (columns - 1)) / columns
  const nameWidth = columns === 1 ? 150 : 88
  const set = facts.map(([name, value]) => ({
    names: canvas.wrap(name, nameWidth - 8, { size: 8 }),
    values: canvas.wrap(value, width - nameWidth, BODY),
  }))
  const rows = Math.max(...set.map(({ names, values }) => Math.max(names.length, values.length)))
  return { set, width, nameWidth, height: rows * 11.5 + 6 }
}

function setFactRow(flow: Flow, { set, width, nameWidth, height }: FactRow): void {
  const { canvas } = flow
  canvas.rule(PAGE.left, flow.y, WIDTH, 'hair', 0.5)
  for (const [i, { names, values }] of set.entries()) {
    const x = PAGE.left + i * (width + 20)
    const lines = (at: number, texts: readonly string[], style: TextStyle) => () => {
      for (const [row, text] of texts.entries()) canvas.text(at, flow.y + 11.5 + row * 11.5, text, style)
    }
    canvas.inside('TR', () => {
      canvas.inside('TH', lines(x, names, { size: 8, colour: 'muted' }), { scope: 'Row' })
      canvas.inside('TD', lines(x + nameWidth, values, BODY))
    })
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
    canvas.inside('Sect', () => {
      canvas.inside('P', () => canvas.text(x + 8, flow.y + 14, name, SMALL))
      canvas.inside('P', () => canvas.text(x + 8, flow.y + 30, value, { size, weight: 'bold' }))
    })
  }
  flow.y += 54
}

/** The largest size at which a figure fits its box. */
function fitting(canvas: Canvas, value: string, width: number): number {
  for (let size = 12; size > 6; size -= 0.5)
    if (canvas.wrap(value, width, { size, weight: 'bold' }).length === 1) return size
  return 6
}

const SIGNATURE_ROW = 34

/** Breaks the names above the signatures into lines. */
function signaturesOf(canvas: Canvas, { parties }: Signatures) {
  const width = (WIDTH - 24 * (parties.length - 1)) / parties.length
  const names = parties.map(({ name }) => canvas.wrap(name, width, { ...BODY, weight: 'bold' }))
  const head = Math.max(...names.map((lines) => lines.length)) * 12.5
  const height = head + Math.max(...parties.map(({ lines }) => lines.length)) * SIGNATURE_ROW + 12
  return { width, names, head, height }
}

function setSignatures(flow: Flow, block: Signatures): void {
  const { canvas } = flow
  const { parties } = block
  const { width, names, head, height } = signaturesOf(canvas, block)
  need(flow, height)
  for (const [i, { lines }] of parties.entries()) {
    const x = PAGE.left + i * (width + 24)
    canvas.inside('Sect', () => {
      canvas.inside('P', () => {
        for (const [row, text] of names[i]!.entries())
          canvas.text(x, flow.y + 12 + row * 12.5, text, { ...BODY, weight: 'bold' })
      })
      for (const [row, word] of lines.entries()) {
        const y = flow.y + head + (row + 1) * SIGNATURE_ROW - 8
        canvas.rule(x, y, width, 'ink', 0.5)
        canvas.inside('P', () => canvas.text(x, y + 8.5, word, SMALL))
      }
    })
  }
  flow.y += height
}
