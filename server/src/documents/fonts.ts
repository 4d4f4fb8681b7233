import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'
import { refuse } from './rules.ts'

/**
 * Setting text by code points with embedded fonts: DejaVu Sans Condensed, and Noto Sans JP for what that lacks, loaded when
 * a text first needs it. A glyph stands for a code point and nothing is shaped, so scripts that must be (Arabic, Hebrew,
 * Devanagari …) are refused, as are characters that no font has.
 */
export type Weight = 'regular' | 'bold'

interface Glyph {
  id: number
  advanceWidth: number
  codePoints: number[]
}

/** What pdfkit keeps of an embedded font; its types do not tell. */
interface EmbeddedFont {
  id: string
  scale: number
  font: { hasGlyphForCodePoint(code: number): boolean; glyphForCodePoint(code: number): Glyph }
  subset: { includeGlyph(id: number): number }
  widths: (number | undefined)[]
  unicode: (number[] | undefined)[]
  ref(): object
}

export type Pdf = InstanceType<typeof PDFDocument> & {
  _font: EmbeddedFont
  page: { fonts: Record<string, object>; xobjects: Record<string, object>; dictionary: { data: object } }
  addContent(operators: string): void
}

const FILES: Record<'latin' | 'japanese', Record<Weight, string>> = {
  latin: {
    regular: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
    bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
  },
  japanese: {
    regular: '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
    bold: '@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf',
  },
}

const { resolve } = createRequire(import.meta.url)
const files = new Map<string, Buffer>()

function fontFile(name: string): Buffer {
  const known = files.get(name)
  if (known) return known
  const read = readFileSync(resolve(name))
  files.set(name, read)
  return read
}

/** Scripts that need shaping or run from right to left, and marks that combine: one glyph a code point would be wrong. */
const SHAPED =
  /[\p{M}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** A code point in a font: what goes into the content stream, and how wide it is in thousandths of the size. */
interface Placed {
  font: EmbeddedFont
  hex: string
  width: number
}

/** One run of text in one font, in hex of its glyphs. */
export interface Run {
  font: EmbeddedFont
  hex: string
  /** Points at the size asked for. */
  width: number
}

export interface Typesetter {
  /** Width in points. @throws text_not_printable */
  widthOf(text: string, size: number, weight: Weight): number
  /** The text as runs to be shown one after the other. @throws text_not_printable */
  runs(text: string, size: number, weight: Weight): Run[]
}

/** A typesetter for one PDF; it keeps what it found for each code point, never for a text. */
export function createTypesetter(pdf: Pdf): Typesetter {
  const fonts = new Map<string, EmbeddedFont>()
  const placed: Record<Weight, Map<number, Placed>> = { regular: new Map(), bold: new Map() }

  function fontOf(script: keyof typeof FILES, weight: Weight): EmbeddedFont {
    const name = FILES[script][weight]
    const known = fonts.get(name)
    if (known) return known
    pdf.registerFont(name, fontFile(name)).font(name)
    fonts.set(name, pdf._font)
    return pdf._font
  }

  function place(code: number, weight: Weight, text: string): Placed {
    const known = placed[weight].get(code)
    if (known) return known
    const character = String.fromCodePoint(code)
    if (SHAPED.test(character)) throw notPrintable(code, text)
    const font = (['latin', 'japanese'] as const)
      .map((script) => () => fontOf(script, weight))
      .find((open) => open().font.hasGlyphForCodePoint(code))?.()
    if (!font) throw notPrintable(code, text)
    const glyph = font.font.glyphForCodePoint(code)
    const gid = font.subset.includeGlyph(glyph.id)
    const width = glyph.advanceWidth * font.scale
    font.widths[gid] ??= width
    font.unicode[gid] ??= [code]
    const made = { font, hex: gid.toString(16).padStart(4, '0'), width }
    placed[weight].set(code, made)
    return made
  }

  return {
    widthOf(text, size, weight) {
      let width = 0
      for (const code of codePoints(text)) width += place(code, weight, text).width
      return (width * size) / 1000
    },
    runs(text, size, weight) {
      const runs: Run[] = []
      for (const code of codePoints(text)) {
        const { font, hex, width } = place(code, weight, text)
        const last = runs.at(-1)
        const run = last?.font === font ? last : { font, hex: '', width: 0 }
        if (run !== last) runs.push(run)
        run.hex += hex
        run.width += (width * size) / 1000
      }
      return runs
    },
  }
}

/** Composed where Unicode can; control characters are spaces. */
function codePoints(text: string): number[] {
  const codes = Array.from(text.normalize('NFC'), (character) => character.codePointAt(0)!)
  return codes.map((code) => (code < 32 || (code >= 127 && code < 160) ? 32 : code))
}

function notPrintable(code: number, text: string) {
  return refuse.text_not_printable({
    character: String.fromCodePoint(code),
    codePoint: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
    text: text.length > 60 ? `${text.slice(0, 60)}…` : text,
  })
}
