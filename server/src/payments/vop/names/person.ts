import { wordsOnly } from './fold.ts'
import { isForm } from './legal-forms.ts'
import { comparePersonWords } from './words.ts'

export type NameResult = 'Match' | 'Close' | 'None'

const TITLES = new Set(
  'mr mrs ms miss mx dr prof professor sir dame rev reverend herr frau monsieur madame mme mlle dott ing dipl mag señor sr sra don dona'.split(
    ' ',
  ),
)

/**
 * Compares an entered name with a person's name (domain 6.3, steps 2, 4 and 6). The registered name is read as given
 * name, middle names, surname.
 *
 * @param entered folded words, commas kept
 */
export function comparePerson(entered: readonly string[], held: readonly string[]): NameResult {
  const [given, wanted] = [withoutTitles(entered), withoutTitles(held)]
  const [apart, joined] = [compareWords(given, wanted), compareWords(withParticles(given), withParticles(wanted))]
  return apart === 'Match' || joined === 'None' ? apart : joined === 'Match' || apart === 'None' ? joined : apart
}

/** Words that belong to the surname after them, and are written apart or together: "van den Berg", "O Brien". */
const PARTICLES = new Set(
  'van von der den de del della dello di da do dos das du la le el al bin ben ibn ter ten te zu zum zur o d mac mc st'.split(
    ' ',
  ),
)

/** A name with its particles joined to the word after them. */
function withParticles(words: readonly string[]): string[] {
  const out: string[] = []
  let particles = ''
  for (const word of words) {
    if (PARTICLES.has(word)) particles += word
    else {
      out.push(particles + word)
      particles = ''
    }
  }
  return particles === '' ? out : [...out, particles]
}

function compareWords(given: readonly string[], wanted: readonly string[]): NameResult {
  if (given.length === 0 || wanted.length === 0) return 'None'
  if (given.join('') === wanted.join('') || sorted(given) === sorted(wanted)) return 'Match'
  if (given.length === 1 || wanted.length === 1) return 'None'
  const judged = judge(pairUp(given, wanted), wanted.length)
  return judged === 'None' && lacksSecondSurname(given, wanted) ? 'Close' : judged
}

/**
 * Common Spanish surnames that are no given names. Who bears two is often named by the first alone.
 * Source: national statistics of surname frequency.
 */
const SPANISH_SURNAMES = new Set(
  (
    'garcia rodriguez gonzalez fernandez lopez martinez sanchez perez gomez jimenez ruiz hernandez diaz moreno munoz alvarez ' +
    'romero gutierrez navarro torres dominguez vazquez ramos gil ramirez serrano blanco molina morales suarez ortega delgado ' +
    'castro ortiz rubio marin sanz nunez iglesias medina garrido cortes castillo lozano guerrero cano prieto mendez calvo ' +
    'gallego vidal marquez herrera pena flores cabrera campos vega fuentes carrasco diez caballero reyes nieto aguilar santana ' +
    'herrero montero hidalgo gimenez ibanez ferrer duran benitez vargas mora arias carmona crespo soto saez velasco moya soler ' +
    'parra bravo gallardo rojas'
  ).split(' '),
)

/** Returns true if only the second of two Spanish surnames is missing. */
function lacksSecondSurname(given: readonly string[], wanted: readonly string[]): boolean {
  const first = wanted.at(-2)
  if (wanted.length < 3 || given.length < 2 || !SPANISH_SURNAMES.has(first!)) return false
  const second = wanted.at(-1)!
  const isSpanish = SPANISH_SURNAMES.has(second) || second.endsWith('ez')
  return isSpanish && !given.includes(second) && sorted(given) === sorted(wanted.slice(0, -1))
}

const sorted = (words: readonly string[]): string => [...words].sort().join(' ')

/** Titles before a name, or before the part after a comma, go; as long as two words stay: Miss Dame is a name too. */
function withoutTitles(words: readonly string[]): string[] {
  const out = [...words]
  for (let at = 0; at < out.length; at++) {
    const begins = at === 0 || out[at - 1] === ','
    while (begins && TITLES.has(out[at]!) && wordsOnly(out).length > 2) out.splice(at, 1)
  }
  return wordsOnly(out)
}

interface Pairing {
  /** Match of each word of the registered name, by position. */
  found: ('Equal' | 'Close' | 'Initial' | undefined)[]
  /** Words entered that the registered name does not have. */
  extra: string[]
}

/** Pairs each word of the registered name with one entered: equal ones first, then close ones, then initials. */
function pairUp(entered: readonly string[], held: readonly string[]): Pairing {
  const found: Pairing['found'] = held.map(() => undefined)
  let left = [...entered]
  const take = (kind: 'Equal' | 'Close' | 'Initial', fits: (word: string, wanted: string) => boolean) =>
    held.forEach((wanted, i) => {
      const at = found[i] === undefined ? left.findIndex((word) => fits(word, wanted)) : -1
      if (at < 0) return
      found[i] = kind
      left = left.filter((_, place) => place !== at)
    })
  take('Equal', (word, wanted) => word === wanted)
  take('Close', (word, wanted) => comparePersonWords(word, wanted) === 'Close')
  take('Initial', isInitial)
  return { found, extra: left }
}

/** Returns true if one word is the first letter of the other. */
const isInitial = (a: string, b: string): boolean => a[0] === b[0] && a !== b && (a.length === 1 || b.length === 1)

function judge({ found, extra }: Pairing, heldCount: number): NameResult {
  const [given, middle, surname] = [found[0], found.slice(1, -1), found.at(-1)]
  if (given === undefined || surname === undefined || surname === 'Initial') return 'None'
  const closeWords = found.filter((kind) => kind === 'Close').length
  if (closeWords > Math.max(1, Math.floor(heldCount / 2))) return 'None'
  if (extra.length > 1 || extra.some((word) => isForm(word) || /\p{N}/u.test(word))) return 'None'
  // A middle name in place of another one is another person's; one beside those registered is a payer's guess.
  if (extra.length === 1 && middle.includes(undefined)) return 'None'
  if (extra.length === 1 && (closeWords > 0 || given === 'Initial')) return 'None'
  const isMatch = closeWords === 0 && extra.length === 0 && given !== 'Initial'
  return isMatch ? 'Match' : 'Close'
}
