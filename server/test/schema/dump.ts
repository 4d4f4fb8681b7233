import type { Queryable } from '../../src/kernel/db/db.ts'

/**
 * Describes the schema of a database as text: tables with their constraints, indexes and triggers, then views, sequences and
 * functions, each kind by name. It reads the catalog instead of running pg_dump, so that all supported versions of
 * PostgreSQL give the same text and no binary is needed.
 */
export async function dumpSchema(db: Queryable): Promise<string> {
  const statements = async (sql: string) => {
    const { rows } = await db.query<{ text: string }>(sql)
    return rows.map(({ text }) => `${text.replace(/[ \t]+$/gm, '')}\n`)
  }
  const views = (await statements(VIEWS)).map(withoutQualifiers)
  const parts = [await statements(TABLES), views, await statements(SEQUENCES), await statements(FUNCTIONS)]
  return parts.flat().join('\n')
}

/** PostgreSQL 15 qualifies the columns of a view with the name of its only table; later versions do not. */
const withoutQualifiers = (view: string): string => view.replace(/\b(?:[a-z]+_[a-z_]+|events)\.(?=[a-z])/g, '')

const OURS = `relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'`

const COLUMNS = `(select array_agg(format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case
        when a.attidentity <> '' then ' generated always as identity'
        when a.attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid, true))
        when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid, true) else '' end,
      case when a.attnotnull then ' not null' else '' end) order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)`

const CONSTRAINTS = `(select array_agg(format('  constraint %s %s', k.conname, pg_get_constraintdef(k.oid, true))
      order by array_position('{p,u,f,c}', k.contype::text), k.conname)
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c'))`

const INDEXES = `(select array_agg(pg_get_indexdef(i.indexrelid, 0, true) || ';' order by x.relname)
    from pg_index i join pg_class x on x.oid = i.indexrelid
    where i.indrelid = c.oid and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u')))`

const TRIGGERS = `(select array_agg(pg_get_triggerdef(t.oid, true) || ';' order by t.tgname)
    from pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where t.tgrelid = c.oid and not t.tgisinternal and f.pronamespace = 'public'::regnamespace)`

const TABLES = `select concat_ws(e'\\n', format(e'create table %s (\\n%s\\n)%s;', c.relname,
      array_to_string(${COLUMNS} || ${CONSTRAINTS}, e',\\n'), ' with (' || array_to_string(c.reloptions, ', ') || ')'),
      array_to_string(${INDEXES}, e'\\n'), array_to_string(${TRIGGERS}, e'\\n')) as text
  from pg_class c where ${OURS} and c.relkind in ('r', 'p') order by c.relname collate "C"`

const VIEWS = `select format(e'create view %s as\\n%s', relname, pg_get_viewdef(oid, true)) as text
  from pg_class where ${OURS} and relkind = 'v' order by relname collate "C"`

/** Sequences of identity columns belong to their columns. */
const SEQUENCES = `select format('create sequence %s as %s start %s increment %s;', c.relname, format_type(s.seqtypid, null),
    s.seqstart, s.seqincrement) as text
  from pg_sequence s join pg_class c on c.oid = s.seqrelid
  where ${OURS} and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'i')
  order by c.relname collate "C"`

const FUNCTIONS = `select format(e'create function %s(%s) returns %s\\n  language %s %s%s%s%s as $$%s$$;', p.proname,
    pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname,
    case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
    case p.proparallel when 's' then ' parallel safe' else '' end,
    case when p.proretset then ' rows ' || p.prorows else '' end,
    coalesce(' set ' || array_to_string(p.proconfig, ' set '), ''), p.prosrc) as text
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace order by p.proname collate "C", pg_get_function_arguments(p.oid) collate "C"`
