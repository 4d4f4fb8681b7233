import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { asPath, type Attributes, SHAPES } from './shapes.ts'
import { own } from '../kernel/own.ts'

/** A logo: the file for pages, and its shapes for documents. */
export interface Logo {
  svg: string
  picture: Picture
}

/** Shapes in the order in which they are drawn, in the coordinates of a box. */
export interface Picture {
  box: { x: number; y: number; width: number; height: number }
  shapes: readonly Shape[]
}

interface Shape {
  /** SVG path data. */
  path: string
  /** Transformations from the outermost to the innermost, as the six numbers of a matrix. */
  matrices: readonly Matrix[]
  fill?: string
  isEvenOdd: boolean
  stroke?: string
  strokeWidth: number
}

type Matrix = readonly [number, number, number, number, number, number]

const MOST_BYTES = 64 * 1024

/** Elements that draw nothing, and so are left out. */
const SILENT = new Set(['title', 'desc', 'metadata', 'defs', '#comment', '?xml'])

/** @throws Error with what is wrong with the file, as the end of a sentence that begins with its name */
export function readLogo(bytes: Buffer): Logo {
  if (bytes.length > MOST_BYTES) throw new Error(`has ${Math.ceil(bytes.length / 1024)} KiB; at most 64 are allowed`)
  const svg = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (/<!DOCTYPE|<!ENTITY/i.test(svg)) throw new Error('has a document type; remove that line')
  const root = XMLValidator.validate(svg) === true ? parser.parse(svg).find((node: Node) => 'svg' in node) : undefined
  if (!root) throw new Error('is no SVG file')
  const attributes = attributesOf(root)
  return { svg, picture: { box: boxOf(attributes), shapes: shapesOf(root.svg, inherited({}, attributes), []) } }
}

type Node = Record<string, unknown> & { ':@'?: Attributes }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  preserveOrder: true,
  processEntities: false,
  removeNSPrefix: true,
})

const attributesOf = (node: Node): Attributes => ({ ...node[':@'], ...declarationsOf(node[':@']?.['style']) })

/** Splits `fill:#fff;stroke:none` into attributes. */
const declarationsOf = (style = ''): Attributes =>
  Object.fromEntries(
    style
      .split(';')
      .map((each) => each.split(':').map((part) => part.trim()))
      .filter((each): each is [string, string] => each.length === 2),
  )

function boxOf({ viewBox, width, height }: Attributes): Picture['box'] {
  const numbers = viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number) ?? [0, 0, Number.parseFloat(width ?? ''), Number.parseFloat(height ?? '')]
  const [x, y, across, down] = numbers as [number, number, number, number]
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || across <= 0 || down <= 0)
    throw new Error('has no size; add a viewBox')
  return { x, y, width: across, height: down }
}

const INHERITED = ['fill', 'fill-rule', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity'] as const

/** The attributes that the children of an element take over; opacities of groups multiply. */
function inherited(above: Attributes, own: Attributes): Attributes {
  const taken = Object.fromEntries(INHERITED.map((name) => [name, own[name] ?? above[name]]))
  return { ...taken, opacity: String(Number(above['opacity'] ?? 1) * Number(own['opacity'] ?? 1)) } as Attributes
}

function shapesOf(children: unknown, above: Attributes, outer: readonly Matrix[]): Shape[] {
  return (children as Node[]).flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@')!
    const text = name === '#text' ? String(node[name]).trim() : ''
    if (SILENT.has(name) || (name === '#text' && text === '')) return []
    const own = attributesOf(node)
    const matrices = own['transform'] === undefined ? outer : [...outer, ...matricesOf(own['transform'])]
    const style = inherited(above, own)
    if (name === 'g') return shapesOf(node[name], style, matrices)
    if (!SHAPES.includes(name))
      throw new Error(`contains <${name}>; export it as plain shapes: ${SHAPES.join(', ')}, g`)
    return [{ path: asPath(name, own), matrices, ...paintOf(style) }]
  })
}

function paintOf(style: Attributes): Omit<Shape, 'path' | 'matrices'> {
  const of = (paint: string | undefined, opacity: string | undefined) =>
    colourOf(paint, Number(opacity ?? 1) * Number(style['opacity']))
  const fill = of(style['fill'] ?? '#000000', style['fill-opacity'])
  const stroke = of(style['stroke'] ?? 'none', style['stroke-opacity'])
  return {
    ...(fill && { fill }),
    ...(stroke && { stroke }),
    isEvenOdd: style['fill-rule'] === 'evenodd',
    strokeWidth: Number.parseFloat(style['stroke-width'] ?? '1'),
  }
}

const NAMED: Record<string, string> = { black: '#000000', white: '#ffffff', currentcolor: '#000000' }

/** Returns a colour as six digits, mixed with white by its opacity: documents are white. */
function colourOf(paint: string | undefined, opacity: number): string | undefined {
  const given = paint?.trim().toLowerCase() ?? 'none'
  if (given === 'none' || given === 'transparent' || opacity === 0) return undefined
  const hex = (own(NAMED, given) ?? given).replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  const parts = /^rgb\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*\)$/.exec(given)?.slice(1).map(Number)
  if (!parts && !/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`has the paint ${given}; use colours like #0b4f8a`)
  const rgb = parts ?? [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `#${rgb
    .map((part) =>
      Math.round(255 + (part - 255) * opacity)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Returns the matrices of a transform in order. */
function matricesOf(transform: string): Matrix[] {
  return [...transform.matchAll(/(\w+)\s*\(([^)]*)\)/g)].map(([, kind, list]) => {
    const v = list!
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const turn = ((v[0] ?? 0) * Math.PI) / 180
    if (kind === 'translate') return [1, 0, 0, 1, v[0]!, v[1] ?? 0]
    if (kind === 'scale') return [v[0]!, 0, 0, v[1] ?? v[0]!, 0, 0]
    if (kind === 'rotate' && v.length === 1)
      return [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0]
    if (kind === 'matrix' && v.length === 6) return v as unknown as Matrix
    throw new Error(`has the transformation ${kind}; use matrix, translate, scale or rotate(angle)`)
  })
}
