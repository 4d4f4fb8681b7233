import type { Node } from './nodes.ts'

/** Numbers equal references from the second on, in the order of what their elements contain. */
export function withNumbers(references: readonly string[], elements: readonly Node[]): string[] {
  const uses = countsOf(references)
  const equal = [...references.keys()].filter((i) => uses.get(references[i]!)! > 1)
  const texts = new Map(equal.map((i) => [i, JSON.stringify(elements[i])]))
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

export function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
