import { type Counts, countsOf, excessCounts, type Finding, findingsIn } from './measure.ts'
import { docstringAreas, proseAreas } from './sources.ts'

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
