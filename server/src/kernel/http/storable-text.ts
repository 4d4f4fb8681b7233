import { MOST_ERRORS } from '../values/refusals.ts'
import { pointerStep } from './pointers.ts'

/** Deepest nesting of a request; values within it are safe for recursion. */
export const MOST_LEVELS = 100

/** Longest pointer of an unsupported text, in characters. */
const MOST_POINTER = 1000

type IsFit = (text: string) => boolean

/** Search for unsupported texts. */
interface TextSearch {
  /** Returns true if a text is supported. */
  isFit?: IsFit
  /** Returns true if a member name is supported. */
  isFitName?: IsFit
  /** Most pointers; the search ends with the last of them. */
  most?: number
}

/**
 * Returns JSON pointers of unsupported texts in a request and of values nested too deeply. An unsupported member name is
 * reported at its object. A text whose pointer would be too long is reported at the innermost value above it whose
 * pointer is not. Few pointers of limited length keep the time and memory of hostile requests low.
 */
export function unstorableTexts(value: unknown, search: TextSearch = {}): readonly string[] {
  const { isFit = isStorable, isFitName = isFit, most = MOST_ERRORS } = search
  if (isSound(value, { isFit, isFitName }, MOST_LEVELS)) return NOWHERE
  const found = new Set<string>()
  collect(value, { isFit, isFitName, most }, { pointer: '', isCut: false, levels: MOST_LEVELS }, found)
  return [...found]
}

const NOWHERE: readonly string[] = []

/** Returns true if all texts are supported. Ordinary requests are, so this builds no pointers. */
function isSound(value: unknown, search: { isFit: IsFit; isFitName: IsFit }, levels: number): boolean {
  if (typeof value === 'string') return search.isFit(value)
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const name in value)
    if (!search.isFitName(name) || !isSound(value[name as keyof typeof value], search, levels - 1)) return false
  return true
}

/** Position in a request. */
interface Place {
  pointer: string
  /** True if the pointer ends above the position. */
  isCut: boolean
  /** Levels that may follow. */
  levels: number
}

function collect(value: unknown, search: Required<TextSearch>, place: Place, found: Set<string>): void {
  const { pointer, levels } = place
  if (typeof value === 'string') {
    if (!search.isFit(value)) found.add(pointer)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (levels === 0) return void found.add(pointer)
  for (const name in value) {
    if (found.size >= search.most) return
    if (!search.isFitName(name)) found.add(pointer)
    else {
      const within = value[name as keyof typeof value] as unknown
      if (typeof within === 'string' || (typeof within === 'object' && within !== null))
        collect(within, search, below(place, name), found)
    }
  }
}

function below({ pointer, isCut, levels }: Place, name: string): Place {
  const cut = { pointer, isCut: true, levels: levels - 1 }
  if (isCut || pointer.length + name.length >= MOST_POINTER) return cut
  const inner = `${pointer}/${pointerStep(name)}`
  return inner.length > MOST_POINTER ? cut : { pointer: inner, isCut: false, levels: levels - 1 }
}

/**
 * Matches unsupported characters: control characters, marks that change the direction of text, unpaired surrogates and
 * U+FEFF. With the flag u a surrogate pair is one character, so the class matches only unpaired ones.
 */
const UNSTORABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\p{Surrogate}]/u

/** Returns true if a text has only supported characters: it can be stored, shown on one line and sent to a bank. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

/** Matches what PostgreSQL cannot store. */
const UNACCEPTED = /[\u0000\p{Surrogate}]/u // oxlint-disable-line no-control-regex -- the one that it rejects

/** Returns true if the database can store a text, to report on it later. */
export const isAcceptedByDatabase = (text: string): boolean => !UNACCEPTED.test(text)
