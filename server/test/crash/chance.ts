import { createHash } from 'node:crypto'

/** A source of chance that draws the same again from the same seed. */
export interface Chance {
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  /** True in `percent` of a hundred draws. */
  happens(percent: number): boolean
  shuffle<T>(items: readonly T[]): T[]
  /** Another source, whose draws depend on its name and not on how much was drawn here. */
  branch(name: string | number): Chance
}

export function chanceOf(seed: string): Chance {
  let drawn = 0
  const fraction = () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32
  return chanceFrom(fraction, (name) => chanceOf(`${seed}/${name}`))
}

/** Makes a source of chance from one of fractions: at least 0, less than 1. */
export function chanceFrom(fraction: () => number, branch: Chance['branch']): Chance {
  const int = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    int,
    pick: (from) => from[int(0, from.length - 1)]!,
    happens: (percent) => fraction() * 100 < percent,
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: fraction() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
    branch,
  }
}
