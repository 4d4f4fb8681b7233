import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import '../../src/composition/modules.ts'
import { expect, test } from 'vitest'
import { table } from '../../src/kernel/db/table.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { testDatabase } from '../support/database.ts'

const db = await testDatabase()
const described = [...table.described].filter(([name]) => !name.startsWith('test_')) // those of other test files

test('descriptors exist for the widest tables', () => {
  expect(described.map(([name]) => name)).toEqual(expect.arrayContaining(['payments']))
})

test.each(described)(
  'the descriptor of %s has every column of the table, with type and nullability',
  async (name, columns) => {
    const { rows } = await db.pool.query<{ column: string }>(
      `select format('%s %s%s', attname, format_type(atttypid, atttypmod), case when attnotnull then '' else ' or null' end) as column
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
      [name],
    )
    const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const said = Object.entries(columns).map(
      ([field, { sqlType, isNullable }]) => `${columnOf(field)} ${sqlType}${isNullable ? ' or null' : ''}`,
    )
    expect(said.toSorted()).toEqual(rows.map(({ column }) => column).toSorted())
  },
)

/** Most numbered parameters of a written insert or update; wider ones come from a descriptor. */
const MOST_PARAMETERS = 6

/** Inserts and updates beyond the limit that are written by hand, by file and table, with the reason. */
const BY_HAND: Record<string, string> = {
  'audit/nightly/verifications.ts audit_verifications': 'ends the lease of its own process only',
  'credit/facilities/exposures/new-exposures.ts credit_positions': 'adds to sums',
  'credit/margin/lowering.ts credit_margins': 'lowers the call of the margin too',
  'credit/margin/queries.ts credit_margin_moves': 'adds to the margin too',
  'credit/margin/queries.ts credit_margins': 'stores the calls for the margins too',
  'events/record.ts books': 'numbers and stores the events of an entity',
  'fx/forwards/record/queries.ts fx_forwards': 'adds to amounts',
  'fx/trades/queries.ts fx_trades': 'appends to the history and computes dates',
  'kernel/jobs/job-rows.ts due_work': 'moves a job that is stored',
  'notifications/queries.ts notification_emails': 'stores the jobs too',
  'open-banking/authorisation/adapter.ts open_banking_artifacts': 'replaces what has the same id',
  'open-banking/authorisation/coverage.ts open_banking_artifacts': 'ends what a condition finds',
  'open-banking/consents/queries.ts open_banking_consent_steps': 'numbers the step',
  'webhooks/sending/queue.ts webhook_deliveries': 'takes and settles several at once',
  'screening/queries.ts screening_lists': 'the database numbers its versions',
}

const source = path.join(serverDirectory, 'src')

/** Lists the written inserts and updates of a text that have more parameters than the limit. */
function wideStatements(file: string, text: string): string[] {
  return [...text.matchAll(/`([^`]*)`/g)].flatMap(([, statement]) => {
    const tableName = /\b(?:insert into|update) (\w+)/.exec(statement!)?.[1]
    const parameters = [...statement!.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n))
    const most = Math.max(0, ...parameters)
    return tableName !== undefined && most > MOST_PARAMETERS ? [`${file} ${tableName}`] : []
  })
}

test('an insert or update with many numbered parameters comes from a descriptor or is listed', () => {
  const wide = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => wideStatements(file, readFileSync(path.join(source, file), 'utf8')))
  expect([...new Set(wide)].sort()).toEqual(Object.keys(BY_HAND).sort())
})

test('a wide statement is found across lines, and a narrow one is not', () => {
  expect(wideStatements('x.ts', '`insert into t (a)\n values ($1, $7)` `update t set a = $6`')).toEqual(['x.ts t'])
})
