import anyAscii from 'any-ascii'

/** Letters that do not decompose into a Latin letter and marks. */
const LATIN: Record<string, string> = {
  ß: 'ss', Æ: 'AE', æ: 'ae', Ø: 'O', ø: 'o', Œ: 'OE', œ: 'oe', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd',
  Þ: 'TH', þ: 'th', ı: 'i', Ħ: 'H', ħ: 'h', '€': 'EUR', '&': '+', '_': '-', '–': '-', '—': '-', '’': "'", '‘': "'",
  '«': "'", '»': "'", '“': "'", '”': "'", '„': "'", '"': "'",
} // biome-ignore format: a table

/** ISO 843 (ELOT 743) without marks; the final sigma as the other. */
const GREEK: Record<string, string> = {
  α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n', ξ: 'x',
  ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o',
} // biome-ignore format: a table

/** ISO/IEC 7501-1 (ICAO 9303), as in passports: letters of Russian, Ukrainian, Belarusian, Bulgarian, Serbian and Macedonian. */
const CYRILLIC: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', ђ: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', ѕ: 'dz', и: 'i', і: 'i',
  ј: 'j', к: 'k', л: 'l', љ: 'lj', м: 'm', н: 'n', њ: 'nj', о: 'o', п: 'p', р: 'r', с: 's', т: 't', ћ: 'c', у: 'u',
  ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', џ: 'dz', ш: 'sh', щ: 'shch', ъ: 'ie', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia',
} // biome-ignore format: a table

const SMALL: Record<string, string> = { ...GREEK, ...CYRILLIC }

/**
 * Converts text to the characters of MT messages (SWIFT's set X): Latin letters without accents, Greek and Cyrillic
 * transliterated by ISO standards, other scripts approximated, and a full stop for all others.
 */
export function swiftText(text: string): string {
  const latin = Array.from(text.normalize('NFC'), (character) => LATIN[character] ?? character).join('')
  const bare = latin.normalize('NFD').replace(ACCENTS, '').normalize('NFC')
  const written = bare
    .replace(/(?<=[αεοΑΕΟ])[υΥ]/gu, (letter) => (letter === 'υ' ? 'u' : 'U'))
    .replace(/[\p{Script=Greek}\p{Script=Cyrillic}]/gu, transliterated)
  const ascii = Array.from(written, (character) => asciiOf(character) ?? '.').join('')
  return ascii.replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
}

/** Converts a character to ASCII; empty for silent signs, undefined without a spelling. */
function asciiOf(character: string): string | undefined {
  const ascii = anyAscii(character).replaceAll('`', "'")
  return ascii !== '' || /[\p{M}\p{Script=Arabic}]/u.test(character) ? ascii : undefined
}

/** Marks on letters of the three scripts that do without them in bank messages. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*)\p{M}/gu

/** A small letter's spelling; a capital's with its first letter as a capital, and all of it before another capital. */
function transliterated(letter: string, at: number, text: string): string {
  const small = letter.toLowerCase()
  const spelling = SMALL[small]
  if (spelling === undefined || small === letter) return spelling ?? letter
  const isInCapitals =
    /\p{Lu}/u.test(text.charAt(at + 1)) || (/\p{Lu}/u.test(text.charAt(at - 1)) && !/\p{Ll}/u.test(text.charAt(at + 1)))
  return isInCapitals ? spelling.toUpperCase() : spelling.charAt(0).toUpperCase() + spelling.slice(1)
}
