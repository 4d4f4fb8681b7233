import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { isRead } from '../../src/kernel/db/waits/early-reads.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { testDatabase } from '../support/database.ts'

const db = await testDatabase()

/** Matches the body of a function, or a statement that begins with `select`, which writes. */
const WRITE =
  /\b(insert\s+into|delete\s+from|merge\s+into|update\s+(only\s+)?[a-z_]+(\s+(as\s+)?[a-z_]+)?\s+set|truncate|notify|execute)\b|\b(nextval|setval|pg_notify|lo_[a-z]+|dblink[a-z_]*)\s*\(/i

/** `select … into` creates a table, except in the body of a function. */
const CREATES = /^\s*select\b[^(]+\binto\b/i

const calls = (text: string, names: ReadonlySet<string>): boolean =>
  [...text.matchAll(/\b([a-z_0-9]+)\s*\(/g)].some(([, name]) => names.has(name!))

/** Names of the functions of the schema that write, directly or through others. Triggers run with the writes that fire them. */
async function writers(): Promise<ReadonlySet<string>> {
  const { rows } = await db.pool.query<{ name: string; body: string }>(
    `select proname as name, prosrc as body from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype and prokind = 'f'`,
  )
  const found = new Set(rows.filter(({ body }) => WRITE.test(body)).map(({ name }) => name))
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const { name, body } of rows) if (calls(body, found)) found.add(name)
  }
  return found
}

test('a write that a function of the database makes never leaves before its transaction has begun, or it could be committed alone', async () => {
  const names = [...(await writers())]
  expect(names).toContain('ledger_post')
  expect(names.filter((name) => isRead(`select ${name}($1)`))).toEqual([])
})

/** SQL in string and template literals of the code, with `${}` for its placeholders. */
function* statements(): Generator<string> {
  const source = path.join(serverDirectory, 'src')
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((each) => each.endsWith('.ts') && !each.endsWith('.test.ts'))) {
    const texts: string[] = []
    new Visitor({
      Literal: (node) => {
        if (typeof node.value === 'string') texts.push(node.value)
      },
      TemplateLiteral: (node) => texts.push(node.quasis.map(({ value }) => value.raw).join('${}')),
    }).visit(parseSync(name, readFileSync(path.join(source, name), 'utf8')).program)
    yield* texts.filter((text) => /^\s*(select|set)\s/i.test(text))
  }
}

test('no statement of the code that writes is sent before its transaction has begun', async () => {
  const found = [...statements()]
  expect(found.length).toBeGreaterThan(300)
  const names = await writers()
  const writes = (text: string) => WRITE.test(text) || CREATES.test(text) || calls(text, names)
  expect(found.filter((text) => isRead(text) && writes(text))).toEqual([])
})
