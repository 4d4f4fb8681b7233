import { list, moneyAt, type Node, textAt } from './nodes.ts'

/** An entry of a camt.054 or camt.053 with the names by which it is known again. */
export interface NamedEntry {
  entry: Node
  /** Names the entry with and without its details; equal ones without a reference of the bank share it. */
  reference: string
  /** Place of the entry in its file, from 0. */
  ordinal: number
  /** True if the bank gave the entry a reference. */
  isNamed: boolean
  /** The place of the entry in its message, under which earlier releases stored it. */
  place: string
  formerPlace: { start: string; end: string; position: number; count: number }
  /** The account of the notification or statement. */
  own: string | undefined
}

/**
 * Returns the entries of the notifications of a camt.054, or of the statements of a camt.053. An entry with a reference of the bank has one
 * name in both. One without a reference of the bank is named by its facts within its notification: the
 * account, direction, amount and day, so that neither the order of the entries nor their details matter. Equal ones share
 * the name, and are matched with the money that is booked under it.
 */
export function namedEntries(body: Node, within: 'Ntfctn' | 'Stmt' = 'Ntfctn'): NamedEntry[] {
  const messageId = textAt(body, 'GrpHdr', 'MsgId') ?? 'unnamed'
  const found = list(body, within).flatMap((notification) => {
    const id = textAt(notification, 'Id')
    const own = accountAt(notification, 'Acct')
    const entries = list(notification, 'Ntry')
    return entries.map((entry, i) => {
      const formerStart = `camt.054 ${id ?? 'unnamed'}/`
      const ofBank = textAt(entry, 'AcctSvcrRef')
      const reference = ofBank ? `camt.054 ${ofBank}` : `camt.054 ${id ?? messageId}/${factsOf(entry, own)}`
      const formerPlace = { start: formerStart, end: `/1${numberOf(entry)}`, position: i + 1, count: entries.length }
      return { entry, reference, isNamed: ofBank !== undefined, place: `${formerStart}${i + 1}`, formerPlace, own }
    })
  })
  return found.map((each, ordinal) => ({ ...each, ordinal }))
}

/** Ending of a former reference: a number within the message at some banks. */
export function numberOf(entry: Node): string {
  const number = textAt(entry, 'NtryRef')
  return number === undefined ? '' : ` ${number}`
}

/** Ending of the name of an entry without a reference of the bank: its facts. */
const FACTS = /\/(?:\S+ )?(?:CRDT|DBIT) \d+(?:\.\d+)? [A-Z]{3}(?: \d{4}-\d\d-\d\d)?$/

/** Returns true if a stored name of an entry is a reference of the bank, which no other entry has. */
export const isNamedByBank = (entryReference: string): boolean => !FACTS.test(entryReference)

function factsOf(entry: Node, own: string | undefined): string {
  const money = moneyAt(entry, 'Amt')
  const day = (name: string) => textAt(entry, name, 'Dt') ?? textAt(entry, name, 'DtTm')?.slice(0, 10)
  const facts = [
    own?.replaceAll(' ', ''),
    textAt(entry, 'CdtDbtInd'),
    money && `${withoutZeros(money.amount)} ${money.currency}`,
    day('ValDt') ?? day('BookgDt'),
  ]
  return facts.filter((fact) => fact !== undefined).join(' ')
}

const withoutZeros = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

export const accountAt = (of: unknown, name: string): string | undefined =>
  textAt(of, name, 'Id', 'IBAN') ?? textAt(of, name, 'Id', 'Othr', 'Id')
