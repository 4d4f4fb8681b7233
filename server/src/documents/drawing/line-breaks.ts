/** Breaks a paragraph into lines: at spaces, inside a word only where the word is too long or its script has no spaces. */
export function linesOf(paragraph: string, fits: (text: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    const start = line === '' ? '' : `${line} `
    if (fits(start + word)) {
      line = start + word
      continue
    }
    const pieces = piecesOf(word, start, fits)
    if (pieces[0] === start && start !== '') pieces[0] = line
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1)!
  }
  return [...lines, line]
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })
const partsBy = (segmenter: Intl.Segmenter, text: string) =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

const THAI = /\p{Script=Thai}/u
/** Scripts that are written without spaces: their text fills the line that it follows on. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** Characters that may not begin a line of Chinese or Japanese: closing marks, small letters, the long vowel. */
const NEVER_FIRST = /^[\p{Pe}\p{Pf}、。，．・：；！？々ー～ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u
/** Opening marks may not end one. */
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u

/** Cuts a word that does not fit behind the start of its line. The first piece contains that start, or is the start alone. */
function piecesOf(word: string, start: string, fits: (text: string) => boolean): string[] {
  const isFilling = WITHOUT_SPACES.test(word)
  if (!isFilling && fits(word)) return [start, word].filter((piece) => piece !== '')
  const pieces: string[] = isFilling || start === '' ? [] : [start]
  let piece = isFilling ? start : ''
  for (const part of isFilling ? unbreakable(word, fits) : partsBy(characters, word)) {
    if (piece !== '' && !fits(piece + part)) {
      pieces.push(piece)
      piece = ''
    }
    piece += part
  }
  return [...pieces, piece]
}

/** The parts of a text without spaces between which a line may end; each fits a line. */
function unbreakable(word: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = []
  for (const part of THAI.test(word) ? partsBy(thaiWords, word) : partsBy(characters, word)) {
    const last = parts.at(-1)
    const isJoined = last !== undefined && (NEVER_FIRST.test(part) || NEVER_LAST.test(last))
    if (isJoined) parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  return parts.flatMap((part) => (fits(part) ? [part] : partsBy(characters, part)))
}
