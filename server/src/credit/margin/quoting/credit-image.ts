import { type Db, inTransaction, type Queryable } from '../../../kernel/db/db.ts'
import { createBatcher } from '../../../kernel/jobs/batcher.ts'
import { type CreditFacts, readCreditFacts } from './credit-facts.ts'

/** The credit facts of entities, kept in the process. */
export interface CreditImage {
  /** Returns the entity's facts as committed after the call: of this process or another. */
  of(entityId: string): Promise<CreditFacts>
}

/** Entities whose facts are kept at most; the one read first is dropped first. */
const KEPT = 10_000

interface Kept {
  version: string
  facts: CreditFacts
}

/**
 * Keeps the credit facts of entities with their version: a digest of the rows they were read from. One statement reads the
 * version for all quotes of an entity that wait, and only changed facts are read again. A version is read after the call that asks for it,
 * so a change by any process is seen by the next quote, and no writer needs to announce it.
 */
export function createCreditImage(db: Pick<Db, 'pool' | 'reader' | 'reactions'>): CreditImage {
  const kept = new Map<string, Kept>()
  const batcher = createBatcher<string, CreditFacts>({
    async run(asked) {
      const current = new Map(
        await Promise.all(
          [...new Set(asked)].map(async (id) => [id, await currentOf(id)] satisfies [string, CreditFacts]),
        ),
      )
      return asked.map((entityId) => current.get(entityId)!)
    },
  })

  async function currentOf(entityId: string): Promise<CreditFacts> {
    const version = await versionOf(db.reader, entityId)
    const found = kept.get(entityId)
    if (found?.version === version) return found.facts
    const made = await readInOneSnapshot(db, entityId)
    kept.delete(entityId)
    kept.set(entityId, made)
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
    return made.facts
  }

  return { of: (entityId) => batcher.submit(entityId) }
}

/** Reads facts and version in one snapshot, so that they belong together. */
const readInOneSnapshot = (db: Pick<Db, 'pool' | 'reactions'>, entityId: string): Promise<Kept> =>
  inTransaction(db, async (tx) => {
    const [, version, facts] = await Promise.all([
      tx.query('set transaction isolation level repeatable read read only'),
      versionOf(tx, entityId),
      readCreditFacts(tx, entityId),
    ])
    return { version, facts }
  })

/** Returns a digest of all rows behind the credit facts of an entity. Every part reads by a key that begins with the entity. */
async function versionOf(db: Queryable, entityId: string): Promise<string> {
  const { rows } = await db.query<{ version: string }>({ name: 'credit-version', text: VERSION, values: [entityId] })
  return rows[0]!.version
}

/** Rows as text, in any order: another order of the same rows only makes them be read again. */
const rowsOf = (table: string, where = ''): string =>
  `(select string_agg(f::text, ';') from ${table} f where f.entity_id = $1 ${where})`
/** One entity a statement: so the planner reuses its plan, which costs more to make than to run. */
const VERSION = `select md5(jsonb_build_array(
    ${rowsOf('credit_facilities')},
    ${rowsOf('credit_terms')},
    ${rowsOf('credit_positions', 'and deals > 0')},
    ${rowsOf('credit_cash_margins', 'and amount_minor > 0')},
    ${rowsOf('unpaid_trades')},
    ${rowsOf('margin_calls', "and status = 'Overdue'")})::text) as version`
