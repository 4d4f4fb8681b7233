import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'

const db = await testDatabase()

/** Tables that hold no rows of one entity, with the reason. */
const SHARED_TABLES: Record<string, string> = {
  client_failures: 'counted before the client, and with it the entity, is known',
  fx_calendar_coverage: 'market data',
  fx_holidays: 'market data',
  open_banking_answers: 'answers to browsers, which belong to no entity',
  open_banking_client_logos: 'third parties belong to no entity',
  open_banking_clients: 'third parties belong to no entity',
  open_banking_directory_software: 'third parties belong to no entity',
  open_banking_directory_readings: 'third parties belong to no entity',
  open_banking_directory_statuses: 'third parties belong to no entity',
  open_banking_idempotency_keys: 'keys of third parties, read before the entity is known',
  open_banking_signing_keys: "the service's own keys",
  open_banking_suspensions: 'third parties belong to no entity',
  open_banking_used_jtis: 'assertions of third parties',
  own_bank_codes: "the institution's own codes",
  installation_mode: 'of the installation',
  rate_limit_buckets: 'counted for clients of several entities, and before the client is known',
  reference_rates: 'market data',
  sandbox_clock: "the sandbox's clock",
  schema_migrations: 'the migrations themselves',
  screening_lists: "the operator's sanctions lists",
  screening_names: "the operator's sanctions lists",
  service_keys: "the service's own keys",
  sim_market_overrides: "the sandbox's market",
  sim_payees: 'accounts at other banks',
  used_assertions: 'checked before the client, and with it the entity, is known',
  user_failures: 'counted before the user, and with it the entity, is known',
}

/**
 * Keys and foreign keys of client tables without entity_id, with the reason. The list may only shrink: rows of entities
 * in different databases cannot be compared by a constraint.
 */
const WITHOUT_ENTITY: Record<string, string> = {
  'directory_pkey (kind, key)': 'the directory itself: it leads from a key to its entity',
  'credit_positions (no primary key)': 'priced_at_date may be null; credit_positions_key is the key',
  'entities_one_house (service_kind)': 'there is exactly one house',
  'open_banking_artifacts_pkey (kind, id_hash)':
    'codes and tokens of third parties; one has an entity only once a user has authorised it',
  'open_banking_consent_steps_consent_id_fkey (consent_id) references open_banking_consents':
    'a consent has no entity before it is authorised',
  'open_banking_consent_steps_pkey (consent_id, step)': 'a consent has no entity before it is authorised',
  'open_banking_consents_pkey (consent_id)': 'a consent has no entity before it is authorised',
  'open_banking_psu_sessions_pkey (session_hash)': 'a browser has no entity before its user has logged in',
}

interface Key {
  table: string
  name: string
  isPrimary: boolean
  columns: string[]
  references: string | null
}

const KEYS = `
  select c.relname as "table", x.relname as name, i.indisprimary as "isPrimary", null as references,
      array(select coalesce(a.attname, '(expression)') from unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by place)::text[] as columns
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique
  union all
  select c.relname, f.conname, false, r.relname,
      array(select a.attname from unnest(f.conkey) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by place)::text[]
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class r on r.oid = f.confrelid
    where f.contype = 'f' and c.relnamespace = 'public'::regnamespace`

async function readTables(): Promise<Map<string, Key[]>> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const { rows: keys } = await db.pool.query<Key>(KEYS)
  return new Map(rows.map(({ name }) => [name, keys.filter(({ table }) => table === name)]))
}

/** A foreign key may name the entity of the other row: the home of a client, the parent of an entity. */
const isEntity = (column: string) => column.endsWith('entity_id')

function hasEntity(key: Key): boolean {
  const isEntityItself = key.table === 'entities' && key.isPrimary
  return isEntityItself || (key.isPrimary ? key.columns[0] === 'entity_id' : key.columns.some(isEntity))
}

const described = ({ name, columns, references }: Key) =>
  `${name} (${columns.join(', ')})${references === null ? '' : ` references ${references}`}`

test('every key and foreign key of a client table has entity_id, and every primary key leads with it', async () => {
  const clients = [...(await readTables())].filter(([table]) => !(table in SHARED_TABLES))
  const missing = clients.flatMap(([table, keys]) => [
    ...keys.filter((key) => !hasEntity(key)).map(described),
    ...(keys.some(({ isPrimary }) => isPrimary) ? [] : [`${table} (no primary key)`]),
  ])
  expect(missing.sort()).toEqual(Object.keys(WITHOUT_ENTITY).sort())
})

test('every table belongs to clients or is listed as shared', async () => {
  const tables = await readTables()
  expect(Object.keys(SHARED_TABLES).filter((table) => !tables.has(table))).toEqual([])
  const { rows } = await db.pool.query<{ table: string }>(
    `select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'entity_id'`,
  )
  expect(rows.map(({ table }) => table).filter((table) => table in SHARED_TABLES)).toEqual([])
})

test('a shared table references no client table, and a client table no shared one', async () => {
  const keys = [...(await readTables()).values()].flat().filter(({ references }) => references !== null)
  const isShared = (table: string) => table in SHARED_TABLES
  const crossing = keys.filter((key) => isShared(key.table) !== isShared(key.references!))
  expect(crossing.map(described)).toEqual([])
})
