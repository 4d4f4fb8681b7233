import type { Db } from '../../src/kernel/db/db.ts'

/** Forms of texts that a log must never contain. */
export const SECRET_FORMS = {
  token: /\bcbt_[\w-]{20,}/g,
  bearer: /\b(Bearer|Basic) \S+/gi,
  jwt: /\beyJ[\w-]{10,}/g,
  key: /PRIVATE KEY/g,
  webhook: /\bwhsec_/g,
  iban: /\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g,
  code: /[?&](code|state|request)=/g,
  url: /"url"/g,
}

/** Returns the forms of secrets that a log contains, each with its first finds. */
export const secretsIn = (logged: string): [form: string, found: string[]][] =>
  Object.entries(SECRET_FORMS)
    .map(([form, pattern]): [string, string[]] => [form, (logged.match(pattern) ?? []).slice(0, 5)])
    .filter(([, found]) => found.length > 0)

/** Returns all account numbers of a database: of accounts, payers and payees. */
export async function accountNumbers(db: Pick<Db, 'pool'>): Promise<string[]> {
  const { rows: columns } = await db.pool.query<{ table: string; column: string }>(
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'
        and c.column_name ~ '(^|_)(iban|account_number|counterparty_account)$'`,
  )
  const found = new Set<string>()
  for (const { table, column } of columns) {
    const { rows } = await db.pool.query<{ value: string }>(
      `select distinct ${column} as value from ${table} where length(${column}) >= 7`,
    )
    for (const { value } of rows) found.add(value)
  }
  return [...found]
}
