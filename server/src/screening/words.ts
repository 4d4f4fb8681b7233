import { folded } from '../kernel/text/folding.ts'

/** Names in Latin letters and words, so that lists and payees written in different scripts and orders can be compared. */

/** Cyrillic and Greek letters without accents, as passports and sanctions lists write them (ICAO 9303, ISO 843). */
const SCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а a,б b,в v,г g,д d,е e,ж zh,з z,и i,й y,к k,л l,м m,н n,о o,п p,р r,с s,т t,у u,ф f,х kh,ц ts,ч ch,ш sh,щ shch,ъ ,ы y,' +
    'ь ,э e,ю yu,я ya,ё e,і i,ї i,є ye,ґ g,ў u,ђ dj,ј j,љ lj,њ nj,ћ c,џ dz,' +
    'қ k,ғ g,ң n,ө o,ұ u,ү u,һ h,ә a,ѕ dz,' +
    'α a,β v,γ g,δ d,ε e,ζ z,η i,θ th,ι i,κ k,λ l,μ m,ν n,ξ x,ο o,π p,ρ r,σ s,ς s,τ t,υ y,φ f,χ ch,ψ ps,ω o'
  )
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
)

/** Said of a person, or of the kind of body; no part of the name. */
const DROPPED = new Set(
  (
    'mr mrs ms miss dr prof sir the and of for und et de la le el ltd limited plc llc llp lp inc incorporated corp corporation co company ' +
    'gmbh ag kg sa sas sarl spa srl sl bv nv ab as oy kft sro spzoo doo ooo oao pao ao zao jsc pjsc ojsc cjsc pte pty pvt bhd sdn'
  ).split(' '),
)
/** Words in so many company names that they carry little information. */
const COMMON = new Set(
  (
    'bank trading trade international group holding holdings general services service industries industry investment investments ' +
    'development national commercial import export shipping global center centre foundation organization organisation'
  ).split(' '),
)

/** Quotes, and the letters that Latin has for Arabic ayn and hamza: left out of a word. */
const QUOTES = /['\u2018\u2019\u201B\u2032\uFF07`´\u02B9-\u02BF]/g
/** Invisible characters, such as a soft hyphen. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The words that make a name, in Latin letters; a name that is nothing but dropped words keeps them. */
export function wordsOf(name: string): string[] {
  const letters = name.normalize('NFC').replace(INVISIBLE, '').replace(QUOTES, '').toLowerCase()
  const words = folded(Array.from(letters, latinOf).join(''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const telling = words.filter((word) => !DROPPED.has(word))
  return telling.length > 0 ? telling : words
}

/** Returns a letter in Latin letters: as a whole, such as й, otherwise without its accents, such as ά. */
const latinOf = (letter: string): string => SCRIPTS[letter] ?? SCRIPTS[letter.normalize('NFD')[0]!] ?? letter

/** Returns the weight of a word: its number of letters, low for common company words. */
export const weightOf = (word: string): number => (COMMON.has(word) ? word.length * 0.3 : word.length)
