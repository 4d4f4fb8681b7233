/** Normalised texts for comparison: small letters without marks. Stored and sent texts are never folded. */

/** Letters that do not come apart into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  ı: 'i',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
}

/** The text in small letters, marks dropped: "Łódź" is "lodz". Letters of other scripts stay. */
export const folded = (text: string): string =>
  Array.from(text.normalize('NFC').toLowerCase(), (letter) => LETTERS[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
