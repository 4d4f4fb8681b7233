import { folded } from '../../../kernel/text/folding.ts'

/** Names as banks compare them (domain 6.3, step 1): small Latin letters and digits, marks and punctuation gone. */

/** Spellings of letters that a keyboard may lack. */
const SPELLED_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/**
 * The words of a name in each of its spellings: marks dropped ("muller"), and umlauts written out ("mueller"). Names are
 * the same when any two of their spellings are.
 */
export function spellingsOf(name: string): string[][] {
  const lower = name.normalize('NFC').toLowerCase()
  const writtenOut = Array.from(lower, (letter) => SPELLED_OUT[letter] ?? letter).join('')
  return [...new Set([plain(lower), plain(writtenOut)])].map((text) => text.split(' ').filter(Boolean))
}

const plain = (lower: string): string =>
  folded(lower)
    .replace(/['’‘‛`´ʼ]/g, '')
    .replace(/[&+]/g, ' and ')
    .replace(/[^\p{L}\p{N},|]+/gu, ' ')
    .replace(/,/g, ' , ')

/** The words without the commas that some rules look at. */
export const wordsOnly = (words: readonly string[]): string[] => words.filter((word) => word !== ',' && word !== '|')
