import type pg from 'pg'
import type { Db, Tx } from '../../kernel/db/db.ts'

/** Facts that an order depends on: an entity, one of its accounts, and a saved payee or none. */
export interface FactsKey {
  entityId: string
  /** Stored ids; null for none. */
  accountId: string | null
  beneficiaryId: string | null
}

/** Facts as they were at one moment. */
interface Facts {
  /** Version of all of them, which the statement that stores a payment compares with theirs then. */
  version: string
  /** Answers the reads of the checks. It locks nothing and writes nothing. */
  tx: Tx
}

/** Copies of facts in this process. */
export interface FactsImage {
  read(key: FactsKey): Promise<Facts>
  /** Drops a copy that is or may be old; the next read takes a new one. */
  forget(key: FactsKey): void
}

/** Thrown when a check reads what depends on other payments: then the payment is made in a transaction of its own. */
export class NotAFact extends Error {}

/**
 * Returns the call for the versions of everything outside of payments that orders are checked against. A version changes with every change
 * of one of the rows. The call returns a row for each element of the arrays, in their order.
 *
 * @param entities expressions of arrays of stored ids
 */
export const factsVersions = (entities: string, accounts: string, beneficiaries: string): string =>
  `payment_facts_versions(${entities}, ${accounts}, ${beneficiaries})`

/** Reads whose rows are facts: `factsVersions` has the version of each of them. */
const FACTS: ReadonlySet<string> = new Set([
  'get-entity-profile',
  'find-account',
  'lock-beneficiary-share',
  'find-beneficiary-policy',
  'approval-policies',
  'find-payee-verification',
  'screening-version',
])

/** Reads without rows here, because the statement that stores the payment decides: used limits, used references. */
const DECIDED_LATER: ReadonlySet<string> = new Set(['read-daily-usage', 'find-payment-by-client-reference'])

/** A fact that never changes, of which payments have many: a copy keeps the latest one, not all. */
const LATEST_ONLY = 'find-payee-verification'

/** Copies kept at most; beyond it all are dropped. */
const CAPACITY = 10_000

/** Returns an image without copies. */
export function createFactsImage(db: Pick<Db, 'reader'>): FactsImage {
  const copies = new Map<string, Promise<Facts>>()
  return {
    read(key) {
      const name = nameOf(key)
      const known = copies.get(name)
      if (known) return known
      if (copies.size >= CAPACITY) copies.clear()
      const taken = take(db, key)
      copies.set(name, taken)
      taken.catch(() => copies.delete(name))
      return taken
    },
    forget: (key) => void copies.delete(nameOf(key)),
  }
}

/**
 * Reads what the statement that stores payments compares: the present versions of facts by the names of their keys, and
 * those of the client references that payments of the entity have.
 */
export async function readDecisive(
  tx: Tx,
  entityId: string,
  read: readonly FactsKey[],
  clientReferences: readonly string[],
): Promise<{ versions: ReadonlyMap<string, string>; used: ReadonlySet<string> }> {
  const keys = [...new Map(read.map((key) => [nameOf(key), key])).values()]
  const { rows } = await tx.query<{ versions: string[]; used: string[] }>({
    name: 'payment-facts-and-references', // payments_by_client_reference
    text: `select array(select v from ${factsVersions('$2::uuid[]', '$3::uuid[]', '$4::uuid[]')} as v) as versions,
      array(select client_reference from payments where entity_id = $1 and client_reference = any($5)
        and client_reference is not null) as used`,
    values: [
      entityId,
      keys.map((key) => key.entityId),
      keys.map(({ accountId }) => accountId),
      keys.map(({ beneficiaryId }) => beneficiaryId),
      clientReferences,
    ],
  })
  const { versions, used } = rows[0]!
  return { versions: new Map(keys.map((key, i) => [nameOf(key), versions[i]!])), used: new Set(used) }
}

export const nameOf = ({ entityId, accountId, beneficiaryId }: FactsKey) => `${entityId} ${accountId} ${beneficiaryId}`

/** Reads the version first: facts that change between the two reads look old, and are not used. */
async function take(db: Pick<Db, 'reader'>, { entityId, accountId, beneficiaryId }: FactsKey): Promise<Facts> {
  const { rows } = await db.reader.query<{ version: string }>({
    name: 'payment-facts',
    text: `select version from ${factsVersions('$1::uuid[]', '$2::uuid[]', '$3::uuid[]')} as version`,
    values: [[entityId], [accountId], [beneficiaryId]],
  })
  return { version: rows[0]!.version, tx: { query: reader(db), isTransaction: true } as unknown as Tx }
}

/** Returns the reader of one copy: it keeps the rows of each read, and locks none. */
function reader({ reader: connection }: Pick<Db, 'reader'>): Tx['query'] {
  const kept = new Map<string, Promise<pg.QueryResult>>()
  let latest = ''
  return async <R extends pg.QueryResultRow>(query: pg.QueryConfig | string) => {
    const { name, values = [] } = typeof query === 'string' ? { name: undefined } : query
    if (name !== undefined && DECIDED_LATER.has(name)) return { rows: [], rowCount: 0 } as unknown as pg.QueryResult<R>
    if (name === undefined || !FACTS.has(name)) throw new NotAFact(name ?? 'a statement without a name')
    const key = JSON.stringify([name, values])
    const read = kept.get(key) ?? connection.query({ text: unlocked(query), values })
    if (name === LATEST_ONLY && key !== latest) {
      kept.delete(latest)
      latest = key
    }
    kept.set(key, read)
    return (await read) as pg.QueryResult<R>
  }
}

const unlocked = (query: pg.QueryConfig | string): string =>
  (typeof query === 'string' ? query : query.text).replace(/\s+for share$/, '')
