import type { Chance } from '../crash/chance.ts'

/** Moment of a kill during the day: while clients act, while the clock moves, or during the long move to the night. */
export type KillMoment = 'acting' | 'moving' | 'the night'

export interface Kill {
  moment: KillMoment
  /** Milliseconds after which each of the next starts is killed too. */
  starts: number[]
}

const MOMENTS: readonly KillMoment[] = ['acting', 'moving', 'the night']

/** Chooses the business days (1 is the first) on which the server is killed, and how: each moment as often as the others. */
export function planKills(chance: Chance, days: number, kills: number): Map<number, Kill> {
  const all = Array.from({ length: days }, (_, i) => i + 1)
  const chosen = chance.shuffle(all).slice(0, kills)
  return new Map(
    chosen.map((day, i) => [
      day,
      { moment: MOMENTS[i % MOMENTS.length]!, starts: i % 2 === 0 ? [] : drawStarts(chance) },
    ]),
  )
}

/**
 * Draws the times of one to three consecutive kills of a start, in milliseconds: a start takes a second or more, the
 * first one longer.
 */
export const drawStarts = (chance: Chance, most = 2_500): number[] =>
  Array.from({ length: chance.int(1, 3) }, () => chance.int(100, most))
