import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { newUuid } from '../values/ids.ts'
import { acrossEntities } from './paging.ts'

const db = await testDatabase()
const entityIds = [newUuid(), newUuid(), newUuid()]
const ROWS = 6000
const QUERY = acrossEntities(
  `select entity_id as "entityId", row_id as "rowId" from listed l
    where l.entity_id = member.entity_id and ($2::bigint is null or row_id < $2) order by row_id desc limit $3`,
  '"rowId" desc',
  '$3',
)

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}
const scans = (plan: Plan): Plan[] => [
  ...(/Scan/.test(plan['Node Type']) ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scans),
]

test('a late page over several entities reads as few rows as the first, and the pages are the whole list in order', async () => {
  await db.pool.query('create table listed (entity_id uuid, row_id bigint, primary key (entity_id, row_id))')
  for (const [i, entityId] of entityIds.entries())
    await db.pool.query('insert into listed select $1, n * 3 + $2 from generate_series(1, $3::int) n', [
      entityId,
      i,
      ROWS,
    ])
  await db.pool.query('analyze listed')
  for (const before of [null, '600']) {
    const { rows } = await db.pool.query(`explain (analyze, format json) ${QUERY}`, [entityIds, before, 50])
    const read = scans(rows[0]['QUERY PLAN'][0].Plan).filter((scan) => /Index/.test(scan['Node Type']))
    expect(read.reduce((sum, scan) => sum + scan['Actual Rows'] * scan['Actual Loops'], 0)).toBe(150)
  }
  const seen: bigint[] = []
  for (let before: bigint | null = null; ; before = seen.at(-1)!) {
    const { rows } = await db.pool.query<{ rowId: bigint }>(QUERY, [entityIds, before, 2500])
    if (rows.length === 0) break
    seen.push(...rows.map(({ rowId }) => rowId))
  }
  expect(seen).toHaveLength(3 * ROWS)
  expect(seen.every((id, i) => i === 0 || id < seen[i - 1]!)).toBe(true)
})
