import anyAscii from 'any-ascii'
import type { FontName } from './fonts.ts'

/** Fonts and replacement characters by script. Every text can be set: no document fails because of a name in it. */

/** A character, or the ones that replace it, with the font that has them. */
export interface Letter {
  text: string
  font: FontName
}

/** Returns true if a font has a glyph for a character. */
type HasGlyph = (font: FontName, code: number) => boolean

const PLACEHOLDER = '\uFFFD'

/** Invisible characters and explicit bidirectional controls; joiners and direction marks stay, they decide how letters join and run. */
const INVISIBLE = /(?![\u200C-\u200F])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu
const JOINERS = /[\u200C\u200D]/
const DIRECTION_MARKS = /[\u200E\u200F]/
/** Letters of right-to-left scripts for which there is a font; others are transliterated to Latin letters. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\u200F]/u

/**
 * Scripts that need shaping and have no font with the rules for it, even where DejaVu has single glyphs: setting those one
 * after the other would be wrong, so they are transliterated.
 */
const UNSHAPEABLE =
  /[\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}]/u

const HAN_FONTS: FontName[] = ['japanese', 'chinese']
const BY_SCRIPT: [pattern: RegExp, fonts: FontName[]][] = [
  [/\p{Script_Extensions=Arabic}/u, ['arabic']],
  [/\p{Script=Hebrew}/u, ['hebrew']],
  [/\p{Script=Thai}/u, ['thai']],
  [/\p{Script_Extensions=Devanagari}/u, ['devanagari']],
  [/\p{Script=Hangul}/u, ['korean']],
  [/[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Bopomofo}]/u, HAN_FONTS],
  [UNSHAPEABLE, []],
]
/** End of Latin and of punctuation shared by scripts. */
const LATIN_END = 0x24f
const ANY: FontName[] = ['latin', 'japanese', 'chinese', 'korean']

/** Returns the text composed (NFC), with spaces for control characters and without invisible ones. */
export const cleanText = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, PLACEHOLDER)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(INVISIBLE, '')

/** Returns true if a text has right-to-left letters. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** The mark that gives a line the direction of its paragraph, which its first letter decides; none without right-to-left letters. */
export function directionMark(paragraph: string): '' | '\u200E' | '\u200F' {
  if (!hasRightToLeft(paragraph)) return ''
  const first = /[\p{L}\u200E\u200F]/u.exec(paragraph)?.[0] ?? ''
  return hasRightToLeft(first) ? '\u200F' : '\u200E'
}

/** Returns true if a combining mark or a joiner belongs to the preceding letter. */
const isAttached = (character: string): boolean => /[\p{M}\u200C\u200D]/u.test(character)

/**
 * Splits a cleaned text into letters with fonts. A character without a font is shown by its compatibility form, else in ASCII
 * (emoji by their names), else by a placeholder.
 */
export function lettersOf(text: string, has: HasGlyph): Letter[] {
  const han = hanFonts(text, has)
  const letters: Letter[] = []
  for (const character of text) {
    if (DIRECTION_MARKS.test(character)) letters.push({ text: character, font: letters.at(-1)?.font ?? 'latin' })
    else letters.push(...lettersFor(character, letters.at(-1), han, has))
  }
  return letters
}

function lettersFor(character: string, before: Letter | undefined, han: FontName[], has: HasGlyph): Letter[] {
  const code = character.codePointAt(0)!
  if (before && isAttached(character) && has(before.font, code)) return [{ text: character, font: before.font }]
  if (JOINERS.test(character)) return []
  const fonts = (code > LATIN_END && BY_SCRIPT.find(([pattern]) => pattern.test(character))?.[1]) || ANY
  const font = (fonts === HAN_FONTS ? han : fonts).find((name) => has(name, code))
  if (font) return [{ text: character, font }]
  const compatible = character.normalize('NFKC').replaceAll(PLACEHOLDER, '')
  if (compatible !== '' && compatible !== character)
    return Array.from(compatible).flatMap((each) => lettersFor(each, undefined, han, has))
  const ascii = anyAscii(character)
  if (ascii === '' && UNSHAPEABLE.test(character)) return [] // a vowel sign or the like, of a letter that is transliterated
  return [{ text: ascii || PLACEHOLDER, font: 'latin' }]
}

/** One font for all Han characters of a text, as the forms differ: the Japanese one if it has them all, else the Chinese one first. */
function hanFonts(text: string, has: HasGlyph): FontName[] {
  const ideographs = text.match(/\p{Script=Han}/gu) ?? []
  return ideographs.every((each) => has('japanese', each.codePointAt(0)!)) ? HAN_FONTS : ['chinese', 'japanese']
}
