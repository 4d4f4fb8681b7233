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

/** Widest parameter of the inserts and updates beyond the limit, by file and table. The list may only shrink. */
const WIDE: Record<string, number> = {
  'accounts/service.ts accounts': 14,
  'approvals/queries.ts approval_policies': 10,
  'approvals/queries.ts approvals': 8,
  'credit/facilities/exposures.ts credit_exposures': 16,
  'credit/facilities/exposures.ts credit_positions': 12,
  'credit/facilities/service.ts credit_facilities': 26,
  'credit/facilities/service.ts credit_terms': 18,
  'credit/margin/queries.ts credit_margin_moves': 12,
  'credit/margin/queries.ts credit_margins': 12,
  'credit/margin/queries.ts margin_calls': 15,
  'documents/store.ts documents': 8,
  'entities/service.ts entities': 16,
  'entities/service.ts entity_settings': 12,
  'events/audit.ts audited_acts': 10,
  'events/record.ts books': 12,
  'fx/forwards/record/queries.ts fx_forwards': 8,
  'fx/trades/approvals/approvals.ts fx_trade_approvals': 8,
  'fx/trades/queries.ts fx_trades': 7,
  'internal-transfers/order-queries.ts internal_transfers': 11,
  'kernel/http/command.ts idempotency_keys': 9,
  'kernel/idempotency-keys.ts idempotency_keys': 9,
  'ledger/crossings.ts book_crossings': 14,
  'open-banking/authorisation/adapter.ts open_banking_artifacts': 8,
  'open-banking/authorisation/journey/psu-sessions.ts open_banking_psu_sessions': 7,
  'open-banking/consents/queries.ts open_banking_consent_steps': 7,
  'open-banking/consents/queries.ts open_banking_consents': 19,
  'open-banking/dcr/queries.ts open_banking_clients': 13,
  'open-banking/initiation/queries.ts open_banking_payments': 9,
  'payments/batches/queries.ts payment_batch_items': 7,
  'payments/inbound/assignment-rows.ts inbound_assignments': 8,
  'payments/rails/queries.ts rail_messages': 12,
  'payments/reports/contradiction-queries.ts contradictory_reports': 12,
  'screening/queries.ts screening_lists': 7,
  'users/passkeys.ts user_passkeys': 7,
  'users/queries.ts users': 7,
}

const source = path.join(serverDirectory, 'src')

/** Lists the written inserts and updates of a text that have more parameters than the limit. */
function wideStatements(file: string, text: string): [string, number][] {
  return [...text.matchAll(/`([^`]*)`/g)].flatMap(([, statement]) => {
    const tableName = /\b(?:insert into|update) (\w+)/.exec(statement!)?.[1]
    const parameters = [...statement!.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n))
    const most = Math.max(0, ...parameters)
    return tableName !== undefined && most > MOST_PARAMETERS ? [[`${file} ${tableName}`, most]] : []
  })
}

test('an insert or update with many numbered parameters comes from a descriptor', () => {
  const wide = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => wideStatements(file, readFileSync(path.join(source, file), 'utf8')))
  const widest = new Map<string, number>()
  for (const [where, most] of wide) widest.set(where, Math.max(most, widest.get(where) ?? 0))
  expect(Object.fromEntries(widest)).toEqual(WIDE)
})

test('a wide statement is found across lines, and a narrow one is not', () => {
  expect(wideStatements('x.ts', '`insert into t (a)\n values ($1, $7)` `update t set a = $6`')).toEqual([['x.ts t', 7]])
})
