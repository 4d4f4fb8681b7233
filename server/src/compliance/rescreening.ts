import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import {
  type BeneficiaryRow,
  beneficiariesAfter,
  holdForScreening,
  lockBeneficiary,
  payeeOf,
} from '../beneficiaries/index.ts'
import { mayPassLater } from '../kernel/db/connection-loss.ts'
import { type Db, inSavepoint, inTransaction, type Tx } from '../kernel/db/db.ts'
import { type Sweep, sweepSets } from '../kernel/jobs/work.ts'
import type { Act } from '../kernel/values/act.ts'
import {
  entitiesToScreen,
  findProgress,
  type Hit,
  lockProgress,
  newestNames,
  type Progress,
  type Screening,
  storeProgress,
} from '../screening/index.ts'
import { partiesOf } from './compliance.ts'
import { rescreenEntity } from './entities.ts'

/** Entities looked up at a time. */
const ENTITIES = 50
/** Payees read at a time. */
const PAYEES = 50
/** A piece ends after this time of search, or with so many finds: its transaction locks the payees that it found. */
const PIECE_MS = 250
const FINDS = 20
/** Wall time after which a process looks again for entities that are not screened, although it screened all with these lists. */
const LOOK_AGAIN_MS = 60_000

interface Rescreening {
  screening: Screening
  /** Wall time. */
  wall: () => Date
}

/**
 * Screens entities and their saved payees again when the lists name somebody new. Each entity keeps its progress, so that a pass continues after
 * a stop. Payees are compared only with the names that were added or changed since the entity's last pass. One that cannot be
 * screened is reported once and passed over. Its payments are screened at their release.
 */
export function rescreenPayees({ screening, wall }: Rescreening): Sweep {
  let finished = { target: 0n, at: 0 }
  return async ({ db, until, failed }) => {
    const target = await newestNames(db.pool)
    const begun = wall().getTime()
    // Entities come later too: from a transaction that began before the lists changed, a previous release, a reset of the sandbox.
    if (target <= finished.target && begun < finished.at + LOOK_AGAIN_MS) return 0
    let isComplete = true
    const done = await sweepSets(
      (except) => entitiesToScreen(db.pool, target, except, ENTITIES),
      async (entityIds) => {
        const left: string[] = []
        for (const entityId of entityIds) {
          const act = { actor: { type: 'system' as const }, at: until, wall: wall() }
          const isDone = await screenEntity(db, entityId, { screening, target, act, failed }).catch(
            (error: unknown) => {
              failed(error, { entityId, resourceId: entityId })
              return false
            },
          )
          if (!isDone) left.push(entityId)
        }
        if (left.length > 0) isComplete = false
        return { done: entityIds.length - left.length, left }
      },
    )
    if (isComplete) finished = { target, at: begun }
    return done
  }
}

interface Pass {
  screening: Screening
  target: bigint
  act: Act
  failed: Parameters<Sweep>[0]['failed']
}

/** Screens an entity, and its payees in pieces; returns false while another process does. */
async function screenEntity(db: Pick<Db, 'pool'>, entityId: string, pass: Pass): Promise<boolean> {
  const begun = performance.now()
  if (!(await rescreenEntity(db, await findProgress(db.pool, entityId), pass))) return false
  await pause(performance.now() - begun)
  for (;;) {
    const known = await findProgress(db.pool, entityId)
    if (known.version >= pass.target) return true
    const piece = await searchPiece(db, known, pass)
    if (!(await inTransaction(db, (tx) => storePiece(tx, known, piece, pass)))) return false
    for (const { error, beneficiaryId } of piece.failures) pass.failed(error, { entityId, resourceId: beneficiaryId })
  }
}

/** Result of the search for some payees. */
interface Piece {
  searched: number
  afterId: string | null
  isLast: boolean
  found: { seen: BeneficiaryRow; hits: Hit[] }[]
  /** Payees that could not be screened. They are passed over, so that they do not keep the others from it. */
  failures: { beneficiaryId: string; error: unknown }[]
}

/**
 * Searches the next payees of an entity for the names that are new to it, until the time or the finds of a piece are reached. It holds no
 * lock and no transaction, and leaves other work as much time as it takes.
 */
async function searchPiece(db: Pick<Db, 'pool'>, known: Progress, { screening }: Pass): Promise<Piece> {
  const rows = await beneficiariesAfter(db.pool, known.entityId, known.afterId, PAYEES)
  const piece: Piece = { searched: 0, afterId: known.afterId, isLast: false, found: [], failures: [] }
  const end = performance.now() + PIECE_MS
  for (const seen of rows) {
    const begun = performance.now()
    if (piece.searched > 0 && (begun > end || piece.found.length >= FINDS)) return piece
    const { beneficiaryId } = seen
    try {
      const parties = partiesOf(payeeOf(seen))
      const isNamed = (await screening.lookSince(db.pool, parties, known.version)).length > 0
      if (isNamed) piece.found.push({ seen, hits: await screening.look(db.pool, parties) })
    } catch (error) {
      if (mayPassLater(error)) throw error
      piece.failures.push({ beneficiaryId, error })
    }
    piece.searched++
    piece.afterId = beneficiaryId
    await pause(performance.now() - begun)
  }
  return { ...piece, isLast: rows.length < PAYEES }
}

/** Stores what a search has found, with the progress; returns false if another process screens the entity. */
async function storePiece(tx: Tx, known: Progress, piece: Piece, { screening, target, act }: Pass): Promise<boolean> {
  const now = await lockProgress(tx, known.entityId)
  if (now?.version !== known.version || now.afterId !== known.afterId || now.target !== known.target) return false
  let found = 0n
  for (const find of piece.found) {
    try {
      if (await inSavepoint(tx, () => hold(tx, find, screening, act))) found++
    } catch (error) {
      if (mayPassLater(error)) throw error
      piece.failures.push({ beneficiaryId: find.seen.beneficiaryId, error })
    }
  }
  const counted = { screened: known.screened + BigInt(piece.searched), found: known.found + found }
  const aim = known.target ?? target
  const next = piece.isLast
    ? { version: aim, target: null, afterId: null, finishedAt: act.wall }
    : { target: aim, afterId: piece.afterId }
  await storeProgress(tx, { ...now, ...counted, ...next })
  return true
}

/** Opens a case about a payee that a list names, and holds the payee; returns false if a reviewer has released the same. */
async function hold(
  tx: Tx,
  { seen, hits: known }: Piece['found'][number],
  screening: Screening,
  act: Act,
): Promise<boolean> {
  const { entityId, beneficiaryId } = seen
  const row = await lockBeneficiary(tx, entityId, beneficiaryId, 'update')
  if (!row || row.status === 'Deleted') return false
  const thing = {
    entityId,
    resourceType: 'beneficiary' as const,
    resourceId: beneficiaryId,
    stage: 'ListChange' as const,
    parties: partiesOf(payeeOf(row)),
    maker: row.maker ?? row.createdBy,
    ...act,
  }
  const { hits } = await screening.screen(tx, thing, row.version === seen.version ? known : undefined)
  if (hits.length === 0) return false
  await holdForScreening(tx, row, act)
  return true
}

/** Lets other work run as long as a search took. */
const pause = (ms: number): Promise<void> => (ms < 1 ? nextTurn() : sleep(ms))
