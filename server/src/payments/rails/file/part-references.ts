import type { FormerNames } from '../rail.ts'
import type { EqualPart } from './items.ts'
import { type NamedEntry, numberOf } from './entry-references.ts'
import { list, moneyAt, type Node, textAt } from './nodes.ts'
import { countsOf, withNumbers } from './numbers.ts'

/** References of a part of an entry: the one that identifies it, and those of earlier releases. */
interface PartReference extends FormerNames {
  reference: string
  /** True if parts of equal entries share it, or equal parts. */
  isShared?: true
  /** Present if the entry has a reference of the bank, and equal parts of which this is one. */
  equal?: EqualPart
}

/** Elements of `Refs` that banks give each part of an entry, the most certain first. */
const NAMES = ['AcctSvcrRef', 'UETR', 'TxId', 'InstrId', 'EndToEndId']

/** Returns the parts of an entry; one without details is a part of its own. */
export function partsOf(entry: Node): Node[] {
  const details = list(entry, 'NtryDtls').flatMap((each) => list(each, 'TxDtls'))
  return details.length > 0 ? details : [{}]
}

/**
 * Returns the references of the parts of an entry. One part that is the whole entry has its reference. Any other part is
 * identified within the entry by a reference of its own, or else by its amount, so that the order of the parts does not
 * matter; equal ones are numbered. In an entry without a reference of the bank, they share it.
 */
export function partReferences(named: NamedEntry, parts: readonly Node[], isWhole: boolean): PartReference[] {
  const { entry, reference: ofEntry, place, isNamed } = named
  const number = numberOf(entry)
  const bankOfEntry = textAt(entry, 'AcctSvcrRef')
  const banks = parts.map((part) => textAt(part, 'Refs', 'AcctSvcrRef') ?? bankOfEntry)
  const names = isWhole ? [] : namesOf(parts, bankOfEntry)
  const referenceOf = (bank: string | undefined, i: number) => {
    if (isWhole) return bank ? `camt.054 ${bank}` : ofEntry
    return bank && !isNamed ? `camt.054 ${bank}/${names[i]}` : `${ofEntry}/${names[i]}`
  }
  const references = banks.map(referenceOf)
  const numbers = isWhole ? references : withNumbers(references, parts)
  const uses = countsOf(references)
  return references.map((shared, i) => {
    const former = formerNames(i, names[i])
    if (!isNamed && banks[i] === undefined) return { reference: shared, isShared: true, ...former }
    const [reference, count] = [numbers[i]!, uses.get(shared)!]
    return { reference, ...former, ...(count > 1 ? { equal: { reference: shared, count } } : {}) }
  })

  /** Names of earlier releases: by the place of the entry, of the part, and by the number of the entry. */
  function formerNames(i: number, name: string | undefined): FormerNames {
    const bank = banks[i]
    const [isOne, position] = [parts.length === 1, { position: i + 1, count: parts.length }]
    const placeInEntry = bank
      ? { start: `camt.054 ${bank}/`, end: '', ...position }
      : { start: `${place}/`, end: number, ...position }
    const formerPlace = isOne ? (bank ? undefined : named.formerPlace) : placeInEntry
    const formerName = bank ? (isOne && !isWhole ? `camt.054 ${bank}` : undefined) : `${place}/${name}${number}`
    return {
      ...(formerPlace ? { formerPlace } : {}),
      ...(formerName !== undefined && !isWhole ? { formerName } : {}),
      ...(bank || number === '' ? {} : { formerReference: `camt.054${number}${isOne ? '' : `/${i + 1}`}` }),
    }
  }
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
