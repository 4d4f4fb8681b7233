import { type Db, inTransaction, outsideEpochs, type Queryable } from '../../../kernel/db/db.ts'
import { createBatcher } from '../../../kernel/jobs/batcher.ts'
import { type CreditFacts, readCreditFacts } from './credit-facts.ts'

/** The credit facts of entities, kept in the process. */
export interface CreditImage {
  /** Returns the entity's facts as committed after the call: of this process or another. */
  of(entityId: string): Promise<CreditFacts>
  /** Returns the facts at hand, which may have changed since; undefined before the first quote. */
  kept(entityId: string): VersionedFacts | undefined
}

/** Function of the database that computes the version of an entity's credit facts. */
export const CREDIT_VERSION = 'credit_version'

/** Credit facts with the version of the rows they were read from. */
export interface VersionedFacts {
  version: string
  facts: CreditFacts
}

/** Entities whose facts are kept at most; the one read first is dropped first. */
const KEPT = 10_000

/**
 * Keeps the credit facts of entities with their version: a digest of the rows they were read from. One statement reads the
 * version for all quotes of an entity that wait, and only changed facts are read again. A version is read after the call that asks for it,
 * so a change by any process is seen by the next quote, and no writer needs to announce it.
 */
export function createCreditImage(db: Pick<Db, 'pool' | 'epochs' | 'reader' | 'reactions'>): CreditImage {
  const kept = new Map<string, VersionedFacts>()
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

  return { of: (entityId) => batcher.submit(entityId), kept: (entityId) => kept.get(entityId) }
}

/** Reads facts and version in one snapshot, so that they belong together: nothing may be read before its isolation is set. */
const readInOneSnapshot = (db: Pick<Db, 'pool' | 'epochs' | 'reactions'>, entityId: string): Promise<VersionedFacts> =>
  inTransaction(outsideEpochs(db), async (tx) => {
    const [, version, facts] = await Promise.all([
      tx.query('set transaction isolation level repeatable read read only'),
      versionOf(tx, entityId),
      readCreditFacts(tx, entityId),
    ])
    return { version, facts }
  })

/** Returns a digest of all rows behind the credit facts of an entity. */
async function versionOf(db: Queryable, entityId: string): Promise<string> {
  const { rows } = await db.query<{ version: string }>({
    name: 'credit-version',
    text: `select ${CREDIT_VERSION}($1) as version`,
    values: [entityId],
  })
  return rows[0]!.version
}
