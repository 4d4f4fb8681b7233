import type { Db } from '../../../kernel/db/db.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { createBatcher } from '../../../kernel/jobs/batcher.ts'
import { type CreditFacts, readCreditFacts } from './credit-facts.ts'

/** The credit facts of entities, kept in the process. */
interface CreditImage {
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
 * versions for all quotes that wait, and only changed facts are read again. A version is read after the call that asks for it,
 * so a change by any process is seen by the next quote, and no writer needs to announce it.
 */
export function createCreditImage(db: Pick<Db, 'pool' | 'reader' | 'reactions'>): CreditImage {
  const kept = new Map<string, Kept>()
  const batcher = createBatcher<string, CreditFacts>({
    async run(asked) {
      const versions = await versionsOf(db, [...new Set(asked)])
      const current = new Map(
        await Promise.all(
          [...versions].map(async ([id, version]) => [id, await factsAt(id, version)] satisfies [string, CreditFacts]),
        ),
      )
      return asked.map((entityId) => current.get(entityId)!)
    },
  })

  async function factsAt(entityId: string, version: string): Promise<CreditFacts> {
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
    await tx.query('set transaction isolation level repeatable read read only')
    const version = (await versionsOf({ reader: tx }, [entityId])).get(entityId)!
    return { version, facts: await readCreditFacts(tx, entityId) }
  })

/** Returns a digest of all rows behind the credit facts of each entity. Every part reads by a key that begins with the entity. */
async function versionsOf(
  { reader }: { reader: Pick<Db['reader'], 'query'> },
  entityIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await reader.query<{ entityId: string; version: string }>({
    name: 'credit-versions',
    text: VERSIONS,
    values: [entityIds],
  })
  return new Map(rows.map(({ entityId, version }) => [entityId, version]))
}

const rowsOf = (table: string, order: string, where = ''): string =>
  `(select string_agg(f::text, ';' order by ${order}) from ${table} f where f.entity_id = asked.entity_id ${where})`
const VERSIONS = `select asked.entity_id as "entityId", md5(jsonb_build_array(
    ${rowsOf('credit_facilities', 'facility_id')},
    ${rowsOf('credit_terms', 'facility_id, position, term_id')},
    ${rowsOf(
      'credit_positions',
      'facility_id, term_id, currency_pair, base_side, first_date, value_date, priced_at_date',
      'and deals > 0',
    )},
    ${rowsOf('credit_cash_margins', 'facility_id, kind, currency', 'and amount_minor > 0')},
    ${rowsOf('unpaid_trades', 'due_at, trade_id')},
    ${rowsOf('margin_calls', 'margin_call_id', "and status = 'Overdue'")})::text) as version
  from unnest($1::uuid[]) as asked (entity_id)`
