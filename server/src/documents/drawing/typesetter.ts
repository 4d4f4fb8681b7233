import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'
import { createFonts, type EmbeddedFont, type FontName, type Glyph, type Pdf, type Weight } from './fonts.ts'
import { cleanText, hasRightToLeft, type Letter, lettersOf } from './scripts.ts'

/**
 * Sets text in embedded fonts: a glyph for each character where that is enough, else shaped by the font's own rules (Arabic,
 * Hebrew, Thai, Devanagari, combining marks), in the order of the Unicode bidirectional algorithm.
 */
export interface Typesetter {
  /** Returns the width in points. Never throws, for any text. */
  widthOf(text: string, size: number, weight: Weight): number
  /** Returns the text as runs, from left to right. Never throws, for any text. */
  runs(text: string, size: number, weight: Weight): Run[]
}

/** Glyphs of one font that follow one another without adjustment: offsets from the start of the run, y upward. */
interface Piece {
  x: number
  y: number
  /** Glyph numbers, four hexadecimal digits each. */
  hex: string
}

/** A run of text in one font; lengths in points. */
interface Run {
  font: EmbeddedFont
  pieces: Piece[]
  width: number
  /** The characters, where their order is not that of the glyphs: for search and copying. */
  actual?: string
}

/** Characters that are set one by one in the font for Latin, Greek and Cyrillic, which are most texts in full. */
const PLAIN =
  /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u02AF\u0370-\u0482\u048A-\u0588\u1E00-\u1FFF\u2010-\u2027\u2030-\u205E\u20A0-\u20C0\u2190-\u22FF]*$/
const SHAPED: readonly FontName[] = ['arabic', 'hebrew', 'thai', 'devanagari']
/** Texts that were set another way than one by one, kept because measuring and showing sets them several times. */
const KEPT_TEXTS = 500

// The package's types describe an ES module, but Node loads it as CommonJS.
const bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)()

/** Creates the typesetter of one PDF. */
export function createTypesetter(pdf: Pdf): Typesetter {
  const fontOf = createFonts(pdf)
  const placed = new Map<EmbeddedFont, Map<number, Glyph>>()
  const kept: Record<Weight, Map<string, Run[]>> = { regular: new Map(), bold: new Map() }

  function glyphOf(font: EmbeddedFont, code: number): Glyph {
    const glyphs = placed.get(font) ?? placed.set(font, new Map()).get(font)!
    return glyphs.get(code) ?? glyphs.set(code, font.font.glyphForCodePoint(code)).get(code)!
  }

  /** Sets a text; widths in thousandths of the size. */
  function setText(text: string, weight: Weight): Run[] {
    const latin = fontOf('latin', weight)
    const composed = text.normalize('NFC')
    if (PLAIN.test(composed) && Array.from(composed).every((each) => glyphOf(latin, each.codePointAt(0)!).id !== 0))
      return [
        runOf(
          latin,
          glyphsInOrder(composed, (code) => glyphOf(latin, code)),
        ),
      ]
    const known = kept[weight].get(text)
    if (known) return known
    if (kept[weight].size >= KEPT_TEXTS) kept[weight].clear()
    const runs = setMixed(cleanText(text), weight)
    kept[weight].set(text, runs)
    return runs
  }

  function setMixed(text: string, weight: Weight): Run[] {
    const has = (name: FontName, code: number) => fontOf(name, weight).font.hasGlyphForCodePoint(code)
    return inVisualOrder(stretchesOf(lettersOf(text, has))).map(({ text: stretch, font: name, level }) => {
      const font = fontOf(name, weight)
      const plain = () => glyphsInOrder(level % 2 === 1 ? reversed(stretch) : stretch, (code) => glyphOf(font, code))
      const isShaped = SHAPED.includes(name) || /\p{M}/u.test(stretch)
      const run = runOf(font, (isShaped && shape(font, stretch, level)) || plain())
      return isShaped && level % 2 === 0 ? { ...run, actual: stretch } : run
    })
  }

  return {
    widthOf: (text, size, weight) => (setText(text, weight).reduce((sum, { width }) => sum + width, 0) * size) / 1000,
    runs: (text, size, weight) =>
      setText(text, weight).map(({ pieces, width, ...run }) => ({
        ...run,
        width: (width * size) / 1000,
        pieces: pieces.map(({ x, y, hex }) => ({ x: (x * size) / 1000, y: (y * size) / 1000, hex })),
      })),
  }
}

/** A glyph with its place, in font units. */
interface PlacedGlyph {
  glyph: Glyph
  advance: number
  x: number
  y: number
}

const glyphsInOrder = (text: string, glyphOf: (code: number) => Glyph): PlacedGlyph[] =>
  Array.from(text, (character) => {
    const glyph = glyphOf(character.codePointAt(0)!)
    return { glyph, advance: glyph.advanceWidth, x: 0, y: 0 }
  })

const reversed = (text: string): string => Array.from(text).reverse().join('')

/** Shapes by the font's rules; undefined for a sequence that the shaper cannot read, which is then set letter by letter. */
function shape(font: EmbeddedFont, text: string, level: number): PlacedGlyph[] | undefined {
  try {
    const direction = level % 2 === 1 ? 'rtl' : 'ltr'
    const { glyphs, positions } = font.font.layout(text, undefined, undefined, undefined, direction)
    return glyphs.map((glyph, i) => {
      const { xAdvance, xOffset, yOffset } = positions[i]!
      return { glyph, advance: xAdvance, x: xOffset, y: yOffset }
    })
  } catch {
    return undefined
  }
}

/** Adds the glyphs to the font's subset and joins those that need no adjustment. Lengths in thousandths of the size. */
function runOf(font: EmbeddedFont, glyphs: PlacedGlyph[]): Run {
  const pieces: Piece[] = []
  let width = 0
  let isBroken = true
  for (const { glyph, advance, x, y } of glyphs) {
    const gid = numberOf(font, glyph)
    if (isBroken || x !== 0 || y !== 0) pieces.push({ x: width + x * font.scale, y: y * font.scale, hex: '' })
    pieces.at(-1)!.hex += gid.toString(16).padStart(4, '0')
    isBroken = x !== 0 || y !== 0 || advance !== glyph.advanceWidth
    width += advance * font.scale
  }
  return { font, pieces, width }
}

/**
 * Returns the glyph's number in the font's subset. A glyph that shows several characters (Arabic letters without their dots)
 * is in the subset once for each, as readers find the characters by the number.
 */
function numberOf(font: EmbeddedFont, glyph: Glyph): number {
  const { subset, widths, unicode } = font
  const isSame = (gid: number) => unicode[gid]!.join() === glyph.codePoints.join()
  let gid = subset.includeGlyph(glyph.id)
  if (unicode[gid] && !isSame(gid)) {
    const twin = subset.glyphs.findIndex((id, i) => id === glyph.id && unicode[i] && isSame(i))
    gid = twin === -1 ? subset.glyphs.push(glyph.id) - 1 : twin
  }
  widths[gid] ??= glyph.advanceWidth * font.scale
  unicode[gid] ??= glyph.codePoints
  return gid
}

/** Letters of one font and one direction, in the order in which they are read. */
interface Stretch {
  text: string
  font: FontName
  /** Embedding level: odd ones run from right to left. */
  level: number
}

function stretchesOf(letters: Letter[]): Stretch[] {
  const { levels, mirrored } = directionsOf(letters.map(({ text }) => text).join(''))
  const stretches: Stretch[] = []
  let at = 0
  for (const { text, font } of letters) {
    const level = levels?.[at] ?? 0
    const shown = mirrored?.get(at) ?? text.replace(/[\u200E\u200F]/, '')
    at += text.length
    const last = stretches.at(-1)
    if (last && last.font === font && last.level === level) last.text += shown
    else stretches.push({ text: shown, font, level })
  }
  return stretches.filter(({ text }) => text !== '')
}

/** Embedding levels, and mirrored brackets, by position in the text; none where all of it runs from left to right. */
function directionsOf(text: string): { levels?: Uint8Array; mirrored?: Map<number, string> } {
  if (!hasRightToLeft(text)) return {}
  const { levels } = bidi.getEmbeddingLevels(text)
  return { levels, mirrored: bidi.getMirroredCharactersMap(text, levels) }
}

/** Orders stretches from left to right: rule L2 of the Unicode bidirectional algorithm. */
function inVisualOrder(stretches: Stretch[]): Stretch[] {
  let order = stretches
  for (let level = Math.max(0, ...stretches.map((each) => each.level)); level > 0; level--) {
    const next: Stretch[] = []
    let turned: Stretch[] = []
    for (const stretch of order) {
      if (stretch.level >= level) {
        turned.unshift(stretch)
        continue
      }
      next.push(...turned, stretch)
      turned = []
    }
    order = [...next, ...turned]
  }
  return order
}
