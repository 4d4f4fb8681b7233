import type { FormerNames } from '../rail.ts'
import { list, moneyAt, type Node, textAt } from './nodes.ts'

/** References of a part of an entry: the one that identifies it, and those of earlier releases. */
interface PartReference extends FormerNames {
  reference: string
}

/** Elements of `Refs` that banks give each part of an entry, the most certain first. */
const NAMES = ['AcctSvcrRef', 'UETR', 'TxId', 'InstrId', 'EndToEndId']

/** Returns the parts of an entry; one without details is a part of its own. */
export function partsOf(entry: Node): Node[] {
  const details = list(entry, 'NtryDtls').flatMap((each) => list(each, 'TxDtls'))
  return details.length > 0 ? details : [{}]
}

/**
 * Returns the references of the parts of an entry. One part has that of the entry. One of several is identified within the
 * entry by a reference of its own, or else by its amount, so that the order of the parts does not matter; equal ones are
 * numbered.
 *
 * @param place the entry's place in its message, which identifies it without a reference of the bank
 */
export function partReferences(entry: Node, parts: readonly Node[], place: string): PartReference[] {
  const number = textAt(entry, 'NtryRef') // a number within the message at some banks
  const end = number === undefined ? '' : ` ${number}`
  const ofEntry = textAt(entry, 'AcctSvcrRef')
  const banks = parts.map((part) => textAt(part, 'Refs', 'AcctSvcrRef') ?? ofEntry)
  const isOne = parts.length === 1
  const names = isOne ? [] : namesOf(parts, ofEntry)
  const references = banks.map((bank, i) => {
    const base = ofEntry ?? bank
    if (isOne) return bank ? `camt.054 ${bank}` : `${place}/1${end}`
    return base ? `camt.054 ${base}/${names[i]}` : `${place}/${names[i]}${end}`
  })
  const numbered = isOne ? references : withNumbers(references, parts)
  return numbered.map((reference, i) => {
    const bank = banks[i]
    const position = { position: i + 1, count: parts.length }
    const formerPlace = bank
      ? { start: `camt.054 ${bank}/`, end: '', ...position }
      : { start: `${place}/`, end, ...position }
    return {
      reference,
      ...(isOne ? {} : { formerPlace }),
      ...(bank || number === undefined ? {} : { formerReference: `camt.054 ${number}${isOne ? '' : `/${i + 1}`}` }),
    }
  })
}

/** Returns what identifies each of several parts: the first reference that no other part has, or else its amount too. */
function namesOf(parts: readonly Node[], ofEntry: string | undefined): string[] {
  const all = parts.map((part) =>
    NAMES.flatMap((name) => {
      const value = textAt(part, 'Refs', name)
      const isOwn = value !== undefined && value !== 'NOTPROVIDED' && (name !== 'AcctSvcrRef' || value !== ofEntry)
      return isOwn ? [`${name}:${value}`] : []
    }),
  )
  const uses = countsOf(all.flat())
  return all.map((own, i) => {
    const unique = own.find((name) => uses.get(name) === 1)
    if (unique !== undefined) return unique
    const money = moneyAt(parts[i], 'Amt')
    return [...own.slice(0, 1), money ? `${money.amount} ${money.currency}` : 'no amount'].join(' ')
  })
}

/** Numbers equal references from the second on, in the order of what their parts contain. */
function withNumbers(references: readonly string[], parts: readonly Node[]): string[] {
  const uses = countsOf(references)
  const equal = [...references.keys()].filter((i) => uses.get(references[i]!)! > 1)
  const texts = new Map(equal.map((i) => [i, JSON.stringify(parts[i])]))
  const ranks = new Map<number, number>()
  const seen = new Map<string, number>()
  for (const i of equal.toSorted((a, b) => compare(texts.get(a)!, texts.get(b)!) || a - b)) {
    const rank = (seen.get(references[i]!) ?? 0) + 1
    seen.set(references[i]!, rank)
    ranks.set(i, rank)
  }
  return references.map((reference, i) => ((ranks.get(i) ?? 1) === 1 ? reference : `${reference} ${ranks.get(i)}`))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
