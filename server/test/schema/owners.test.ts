import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from '../../src/kernel/db/migration-files.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { unitOf, units } from '../support/modules.ts'

/**
 * Writes to a table of another module, each with its reason. The list may only shrink: call a function of the owner
 * instead of adding to it.
 */
const FOREIGN_WRITES: Record<string, string> = {
  'db/0002_ledger.sql writes due_work':
    'the update of a balance schedules the distribution, so that no writer forgets it',
  'db/0002_ledger.sql writes events': 'a predicted batch posts, numbers and stores its events in one statement',
  'db/0002_ledger.sql writes idempotency_keys':
    'a predicted batch posts and stores its idempotency keys in one statement',
  'db/0105_ledger_held_by_purpose.sql writes events': 'a batch posts, numbers and stores its events in one statement',
  'db/0105_ledger_held_by_purpose.sql writes idempotency_keys':
    'a batch posts and stores its idempotency keys in one statement',
  'db/0135_payments_rails_hand_overs_and_entries.sql writes due_work':
    'a migration schedules the recalls of the hand-overs that it repairs',
  'src/events/record.ts writes books': 'one statement numbers and stores the events of an entity',
}

const migrations = readMigrations(path.join(serverDirectory, 'db', 'migrations'))

/** The module of a migration: the name of the file, after its number, begins with it. */
function moduleOf(migration: string): string | undefined {
  const stem = migration.replace(/^\d+_|\.sql$/g, '')
  const found = units.filter((unit) => `${stem}_`.startsWith(`${unit.replaceAll(/\W/g, '_')}_`))
  return found.sort((a, b) => b.length - a.length)[0]
}

/** The owner of each table: the module whose migration creates it. */
const owners = new Map(
  migrations.flatMap(({ name, sql }) =>
    [...sql.matchAll(/^create table (\w+)/gm)].map(([, table]) => [table!, moduleOf(name)] as const),
  ),
)

const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)(?:\/\/|--).*$/gm, '')

/** The tables that the statements of a text write, or that it describes: a descriptor makes inserts and updates. */
function writtenIn(text: string): string[] {
  const writes =
    /\b(?:table\('(\w+)'|(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(\w+)\b|(?<!\bdo\s)update\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b)/gi
  const tables = [...withoutComments(text).matchAll(writes)].map(
    ([, described, table, updated]) => described ?? table ?? updated!,
  )
  return [...new Set(tables)].filter((table) => owners.has(table))
}

interface Source {
  name: string
  owner: string | undefined
  text: string
}

const source = path.join(serverDirectory, 'src')

const sources: Source[] = [
  ...migrations.map(({ name, sql }) => ({ name: `db/${name}`, owner: moduleOf(name), text: sql })),
  ...readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name: `src/${name}`, owner: unitOf(name), text: readFileSync(path.join(source, name), 'utf8') })),
]

test('each table is written only by its module', () => {
  const foreign = sources.flatMap(({ name, owner, text }) =>
    writtenIn(text)
      .filter((table) => owners.get(table) !== owner)
      .map((table) => `${name} writes ${table}`),
  )
  expect(foreign.sort(), 'call a function of the module that owns the table').toEqual(
    Object.keys(FOREIGN_WRITES).sort(),
  )
})

test('each migration is named after its module', () => {
  expect(migrations.map(({ name }) => name).filter((name) => moduleOf(name) === undefined)).toEqual([])
})

test('statements name the table that they write', () => {
  const hidden = sources
    .filter(({ text }) => /\b(?:insert into|delete from|update|truncate) \$\{/.test(withoutComments(text)))
    .map(({ name }) => name)
  expect(hidden.sort()).toEqual(HIDDEN_TABLES)
})

/** Files whose statements take the name of the table from a value. */
const HIDDEN_TABLES = [
  'src/fx/forwards/record/queries.ts', // names tables of its own module only
  'src/kernel/db/table.ts', // makes the statements of descriptors, which name their tables
  'src/sim/sandbox/reset.ts', // empties all tables
]

test.each([
  ['insert into books (entity_id) values ($1)', ['books']],
  ['with x as (delete from due_work w where w.lane = 1)\n update balances b\n set seq = 1', ['due_work', 'balances']],
  ['insert into holds (a) values ($1) on conflict (a) do update set a = 2', ['holds']],
  ["const books = table('books', {", ['books']],
  ['-- update books set a\nselect 1 from books for update', []],
  ['/** delete from books */ truncate table entities', ['entities']],
  ['before update or delete or truncate on balances', []],
])('%s: %j', (text, tables) => {
  expect(writtenIn(text)).toEqual(tables)
})
