import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { asOfEpoch, type Db, inTransaction } from '../../kernel/db/db.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { dayOf } from '../../kernel/values/days.ts'
import { createRests, isRequested } from '../../kernel/jobs/background.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { areNotesIntact, type Head, noteHeads } from '../noted.ts'
import { recordIdOf } from '../present.ts'
import type { ChainKey } from '../record.ts'
import { finishVerification, leaseVerification, type StoredDifference } from './verifications.ts'
import { listChains, type Verified, verifyChain } from '../verify.ts'

const LEASE_MS = 300_000
/** Records that are compared between two pauses. */
const PORTION = 500
/** Time after which it continues at its full pace beside requests: a trail of any length is verified within the day. */
const PATIENCE_MS = 6 * 3_600_000

export interface VerificationDeps {
  db: Pick<Db, 'pool' | 'epochs'>
  clock: Pick<Clock, 'wall' | 'epoch'>
  log: Pick<FastifyBaseLogger, 'error' | 'info' | 'warn'>
}

/**
 * Verifies all chains, unless that was done today or another process is doing it. It pauses between two portions and between two chains,
 * for longer while the process serves requests.
 *
 * @returns true if this call has finished it
 * @throws the reason of `signal` if the process stops; another one begins anew after the lease
 */
export async function verifyOnce(deps: VerificationDeps, signal?: AbortSignal): Promise<boolean> {
  const { clock, log } = deps
  const db = asOfEpoch(deps.db, clock.epoch?.()) // a reset ends it: the chains are other ones then
  const startedAt = clock.wall()
  const day = dayOf(startedAt)
  const runId = newUuid()
  const lease = (wall: Date) =>
    leaseVerification(db, { day, startedAt, runId, wall, until: new Date(wall.getTime() + LEASE_MS) })
  if (!(await lease(startedAt))) return false
  const yields = () => clock.wall().getTime() - startedAt.getTime() < PATIENCE_MS && isRequested()
  const rest = createRests(async (ms) => {
    await pause(ms, undefined, { ref: false, ...(signal && { signal }) })
    if (!(await lease(clock.wall()))) throw new Error('another process has begun the verification anew')
  }, yields)
  const pace = { rest, workedMs: 0 }
  const differences: StoredDifference[] = []
  const heads: Head[] = []
  let recordCount = 0n
  for (const key of await listChains(db.pool, undefined)) {
    let found = await verifyWhole(db, key, pace)
    if (found.difference) found = await verifyWhole(db, key, pace) // a reset of the sandbox looks like a deletion
    recordCount += found.position
    if (found.difference) differences.push(describe(key, found.difference))
    else heads.push({ ...key, position: found.position, digest: found.digest })
  }
  if (!(await areNotesIntact(db.pool))) differences.push(REPLACED_NOTES)
  const outcome = { day, runId, recordCount, differences }
  await inTransaction(db, async (tx) => {
    const wall = clock.wall()
    // Not after a reset of the sandbox: its chains are other ones.
    if ((await finishVerification(tx, outcome, wall)) && !differences.includes(REPLACED_NOTES))
      await noteHeads(tx, heads, wall)
  })
  const institution = heads.find(({ entityId, chain }) => entityId === HOUSE_ENTITY_ID && chain === 'institution')
  const head = institution && { position: String(institution.position), hash: institution.digest }
  if (differences.length === 0) log.info({ day, recordCount: String(recordCount), head }, 'the audit trail is intact')
  else log.error({ day, differences }, 'records of the audit trail were changed or deleted: run operator verify-audit')
  return true
}

/** Compares a whole chain in portions, and rests before each. */
async function verifyWhole(
  { pool }: Pick<Db, 'pool'>,
  key: ChainKey,
  pace: { rest: (workedMs: number) => Promise<void>; workedMs: number },
): Promise<Verified> {
  for (let after = 0n; ; ) {
    await pace.rest(pace.workedMs)
    const begin = performance.now()
    const found = await verifyChain(pool, key, after, PORTION)
    pace.workedMs = performance.now() - begin
    if (found.difference || !found.hasMore) return found
    after = found.position
  }
}

/** The noted heads are not those that the institution's chain has the digest of. No new ones are noted, so that it is found again. */
const REPLACED_NOTES: StoredDifference = {
  entityId: 'house',
  chain: 'institution',
  kind: 'NotedHeads',
  position: null,
  auditRecordId: null,
}

function describe({ entityId, chain }: ChainKey, difference: NonNullable<Verified['difference']>): StoredDifference {
  const { kind, position, sequence, actId } = difference
  return {
    entityId: entityId === HOUSE_ENTITY_ID ? 'house' : formatId('ent', entityId),
    chain,
    kind,
    position: position === null ? null : String(position),
    auditRecordId: sequence === null && actId === null ? null : recordIdOf(entityId, difference),
  }
}
