import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'

/** Embedded fonts, each read when a text first needs it: the ones for Chinese, Japanese and Korean have several megabytes. */
export type Weight = 'regular' | 'bold'
export type FontName = 'latin' | 'arabic' | 'hebrew' | 'thai' | 'devanagari' | 'japanese' | 'chinese' | 'korean'

export interface Glyph {
  id: number
  advanceWidth: number
  /** Characters that the glyph shows; none for a part of a letter, such as the dots of an Arabic one. */
  codePoints: number[]
}

/** Offsets and advance of a shaped glyph, in font units. */
interface GlyphPosition {
  xAdvance: number
  xOffset: number
  yOffset: number
}

/** The parts of pdfkit's embedded fonts that its types omit. */
export interface EmbeddedFont {
  id: string
  /** Thousandths of the size per font unit. */
  scale: number
  font: {
    hasGlyphForCodePoint(code: number): boolean
    glyphForCodePoint(code: number): Glyph
    getGlyph(id: number, codePoints?: number[]): Glyph
    layout(
      text: string,
      features: undefined,
      script: undefined,
      language: undefined,
      direction: 'ltr' | 'rtl',
    ): { glyphs: Glyph[]; positions: GlyphPosition[] }
  }
  subset: { glyphs: number[]; includeGlyph(id: number): number }
  widths: (number | undefined)[]
  unicode: (number[] | undefined)[]
  ref(): object
}

export type Pdf = InstanceType<typeof PDFDocument> & {
  _font: EmbeddedFont
  page: {
    fonts: Record<string, object>
    xobjects: Record<string, object>
    dictionary: { id: number; data: { StructParents?: number } }
  }
  addContent(operators: string): void
  /** Position of the next object in the file. */
  _offset: number
  _write(text: string): void
  /** Counts an object as written. */
  _refEnd(ref: object): void
  _root: { data: { StructTreeRoot: { id: number; data: object } } }
  /** Adds the description of the file to its metadata. */
  _addInfo(): void
  appendXML(xml: string): void
  push(piece: Uint8Array | null): boolean
}

const noto = (folder: string, name: string): Record<Weight, string> => ({
  regular: `@expo-google-fonts/noto-sans-${folder}/400Regular/NotoSans${name}_400Regular.ttf`,
  bold: `@expo-google-fonts/noto-sans-${folder}/700Bold/NotoSans${name}_700Bold.ttf`,
})

const FILES: Record<FontName, Record<Weight, string>> = {
  latin: {
    regular: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
    bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
  },
  arabic: noto('arabic', 'Arabic'),
  hebrew: noto('hebrew', 'Hebrew'),
  thai: noto('thai', 'Thai'),
  devanagari: noto('devanagari', 'Devanagari'),
  japanese: noto('jp', 'JP'),
  chinese: noto('sc', 'SC'),
  korean: noto('kr', 'KR'),
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

/** Returns the fonts of one PDF by name and weight; each is embedded when it is first asked for. */
export function createFonts(pdf: Pdf): (name: FontName, weight: Weight) => EmbeddedFont {
  const fonts = new Map<string, EmbeddedFont>()
  return (name, weight) => {
    const file = FILES[name][weight]
    const known = fonts.get(file)
    if (known) return known
    pdf.registerFont(file, fontFile(file)).font(file)
    keepCharacters(pdf._font)
    fonts.set(file, pdf._font)
    return pdf._font
  }
}

/** Lets each glyph name its own characters: fontkit keeps one object per glyph, with the characters it showed first. */
function keepCharacters({ font }: EmbeddedFont): void {
  const kept = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) =>
    Object.create(kept(id, codePoints), { codePoints: { value: codePoints } }) as Glyph
}
