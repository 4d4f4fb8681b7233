import { type Db, inTransaction, type Queryable, type Tx } from '../kernel/db/db.ts'
import { arrayOf, hex, instant, integer, minor, oneOf, table, uuid } from '../kernel/db/table.ts'
import { type AuditRecord, canonicalText, type Chain, type ChainKey, digestOf, recordsAt } from './record.ts'

const newBlock = table('audit_blocks', {
  entityId: uuid,
  chain: oneOf<Chain>(),
  first: minor,
  firstEvent: minor,
  events: integer,
  actIds: arrayOf(uuid),
  digests: hex,
  oldestAt: instant,
  sealedAt: instant,
}).insert({ name: 'insert-audit-block' })

/** Records that one block takes at most, so that hashing them does not hold up requests. */
const MOST_RECORDS = 250
/** Chains that are found at a time. A long one gets its further blocks after the others' next ones. */
const MOST_CHAINS = 100

/**
 * Seals the records that are committed and not yet in a chain. Those that are committed meanwhile may wait for the next call,
 * so that sealing ends under load. Commands neither wait for it nor lock a row that it locks. Several processes may
 * run it: each chain is sealed by one at a time.
 *
 * @param rest waits after each block; default: not at all
 * @returns the number of sealed records
 */
export async function sealAll(
  db: Pick<Db, 'pool'>,
  wall: Date,
  rest: (tookMs: number) => Promise<unknown> = async () => {},
): Promise<number> {
  let total = 0
  let found: ChainKey[] = []
  do {
    // In transactions, which are run again after a deadlock with a reset of the sandbox.
    const after = found.at(-1)
    found = await inTransaction(db, (tx) => findUnsealed(tx, after))
    for (let open = found; open.length > 0; ) {
      const longer: ChainKey[] = []
      for (const key of open) {
        const begin = performance.now()
        const sealed = await inTransaction(db, (tx) => sealChain(tx, key, wall))
        await rest(performance.now() - begin)
        total += sealed
        if (sealed === MOST_RECORDS) longer.push(key)
      }
      open = longer
    }
  } while (found.length === MOST_CHAINS)
  return total
}

/** Returns chains with records to be sealed, in the order of their keys. @param after the last one found before */
async function findUnsealed(db: Queryable, after: ChainKey | undefined): Promise<ChainKey[]> {
  const { rows } = await db.query<ChainKey>({
    name: 'find-unsealed-chains', // books_pkey, audit_heads_pkey, unsealed_acts_pkey
    text: `select entity_id as "entityId", chain from (
        (select b.entity_id, 'entity' as chain from books b
            left join audit_heads h on h.entity_id = b.entity_id and h.chain = 'entity'
          where b.event_sequence > coalesce(h.events, 0) and b.entity_id >= $2::uuid
            and (b.entity_id, 'entity') > ($2, $3::text) order by b.entity_id limit $1)
        union
        (select distinct entity_id, chain from unsealed_acts
          where entity_id >= $2 and (entity_id, chain) > ($2, $3) order by entity_id, chain limit $1)) found
      order by entity_id, chain limit $1`,
    values: [MOST_CHAINS, after?.entityId ?? FIRST, after?.chain ?? ''],
  })
  return rows
}

/** Sorts before every entity. */
const FIRST = '00000000-0000-0000-0000-000000000000'

interface Head {
  records: bigint
  events: bigint
  digest: string
}

/** Seals the next block of a chain; 0 if another process is sealing it, or nothing is left. */
async function sealChain(tx: Tx, key: ChainKey, wall: Date): Promise<number> {
  const head = await lockHead(tx, key)
  if (!head) return 0
  const records = await readUnsealed(tx, key, head.events)
  if (records.length === 0) return 0
  const digests: string[] = []
  for (const [i, record] of records.entries()) {
    const position = head.records + BigInt(i) + 1n
    digests.push(digestOf(digests.at(-1) ?? head.digest, canonicalText(key, { ...record, position })))
  }
  const actIds = records.flatMap(({ actId }) => actId ?? [])
  const times = records.map(({ recordedAt }) => (recordedAt ?? wall).getTime())
  const events = records.length - actIds.length
  const block = {
    ...key,
    first: head.records + 1n,
    firstEvent: head.events + 1n,
    events,
    actIds,
    digests: digests.join(''),
    oldestAt: new Date(Math.min(...times)),
    sealedAt: wall,
  }
  await tx.query(newBlock(block))
  await tx.query({
    name: 'move-audit-head',
    text: `with taken as (delete from unsealed_acts where entity_id = $1 and act_id = any ($6))
      update audit_heads set records = records + $3, events = events + $4, digest = decode($5, 'hex')
        where entity_id = $1 and chain = $2`,
    values: [key.entityId, key.chain, records.length, events, digests.at(-1), actIds],
  })
  return records.length
}

async function lockHead(tx: Tx, { entityId, chain }: { entityId: string; chain: Chain }): Promise<Head | undefined> {
  await tx.query({
    name: 'open-audit-chain',
    text: 'insert into audit_heads (entity_id, chain) values ($1, $2) on conflict do nothing',
    values: [entityId, chain],
  })
  const { rows } = await tx.query<Head>({
    name: 'lock-audit-head',
    text: `select records, events, encode(digest, 'hex') as digest from audit_heads
      where entity_id = $1 and chain = $2 for no key update skip locked`,
    values: [entityId, chain],
  })
  return rows[0]
}

/**
 * Reads the next records of a chain, events first. An event whose row is missing is read too, without its values: it takes
 * its place in the chain, and verification names it.
 */
async function readUnsealed(tx: Tx, { entityId, chain }: ChainKey, events: bigint): Promise<AuditRecord[]> {
  const { rows } = await tx.query<AuditRecord>({
    name: 'read-unsealed-records',
    text: `${recordsAt(`
      (select null::bigint as position, null::bytea as digest, g as sequence, null::uuid as act_id from books b
          cross join lateral generate_series($3::bigint + 1, least(b.event_sequence, $3 + $4)) g
        where b.entity_id = $1 and $2 = 'entity')
      union all
      (select null, null, null, u.act_id from unsealed_acts u where u.entity_id = $1 and u.chain = $2
        order by u.act_id limit $4)`)}
      order by p.sequence nulls last, p.act_id limit $4`,
    values: [entityId, chain, events, MOST_RECORDS],
  })
  return rows
}
