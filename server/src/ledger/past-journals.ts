import type { Tx } from '../kernel/db/db.ts'
import { type Crossing, crossingRow, storeCrossings } from './crossings.ts'
import { houseJournal } from './house-legs.ts'
import { postJournals } from './posting/post.ts'
import type { JournalCommand, Posted } from './book/types.ts'

/** Journal of an earlier instant, for a history that is posted as a whole. */
export interface PastJournal {
  /** Business time of booking. */
  at: Date
  journal: JournalCommand
  /** The house's side, if the money enters or leaves the entity's book. */
  crossing?: Crossing
}

/**
 * Posts journals of different instants, the oldest first and those of one instant in the given order, each with the
 * house's side at the same instant. No account of theirs may have a later posting. For the seed of the sandbox, whose
 * transaction writes the books of several entities and of the house.
 *
 * @returns in the order of `given`
 * @throws insufficient_funds, account_blocked, account_closed
 */
export async function postPastJournals(tx: Tx, given: readonly PastJournal[]): Promise<Posted[]> {
  const crossings = given.map(({ at, crossing }) => crossing && { ...crossingRow(crossing, at), completedAt: at })
  const posted: Posted[] = []
  for (const [time, places] of placesByTime(given)) {
    const commands = places.map((place) => given[place]!.journal)
    const house = places.flatMap((place) => crossings[place] ?? []).map(houseJournal)
    const answers = await postJournals(tx, [...commands, ...house], new Date(time))
    for (const [i, place] of places.entries()) posted[place] = answers[i]!
  }
  const rows = crossings.filter((row) => row !== undefined)
  if (rows.length > 0) await storeCrossings(tx, rows)
  return posted
}

/** Returns the places of the journals of each instant, the oldest instant first. */
function placesByTime(given: readonly PastJournal[]): [time: number, places: number[]][] {
  const groups = new Map<number, number[]>()
  for (const [place, { at }] of given.entries()) {
    const places = groups.get(at.getTime())
    if (places) places.push(place)
    else groups.set(at.getTime(), [place])
  }
  return [...groups].sort(([a], [b]) => a - b)
}
