import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergePages } from './list.ts'

interface Row {
  id: string
  passes: boolean
}

/** A page of one entity as `listTransfers` reads it: it looks at `reach` rows below `before`, of which some pass filters. */
function pageOf(rows: readonly Row[], before: string | undefined, limit: number, reach: number) {
  const below = rows.filter(({ id }) => before === undefined || id < before)
  const looked = below.slice(0, reach)
  const passing = looked.filter(({ passes }) => passes)
  if (passing.length > limit) return { rows: passing.slice(0, limit), next: passing[limit - 1]!.id }
  return { rows: passing, next: looked.length < below.length ? looked.at(-1)!.id : null }
}

const row = fc.record({ entity: fc.integer({ min: 0, max: 2 }), passes: fc.boolean() })

test('pages merged from several entities show every transfer once, newest first, whatever filters leave out', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 9 }),
      (rows, limit, reach) => {
        const all = rows.map(({ entity, passes }, i) => ({ entity, passes, id: String(9999 - i) }))
        const entities = [0, 1, 2].map((entity) => all.filter((each) => each.entity === entity))
        const shown: string[] = []
        let before: string | undefined
        do {
          const pages = entities.map((own) => pageOf(own, before, limit, reach))
          const page = mergePages(pages, limit)
          expect(page.rows.length).toBeLessThanOrEqual(limit)
          shown.push(...page.rows.map(({ id }) => id))
          before = page.next ?? undefined
        } while (before !== undefined)
        expect(shown).toEqual(all.filter(({ passes }) => passes).map(({ id }) => id))
      },
    ),
  )
})
