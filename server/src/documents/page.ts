import { type Canvas, PAGE, type TextStyle } from './drawing/canvas.ts'
import type { DocumentModel } from './model.ts'

export const WIDTH = PAGE.right - PAGE.left
/** Start of the flow on the first page and on the others. */
const TOP = { first: 80, next: 58 } as const
const FOOT_TEXT: TextStyle = { size: 6.5, colour: 'muted' }
export const BODY: TextStyle = { size: 8.5 }
export const SMALL: TextStyle = { size: 7, colour: 'muted' }
const REFERENCE: TextStyle = { ...SMALL, size: 7.5 }
/** Sizes of the issuer's name at the head of the first page and of the others. */
const NAME = { first: { largest: 12, smallest: 8 }, next: { largest: 8, smallest: 6 } } as const
const NAME_LEADING = 1.15
/** Space between the issuer's name and the reference. */
const HEAD_GAP = 14
const LEADING = 1.4
/** Space below running text. */
export const TEXT_GAP = 6
const LOGO_HEIGHT = 26

/** A page in progress: the canvas, and how far down it is filled. */
export interface Flow {
  canvas: Canvas
  model: DocumentModel
  y: number
  /** Lower end of the flow. */
  bottom: number
  foot: string[]
}

/** Begins the first page: letterhead, foot and title. */
export function startFlow(canvas: Canvas, model: DocumentModel): Flow {
  canvas.newPage()
  const { issuer, footer = [] } = model
  const { legalName = issuer.name, address = [], lei } = issuer
  const who = [legalName, ...address].join(', ') + (lei === undefined ? '.' : `. LEI ${lei}.`)
  const said = [who, issuer.licence, issuer.safeguarding, issuer.contact].filter(Boolean).join(' ')
  const foot = [...footer, said].flatMap((text) => canvas.wrap(text, WIDTH, FOOT_TEXT))
  const bottom = PAGE.height - 46 - foot.length * FOOT_TEXT.size * LEADING - 14
  const flow = { canvas, model, foot, bottom, y: TOP.first }
  letterhead(flow)
  footOf(flow)
  setTitle(flow)
  return flow
}

function setTitle(flow: Flow): void {
  const { canvas, model } = flow
  canvas.inside('H1', () => {
    for (const line of canvas.wrap(model.title, WIDTH, { size: 19, weight: 'bold' })) {
      canvas.text(PAGE.left, flow.y + 10, line, { size: 19, weight: 'bold' })
      flow.y += 24
    }
  })
  canvas.inside('P', () => {
    for (const line of canvas.wrap(model.subtitle ?? '', WIDTH, { size: 9.5 })) {
      canvas.text(PAGE.left, flow.y + 4, line, { size: 9.5, colour: 'muted' })
      flow.y += 14
    }
  })
  flow.y += 10
}

function letterhead({ canvas, model }: Flow): void {
  const { name, logo } = model.issuer
  const x = logo ? PAGE.left + canvas.picture(PAGE.left, 30, LOGO_HEIGHT, logo, `Logo of ${name}`) + 9 : PAGE.left
  const room = PAGE.right - x - canvas.widthOf(model.reference, REFERENCE) - HEAD_GAP
  canvas.inside('P', () => setName(canvas, { x, y: 51, room, name, ...NAME.first }))
  canvas.inside('P', () => canvas.text(PAGE.right, 51, model.reference, { ...REFERENCE, align: 'right' }))
  canvas.rule(PAGE.left, 62, WIDTH, 'accent', 1.2)
}

interface Name {
  x: number
  /** Baseline of its last line. */
  y: number
  room: number
  name: string
  largest: number
  smallest: number
}

/** Sets the issuer's name beside the reference: smaller where it is long, and on two lines or more where that is not enough. */
function setName(canvas: Canvas, { x, y, room, name, largest, smallest }: Name): void {
  const style = (size: number): TextStyle => ({ size, weight: 'bold', colour: 'accent' })
  let size = largest
  while (size > smallest && canvas.wrap(name, room, style(size)).length > 2) size -= 0.5
  const lines = canvas.wrap(name, room, style(size))
  const top = y - (lines.length - 1) * size * NAME_LEADING
  for (const [row, line] of lines.entries()) canvas.text(x, top + row * size * NAME_LEADING, line, style(size))
}

/** Begins the next page. */
export function openNext(flow: Flow): void {
  const { canvas, model } = flow
  canvas.newPage()
  const title = `${model.title} · ${model.reference}`
  const room = WIDTH - canvas.widthOf(title, REFERENCE) - HEAD_GAP
  canvas.artifact(() => {
    setName(canvas, { x: PAGE.left, y: 38, room, name: model.issuer.name, ...NAME.next })
    canvas.text(PAGE.right, 38, title, { ...REFERENCE, align: 'right' })
  })
  canvas.rule(PAGE.left, 45, WIDTH, 'hair', 0.6)
  footOf(flow)
  flow.y = TOP.next
}

function footOf({ canvas, model, foot, bottom }: Flow): void {
  let y = bottom + 14
  canvas.rule(PAGE.left, y, WIDTH, 'hair', 0.6)
  y += 10
  const setFoot = () => {
    for (const line of foot) {
      canvas.text(PAGE.left, y, line, FOOT_TEXT)
      y += FOOT_TEXT.size * LEADING
    }
  }
  // It is the same on every page: readers get it once, at the end of the document.
  if (canvas.pages === 1) canvas.inside('P', setFoot, { isLast: true })
  else canvas.artifact(setFoot)
  y += 6
  canvas.artifact(() => {
    const width = canvas.text(PAGE.left, y, `Page ${canvas.pages} of `, SMALL)
    canvas.pageTotal(PAGE.left + width, y, SMALL.size)
    canvas.text(PAGE.right, y, model.reference, { ...SMALL, align: 'right' })
  })
}

/** Goes to the next page unless this much room is left. */
export function need(flow: Flow, height: number): void {
  if (flow.y + height > flow.bottom) openNext(flow)
}

export const HEADING_HEIGHT = 28

/**
 * Sets a heading, never alone at the end of a page.
 *
 * @param first height of what follows it, as far as it stays on one page
 */
export function setHeading(flow: Flow, text: string, first = 0): void {
  need(flow, Math.max(70, HEADING_HEIGHT + first))
  flow.canvas.inside('H2', () => flow.canvas.text(PAGE.left, flow.y + 18, text, { size: 10.5, weight: 'bold' }))
  flow.y += HEADING_HEIGHT
}

const textLeading = ({ size }: TextStyle): number => size * (LEADING + 0.1)

/** Returns the height of running text. */
export const textHeight = (canvas: Canvas, text: string, style: TextStyle): number =>
  canvas.wrap(text, WIDTH, style).length * textLeading(style)

/** Sets running text. */
export function setText(flow: Flow, text: string, style: TextStyle): void {
  const leading = textLeading(style)
  flow.canvas.inside('P', () => {
    for (const line of flow.canvas.wrap(text, WIDTH, style)) {
      need(flow, leading)
      flow.canvas.text(PAGE.left, flow.y + style.size, line, style)
      flow.y += leading
    }
  })
  flow.y += TEXT_GAP
}
