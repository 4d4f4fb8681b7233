import type { PayeeType } from '../../schemes/index.ts'
import { compareCompany } from './company.ts'
import { spellingsOf, wordsOnly } from './fold.ts'
import { comparePerson, type NameResult } from './person.ts'

/** Account holders. */
export interface Held {
  /** Joint holders, or a company's registered and trading names. */
  holders: readonly string[]
  type: PayeeType
}

interface NameMatch {
  result: NameResult
  /** Registered name of a close match. */
  name?: string
}

const RANK: Readonly<Record<NameResult, number>> = { None: 0, Close: 1, Match: 2 }

/** Words that join the names of two holders. */
const JOINS = new Set(['and', 'und', 'et', 'y', 'e', '|'])
const JOINS_AND_COMMAS = new Set([...JOINS, ','])

/**
 * Compares a name with an account by the rules of domain 6.3: match, close match for a person to check, or none. With
 * several holders the best result counts; naming all of them is a match too.
 */
export function matchNames(entered: string, { holders, type }: Held): NameMatch {
  const answers = holders.map((name) => ({ name, result: compare(entered, name, type) }))
  const single = best(answers)
  if (single.result === 'Match') return { result: 'Match' }
  const joint = type === 'Individual' ? matchJoint(entered, holders) : NOBODY
  if (joint.result === 'Match') return { result: 'Match' }
  if (single.result === 'Close') return single
  return joint.result === 'Close' ? joint : { result: 'None' }
}

const NOBODY = { result: 'None' as NameResult, name: '' }

const best = (answers: readonly { result: NameResult; name: string }[]): { result: NameResult; name: string } =>
  answers.reduce((held, answer) => (RANK[answer.result] > RANK[held.result] ? answer : held), NOBODY)

/** The best over the spellings of both names. */
function compare(entered: string, held: string, type: PayeeType): NameResult {
  const judge = type === 'Company' ? compareCompany : comparePerson
  const results = spellingsOf(entered).flatMap((a) => spellingsOf(held).map((b) => judge(a, b)))
  return results.reduce((best, result) => (RANK[result] > RANK[best] ? result : best), 'None')
}

/** Several people in one text, each of whom must hold the account; "Marco and Maria Rossi" share the surname. */
function matchJoint(entered: string, holders: readonly string[]) {
  const registered = holders.flatMap((name) => peopleIn(name))
  const readings = spellingsOf(entered).flatMap((words) => [parts(words, JOINS), parts(words, JOINS_AND_COMMAS)])
  return best(readings.map((people) => matchEach(people, registered)))
}

/** The people that a registered name lists; itself where it lists none. */
function peopleIn(name: string): string[] {
  const people = name.split(/\s+(?:&|and|und|et)\s+|\s*[|/]\s*/i).filter((part) => part.trim() !== '')
  return people.length > 1 && people.every((part) => /\s/.test(part.trim())) ? people : [name]
}

function parts(words: readonly string[], joins: ReadonlySet<string>): string[] {
  const people: string[][] = [[]]
  for (const word of words) {
    if (joins.has(word)) people.push([])
    else people.at(-1)!.push(word)
  }
  const surname = wordsOnly(people.at(-1)!).at(-1)
  return people.map((person) => (person.length === 1 && surname ? [...person, surname] : person).join(' '))
}

/** Each person against a holder of its own: the worst of the answers, and the holders that were named. */
function matchEach(people: readonly string[], holders: readonly string[]): { result: NameResult; name: string } {
  if (people.length < 2 || people.length > holders.length) return NOBODY
  const left = [...holders]
  const named: { result: NameResult; name: string }[] = []
  for (const person of people) {
    const found = best(left.map((name) => ({ name, result: compare(person, name, 'Individual') })))
    if (found.result === 'None') return NOBODY
    named.push(found)
    left.splice(left.indexOf(found.name), 1)
  }
  const isMatch = named.every(({ result }) => result === 'Match')
  return { result: isMatch ? 'Match' : 'Close', name: named.map(({ name }) => name).join(' and ') }
}
