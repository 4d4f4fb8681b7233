import { type Canvas, PAGE, type TextStyle } from './drawing/canvas.ts'
import type { DocumentModel } from './model.ts'

export const WIDTH = PAGE.right - PAGE.left
/** Start of the flow on the first page and on the others. */
const TOP = { first: 80, next: 58 } as const
const FOOT_TEXT: TextStyle = { size: 6.5, colour: 'muted' }
export const BODY: TextStyle = { size: 8.5 }
export const SMALL: TextStyle = { size: 7, colour: 'muted' }
const LEADING = 1.4
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
  canvas.inside('P', () => canvas.text(x, 51, name, { size: 12, weight: 'bold', colour: 'accent' }))
  canvas.inside('P', () => canvas.text(PAGE.right, 51, model.reference, { ...SMALL, size: 7.5, align: 'right' }))
  canvas.rule(PAGE.left, 62, WIDTH, 'accent', 1.2)
}

/** Begins the next page. */
export function openNext(flow: Flow): void {
  const { canvas, model } = flow
  canvas.newPage()
  canvas.artifact(() => {
    canvas.text(PAGE.left, 38, model.issuer.name, { size: 8, weight: 'bold', colour: 'accent' })
    canvas.text(PAGE.right, 38, `${model.title} · ${model.reference}`, { ...SMALL, size: 7.5, align: 'right' })
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

/** Sets a heading, never alone at the end of a page. */
export function setHeading(flow: Flow, text: string): void {
  need(flow, 70) // never alone at the end of a page
  flow.y += 8
  flow.canvas.inside('H2', () => flow.canvas.text(PAGE.left, flow.y + 10, text, { size: 10.5, weight: 'bold' }))
  flow.y += 20
}

/** Sets running text. */
export function setText(flow: Flow, text: string, style: TextStyle): void {
  const leading = style.size * (LEADING + 0.1)
  flow.canvas.inside('P', () => {
    for (const line of flow.canvas.wrap(text, WIDTH, style)) {
      need(flow, leading)
      flow.canvas.text(PAGE.left, flow.y + style.size, line, style)
      flow.y += leading
    }
  })
  flow.y += 6
}
