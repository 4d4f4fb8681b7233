import {
  type BeneficiaryRow,
  beneficiariesAfter,
  holdForScreening,
  lockBeneficiary,
  payeeOf,
} from '../beneficiaries/index.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Db, inTransaction, type Tx } from '../kernel/db/db.ts'
import { type Sweep, sweepSets } from '../kernel/jobs/work.ts'
import type { Act } from '../kernel/values/act.ts'
import {
  entitiesToScreen,
  lockProgress,
  newestNames,
  type Progress,
  type Screening,
  storeProgress,
} from '../screening/index.ts'
import { partiesOf } from './compliance.ts'

/** Entities looked up at a time. */
const ENTITIES = 50
/** Payees screened in one transaction. */
const PAYEES = 200

interface Rescreening {
  screening: Screening
  /** Wall time. */
  wall: () => Date
}

/**
 * Screens saved payees again when the lists name somebody new. Each entity keeps its progress, so that a pass continues after
 * a stop. Payees are compared only with the names that were added or changed since the entity's last pass.
 */
export function rescreenPayees({ screening, wall }: Rescreening): Sweep {
  let finished = 0n
  return async ({ db, until, failed }) => {
    const target = await newestNames(db.pool)
    if (target <= finished) return 0
    let isComplete = true
    const done = await sweepSets(
      (except) => entitiesToScreen(db.pool, target, except, ENTITIES),
      async (entityIds) => {
        const left: string[] = []
        for (const entityId of entityIds) {
          const act = { actor: { type: 'system' as const }, at: until, wall: wall() }
          const isDone = await screenEntity(db, entityId, { screening, target, act }).catch((error: unknown) => {
            failed(error, { entityId, resourceId: entityId })
            return false
          })
          if (!isDone) left.push(entityId)
        }
        if (left.length > 0) isComplete = false
        return { done: entityIds.length - left.length, left }
      },
    )
    if (isComplete) finished = target
    return done
  }
}

interface Pass {
  screening: Screening
  target: bigint
  act: Act
}

/** Screens the payees of an entity in sets, each in its own transaction; returns false while another process does. */
async function screenEntity(db: Pick<Db, 'pool'>, entityId: string, pass: Pass): Promise<boolean> {
  for (;;) {
    const progress = await inTransaction(db, (tx) => screenSet(tx, entityId, pass))
    if (!progress || progress.version >= pass.target) return progress !== undefined
  }
}

/** Screens the next set of an entity's payees with the names that are new to it; returns its progress. */
async function screenSet(tx: Tx, entityId: string, { screening, target, act }: Pass): Promise<Progress | undefined> {
  const known = await lockProgress(tx, entityId)
  if (!known || known.version >= target) return known
  const aim = known.target ?? target
  const rows = await beneficiariesAfter(tx, entityId, known.afterId, PAYEES)
  let found = 0n
  for (const row of rows) {
    await nextTurn() // a search takes milliseconds; requests run in between
    const hits = await screening.lookSince(tx, partiesOf(payeeOf(row)), known.version)
    if (hits.length > 0 && (await hold(tx, row, screening, act))) found++
  }
  const counted = { screened: known.screened + BigInt(rows.length), found: known.found + found }
  const isLast = rows.length < PAYEES
  const next = isLast
    ? { version: aim, target: null, afterId: null, finishedAt: act.wall }
    : { target: aim, afterId: rows.at(-1)!.beneficiaryId }
  const progress = { ...known, ...counted, ...next }
  await storeProgress(tx, progress)
  return progress
}

/** Opens a case about a payee that a list names, and holds the payee; returns false if a reviewer has released the same. */
async function hold(tx: Tx, seen: BeneficiaryRow, screening: Screening, act: Act): Promise<boolean> {
  const { entityId, beneficiaryId } = seen
  const row = await lockBeneficiary(tx, entityId, beneficiaryId, 'update')
  if (!row || row.status === 'Deleted') return false
  const { hits } = await screening.screen(tx, {
    entityId,
    resourceType: 'beneficiary',
    resourceId: beneficiaryId,
    stage: 'ListChange',
    parties: partiesOf(payeeOf(row)),
    maker: row.maker ?? row.createdBy,
    ...act,
  })
  if (hits.length === 0) return false
  await holdForScreening(tx, row, act)
  return true
}
