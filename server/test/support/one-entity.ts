import type pg from 'pg'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { allowSeveralEntities } from '../../src/kernel/db/several-entities.ts'

/** Acts that may write rows of several entities in one transaction, with the reason. */
const ACTS_ALLOWED: Readonly<Record<Parameters<typeof allowSeveralEntities>[1], string>> = {
  seed: 'the demo entities of an empty sandbox appear together, or none does',
  'sandbox reset': 'readers see the old or the new sandbox, and nothing between',
}

/**
 * Connections whose transactions may write rows of several entities, by application_name, with the reason.
 */
const EXEMPT: Readonly<Record<string, string>> = {
  'cambist posting':
    'a micro-batch commits requests that are independent of one another; each of its commands is of one entity',
}

/**
 * Makes every transaction fail that writes rows of two entities: statement triggers on each table with an entity_id note
 * the entity in a setting that ends with the transaction, or with the savepoint that is rolled back.
 */
export async function guardEntities(client: pg.Client): Promise<void> {
  const exempt = Object.keys(EXEMPT).map((name) => client.escapeLiteral(name))
  const acts = Object.keys(ACTS_ALLOWED).map((name) => client.escapeLiteral(name))
  await client.query(FUNCTION.replace('$EXEMPT', exempt.join(', ')).replace('$ACTS', acts.join(', ')))
  const { rows } = await client.query<{ table: string }>(
    `select c.table_name as table from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'entity_id' and t.table_type = 'BASE TABLE'`,
  )
  await client.query(rows.flatMap(({ table }) => ACTS.map((act) => trigger(table, act))).join(';\n'))
}

/** Runs one statement of a test on the rows of all entities. */
export const inAllEntities = (db: Pick<Db, 'pool'>, text: string, values: unknown[] = []) =>
  inTransaction(db, async (tx) => {
    await allowSeveralEntities(tx, 'seed')
    return tx.query(text, values)
  })

const ACTS = ['insert', 'update', 'delete'] as const

function trigger(table: string, act: (typeof ACTS)[number]): string {
  const rows = act === 'delete' ? 'old' : 'new'
  return `create trigger zz_one_entity_${act} after ${act} on ${table} referencing ${rows} table as changed
    for each statement execute function test_guards.check_one_entity()`
}

const FUNCTION = `create schema test_guards;
create function test_guards.check_one_entity() returns trigger language plpgsql as $$
declare
  known text := coalesce(current_setting('cambist_test.entity', true), '');
  other text;
begin
  if current_setting('application_name') in ($EXEMPT) or current_setting('cambist.several_entities', true) in ($ACTS) then
    return null;
  end if;
  if known = '' then
    select entity_id::text into known from changed where entity_id is not null limit 1;
    if known is null then return null; end if;
    perform set_config('cambist_test.entity', known, true);
  end if;
  -- A clean-up deletes expired rows of all entities, which are independent of one another, in one statement of its own.
  if tg_op = 'DELETE' and now() = statement_timestamp() then
    return null;
  end if;
  select entity_id::text into other from changed where entity_id is not null and entity_id <> known::uuid limit 1;
  if other is not null then
    raise exception 'one transaction writes rows of the entities % and %', known, other
      using errcode = 'restrict_violation', table = tg_table_name, detail = left(current_query(), 300);
  end if;
  return null;
end $$`
