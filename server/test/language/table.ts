import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Counts, countsOf, excessCounts, type Finding, findingsIn } from './measure.ts'
import { docstringAreas, proseAreas } from './sources.ts'

const file = path.join(import.meta.dirname, 'allowed.json')

/** The counts still allowed, by area and rule. The table only shrinks; an area without an entry allows none. */
export const readAllowed = (): Counts => JSON.parse(readFileSync(file, 'utf8')) as Counts

/** Writes the table of allowed counts. */
export const writeAllowed = (counts: Counts): void => writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`)

/** Findings of all areas. */
export function currentFindings(): Finding[] {
  const docstrings = Object.entries(docstringAreas()).map(([area, texts]) => [`docstrings ${area}`, texts] as const)
  return [...Object.entries(proseAreas()), ...docstrings].flatMap(([area, texts]) => findingsIn(area, texts))
}

/** Counts of all areas and rules, with the clauses and passives of the areas that exceed their limits. */
export function currentCounts(): Counts {
  const counts = { ...countsOf(currentFindings()), ...excessCounts(proseAreas()) }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}
