import { type Finding, finding } from '../findings.ts'
import type { Facility, MarginCall, Trade } from '../read/resources.ts'
import type { Books } from './books.ts'

/** Terms of margin calls that a facility letter states. */
export interface Terms {
  overdueAction: string
  overdueGraceHours: number
  collection: string
}

/** Terms of one facility: those that the client agreed to last, those that the operator set last, and what held from which time on. */
export interface Letter {
  agreed: Terms
  set: Terms
  held: { from: Date; terms: Terms }[]
}

export const firstLetter = (terms: Terms): Letter => ({
  agreed: terms,
  set: terms,
  held: [{ from: new Date(0), terms }],
})

/** Notes a change of a letter at a time. Terms that the client has not signed bind it only if they are milder. */
export function changeLetter(
  letter: Letter,
  { change, isSigned, at }: { change: Partial<Terms>; isSigned: boolean; at: Date },
): void {
  letter.set = { ...letter.set, ...change }
  if (isSigned) letter.agreed = letter.set
  const both = [letter.agreed, letter.set]
  const is = (name: 'overdueAction' | 'collection', value: string) => both.every((terms) => terms[name] === value)
  const terms = {
    overdueAction: is('overdueAction', 'CloseOut') ? 'CloseOut' : 'Alert',
    overdueGraceHours: Math.max(...both.map(({ overdueGraceHours }) => overdueGraceHours)),
    collection: is('collection', 'Automatic') ? 'Automatic' : 'OnRequest',
  }
  letter.held.push({ from: at, terms })
}

const HOUR_MS = 3_600_000
/** A close-out waits for a price and for the market to open, over a long weekend. */
const PATIENCE_MS = 5 * 24 * HOUR_MS
/** A job that is late counts as of its due time, but follows the terms of the moment in which it runs. */
const LATE_MS = 24 * HOUR_MS

const closesAt = ({ dueAt }: MarginCall, { overdueAction, overdueGraceHours }: Terms): number =>
  overdueAction === 'CloseOut' ? Date.parse(dueAt) + overdueGraceHours * HOUR_MS : Number.POSITIVE_INFINITY

/** Compares the terms in force, the close-outs for unmet margin calls, and those that are missing. */
export function compareLetters(books: Books, letters: ReadonlyMap<string, Letter>): Finding[] {
  return books.facilities.flatMap((facility) => {
    const letter = letters.get(facility.facilityId)
    if (!letter) return []
    return [
      ...compareTerms(facility, letter),
      ...compareCloseOuts(books, facility, letter),
      ...compareUnmet(books, facility, letter),
    ]
  })
}

function compareTerms({ facilityId, marginCallTerms }: Facility, letter: Letter): Finding[] {
  const words = ({ overdueAction, overdueGraceHours, collection }: Terms) =>
    `${overdueAction} ${overdueGraceHours} ${collection}`
  const [expected, actual] = [words(letter.held.at(-1)!.terms), words(marginCallTerms)]
  return expected === actual ? [] : [finding('a facility shows the terms in force', facilityId, expected, actual)]
}

/** A forward is closed out for a call that names it, no earlier than the client agreed to. */
function compareCloseOuts(books: Books, { facilityId }: Facility, { held }: Letter): Finding[] {
  return [...books.trades.values()].flatMap((forward) => {
    const at = closedForMargin(forward)
    if (at === undefined || forward.forward?.facilityId !== facilityId) return []
    const first = held.findLastIndex(({ from }) => from.getTime() <= at)
    const possible = held.slice(first).filter(({ from }) => from.getTime() <= at + LATE_MS)
    const calls = books.calls.filter(({ reasonTradeIds }) => reasonTradeIds.includes(forward.tradeId))
    const earliest = Math.min(...calls.flatMap((call) => possible.map(({ terms }) => closesAt(call, terms))))
    if (at >= earliest) return []
    return [
      finding(
        'no deal is closed out before the agreed time',
        forward.tradeId,
        new Date(Math.min(earliest, LAST)).toISOString(),
        new Date(at).toISOString(),
      ),
    ]
  })
}

const LAST = Date.parse('9999-12-31T00:00:00Z')

const closedForMargin = ({ kind, history }: Trade): number | undefined => {
  const last = history.at(-1)
  return kind === 'Forward' && last?.reason === 'MarginCallOverdue' ? Date.parse(last.at) : undefined
}

/** A call is not overdue for long where the terms in force close its deals out. */
function compareUnmet(books: Books, { facilityId }: Facility, { held }: Letter): Finding[] {
  const { from, terms } = held.at(-1)!
  return books.calls
    .filter((call) => call.facilityId === facilityId && call.status === 'Overdue')
    .filter((call) => Math.max(closesAt(call, terms), from.getTime()) + PATIENCE_MS < books.now.getTime())
    .map(({ marginCallId, dueAt }) =>
      finding('an unmet call closes its deals out', marginCallId, 'ended', `overdue since ${dueAt}`),
    )
}
