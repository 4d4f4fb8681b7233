/** Letters that do not fall apart into a Latin letter and marks. */
const LETTERS: Record<string, string> = {
  ß: 'ss', Æ: 'AE', æ: 'ae', Ø: 'O', ø: 'o', Œ: 'OE', œ: 'oe', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd',
  Þ: 'TH', þ: 'th', ı: 'i', Ħ: 'H', ħ: 'h', '€': 'EUR', '&': '+', '_': '-', '–': '-', '—': '-', '’': "'", '‘': "'",
} // biome-ignore format: a table

/**
 * Text in the characters that MT messages may hold (SWIFT's set X): accents go, other letters become their usual Latin
 * spelling, and what has none is a full stop.
 */
export function swiftText(text: string): string {
  const latin = Array.from(text.normalize('NFC'), (character) => LETTERS[character] ?? character).join('')
  const bare = latin.normalize('NFD').replace(/\p{M}/gu, '')
  return bare.replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
}
