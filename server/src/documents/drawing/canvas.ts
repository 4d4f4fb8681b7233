import type { Picture } from '../../institution/index.ts'
import type { Pdf, Weight } from './fonts.ts'
import { linesOf } from './line-breaks.ts'
import { describeFile, type Info } from './metadata.ts'
import { colourOf, drawPicture, widthOf } from './picture.ts'
import { directionMark } from './scripts.ts'
import { createStructure, type Structure } from './structure.ts'
import { createTypesetter, type Typesetter } from './typesetter.ts'

/** Pages in points, y downward from the top edge. */
export const PAGE = { width: 595.28, height: 841.89, left: 48, right: 547.28 } as const
const COLOUR = {
  ink: '0.11 0.14 0.19',
  muted: '0.38 0.43 0.5',
  hair: '0.82 0.85 0.89',
  wash: '0.955 0.965 0.98',
} as const
type Colour = keyof typeof COLOUR | 'accent'

export interface TextStyle {
  size: number
  weight?: Weight
  colour?: Colour
  /** Anchor of x: the text's left end (default) or its right end. */
  align?: 'left' | 'right'
}

/**
 * Draws on a tagged PDF and hands out its bytes as they come, so that a long document is never held as a whole. Text belongs to
 * the open element; lines and boxes are artifacts.
 */
export interface Canvas extends Pick<Structure, 'artifact' | 'close' | 'inside' | 'open'> {
  /** Pages begun. */
  readonly pages: number
  newPage(): void
  /** Draws a picture with its upper left corner at a point, and returns its width. */
  picture(x: number, y: number, height: number, picture: Picture, alt: string): number
  /** Writes a line of text on a baseline and returns its width. */
  text(x: number, y: number, text: string, style: TextStyle): number
  /** The text broken into lines of at most `width`: at spaces, inside a word only where it is too long. */
  wrap(text: string, width: number, style: Pick<TextStyle, 'size' | 'weight'>): string[]
  widthOf(text: string, style: Pick<TextStyle, 'size' | 'weight'>): number
  rule(x: number, y: number, width: number, colour: Colour, thickness: number): void
  box(x: number, y: number, width: number, height: number, colour: Colour): void
  /** Writes the number of pages that the document will have had at its end. */
  pageTotal(x: number, y: number, size: number): void
  /** Takes the bytes that are ready. */
  drain(): Buffer[]
  end(): void
}

/** Text as PDF takes it in hexadecimal: UTF-16, the higher byte first, after a byte-order mark. */
const utf16 = (text: string): string => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex')
const n = (value: number): string => String(Math.round(value * 1000) / 1000)

/**
 * Opens a PDF; its library loads at the first one. Streams are not compressed: compressors differ from machine to machine,
 * and the bytes shall not.
 */
async function openPdf(info: Info): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    autoFirstPage: false,
    compress: false,
    pdfVersion: '1.7',
    lang: 'en-GB',
    displayTitle: true,
    tagged: true,
    info: {
      Title: info.title,
      Author: info.author,
      Subject: info.subject,
      Producer: 'pdfkit',
      Creator: info.author,
      CreationDate: info.at,
    },
  }) as unknown as Pdf
  describeFile(pdf, info)
  return pdf
}

/** Collects the bytes of a PDF in blocks: its library hands out a piece for every small object. */
function collectBytes(pdf: Pdf): () => Buffer[] {
  const blocks: Buffer[] = [pdf.read()!]
  let pieces: Uint8Array[] = []
  let size = 0
  const join = () => {
    if (size > 0) blocks.push(Buffer.concat(pieces))
    pieces = []
    size = 0
  }
  pdf.push = (piece: Uint8Array | null) => {
    if (piece === null) return false
    pieces.push(piece)
    size += piece.length
    if (size > BLOCK_BYTES) join()
    return true
  }
  return () => {
    join()
    return blocks.splice(0)
  }
}

const BLOCK_BYTES = 64 * 1024

/** @param info title, author and dates of the file; their digest is the file's id */
export async function createCanvas(info: Info & { accent: string }): Promise<Canvas> {
  const pdf = await openPdf(info)
  const takeBytes = collectBytes(pdf)
  const structure = createStructure(pdf, utf16)
  const setter = createTypesetter(pdf)
  const colours: Record<Colour, string> = { ...COLOUR, accent: colourOf(info.accent) }
  const total = pdf.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -4, 60, 12],
    Matrix: [1, 0, 0, -1, 0, 0],
  } as never)
  let pages = 0
  let totalSize = 7

  const write = createPen(pdf, setter, colours)
  const fillBox = (x: number, y: number, width: number, height: number, colour: Colour) =>
    structure.artifact(() => pdf.addContent(`${colours[colour]} rg ${n(x)} ${n(y)} ${n(width)} ${n(height)} re f`))

  return {
    ...structure,
    get pages() {
      return pages
    },
    newPage() {
      const written = pdf.page
      structure.endPage()
      pdf.addPage({ size: 'A4', margin: 0 })
      if (written) written.dictionary.data = {} as never // its number is all that is needed of it from here on
      pages++
      structure.startPage()
    },
    picture(x, y, height, picture, alt) {
      const width = widthOf(picture, height)
      const bottom = PAGE.height - y - height
      structure.open('Figure', { alt, box: [x, bottom, x + width, bottom + height] })
      structure.startText()
      drawPicture(pdf, picture, x, y, height)
      structure.close()
      return width
    },
    text(...line) {
      structure.startText()
      return write(...line)
    },
    wrap: (text, width, { size, weight = 'regular' }) => wrap(setter, text, width, size, weight),
    widthOf: (text, { size, weight = 'regular' }) => setter.widthOf(text, size, weight),
    rule: (x, y, width, colour, thickness) => fillBox(x, y, width, thickness, colour),
    box: fillBox,
    pageTotal(x, y, size) {
      totalSize = size
      pdf.page.xobjects['Total'] = total
      structure.artifact(() => pdf.addContent(`q 1 0 0 1 ${n(x)} ${n(y)} cm /Total Do Q`))
    },
    drain: takeBytes,
    end() {
      const [run] = setter.runs(String(pages), totalSize, 'regular')
      ;(total.data as Record<string, unknown>)['Resources'] = { Font: { [run!.font.id]: run!.font.ref() } }
      total.end(
        Buffer.from(
          `BT ${COLOUR.muted} rg /${run!.font.id} ${n(totalSize)} Tf 0 0 Td <${run!.pieces[0]!.hex}> Tj ET\n`,
        ),
      )
      structure.end()
      pdf.end()
    },
  }
}

/** Returns the function that writes a line of text on a baseline. */
function createPen(pdf: Pdf, setter: Typesetter, colours: Record<Colour, string>): Canvas['text'] {
  return (x, y, text, { size, weight = 'regular', colour = 'ink', align }) => {
    const runs = setter.runs(text, size, weight)
    const width = runs.reduce((sum, run) => sum + run.width, 0)
    let at = align === 'right' ? x - width : x
    for (const run of runs) {
      pdf.page.fonts[run.font.id] ??= run.font.ref()
      const pieces = run.pieces.map((piece) => `1 0 0 -1 ${n(at + piece.x)} ${n(y - piece.y)} Tm <${piece.hex}> Tj`)
      const shown = `BT ${colours[colour]} rg /${run.font.id} ${n(size)} Tf ${pieces.join(' ')} ET`
      pdf.addContent(run.actual === undefined ? shown : `/Span <</ActualText <${utf16(run.actual)}>>> BDC ${shown} EMC`)
      at += run.width
    }
    return width
  }
}

function wrap(setter: Typesetter, text: string, width: number, size: number, weight: Weight): string[] {
  const fits = (line: string) => setter.widthOf(line, size, weight) <= width + 0.01
  return text.split('\n').flatMap((paragraph) => {
    const mark = directionMark(paragraph)
    return linesOf(paragraph, fits).map((line) => mark + line)
  })
}
