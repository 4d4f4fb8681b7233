import { isDeepStrictEqual } from 'node:util'
import { type Entity, findEntity, lockEntity, setEntityStatus } from '../entities/index.ts'
import { mayPassLater } from '../kernel/db/connection-loss.ts'
import { type Db, inTransaction, type Tx } from '../kernel/db/db.ts'
import type { Sweep } from '../kernel/jobs/work.ts'
import { type Act, actOf } from '../kernel/values/act.ts'
import { formatId } from '../kernel/values/ids.ts'
import {
  type CaseRow,
  casesOf,
  type Hit,
  lockProgress,
  newestNames,
  type Party,
  type Progress,
  refuseScreening,
  type Review,
  type Screening,
  storeProgress,
} from '../screening/index.ts'

/** Screening of client entities by their own names, and the effect of a reviewer's decision on them. */

interface Pass {
  screening: Screening
  target: bigint
  act: Act
  failed: Parameters<Sweep>[0]['failed']
}

/** Returns the different names of a client entity and of the persons behind it as parties, and an empty list for the house. */
function partiesOfEntity(entity: Entity): Party[] {
  const { serviceKind, name, legalName, tradingName, countryOfIncorporation: country, relatedParties } = entity
  if (serviceKind === 'House') return []
  const own = [...new Set([name, legalName, tradingName ?? name])]
  return [
    ...own.map((each) => ({ role: 'Client' as const, name: each, country })),
    ...relatedParties.map((related) => ({
      role: 'Related' as const,
      name: related.name,
      ...(related.countryCode && { country: related.countryCode }),
    })),
  ]
}

const thingOf = (entity: Entity, stage: CaseRow['stage'], act: Act): Parameters<Screening['screen']>[1] => ({
  entityId: entity.entityId,
  resourceType: 'entity',
  resourceId: entity.entityId,
  stage,
  parties: partiesOfEntity(entity),
  ...act,
})

/**
 * Screens a new client entity in the transaction that creates it. One that a list names is `Onboarding` until a reviewer has decided.
 *
 * @returns the id of the open case
 */
export async function screenNewEntity(
  tx: Tx,
  entityId: string,
  screening: Screening,
  act: Act,
): Promise<string | undefined> {
  const entity = (await findEntity(tx, entityId))!
  const version = await newestNames(tx)
  const { hits, caseId } = await screening.screen(tx, thingOf(entity, 'Create', act))
  if (hits.length > 0) await setEntityStatus(tx, entityId, 'Onboarding', act)
  const begun = (await lockProgress(tx, entityId))!
  await storeProgress(tx, { ...begun, version, entityVersion: version, finishedAt: act.wall })
  return caseId
}

/**
 * Screens a client entity in the transaction that changed its names or the persons behind it. It keeps its status until the case is decided.
 *
 * @returns the id of the open case
 */
export async function screenChangedEntity(
  tx: Tx,
  entityId: string,
  screening: Screening,
  act: Act,
): Promise<string | undefined> {
  const entity = (await findEntity(tx, entityId))!
  return (await screening.screen(tx, thingOf(entity, 'Update', act))).caseId
}

/**
 * Compares the names of an entity with those that the lists added or changed since it was last compared, and opens a case if one is alike.
 * The entity keeps its status until the case is decided. One that cannot be screened is reported once and passed over. Searches outside the
 * transaction.
 *
 * @returns false if another process screens the entity
 */
export async function rescreenEntity(db: Pick<Db, 'pool'>, known: Progress, pass: Pass): Promise<boolean> {
  const { screening, target, act } = pass
  if (known.entityVersion >= target) return true
  const seen = await findEntity(db.pool, known.entityId)
  const hits = seen ? await newHits(db, seen, known, pass) : []
  return inTransaction(db, async (tx) => {
    const now = await lockProgress(tx, known.entityId)
    if (now?.entityVersion !== known.entityVersion) return false
    const entity = await lockEntity(tx, known.entityId)
    const isSame = isDeepStrictEqual(entity && partiesOfEntity(entity), seen && partiesOfEntity(seen))
    // A change of its names may have screened them with earlier lists.
    if (entity && !isSame) await screening.screen(tx, thingOf(entity, 'ListChange', act))
    else if (entity && hits.length > 0) await screening.screen(tx, thingOf(entity, 'ListChange', act), hits)
    await storeProgress(tx, { ...now, entityVersion: target })
    return true
  })
}

/** Returns what the lists say about the names of an entity; nothing if they added or changed no such name. */
async function newHits(
  db: Pick<Db, 'pool'>,
  entity: Entity,
  known: Progress,
  { screening, failed }: Pass,
): Promise<Hit[]> {
  const parties = partiesOfEntity(entity)
  if (parties.length === 0) return []
  try {
    const isNamed = (await screening.lookSince(db.pool, parties, known.entityVersion)).length > 0
    return isNamed ? await screening.look(db.pool, parties) : []
  } catch (error) {
    if (mayPassLater(error)) throw error
    failed(error, { entityId: entity.entityId, resourceId: entity.entityId })
    return []
  }
}

/**
 * Applies a decision: rejection suspends the entity. Release activates a new one, unless a list names it since: then it stays `Onboarding`
 * under a new case. The caller has locked the entity.
 */
export async function reviewEntity(tx: Tx, { entityId }: CaseRow, review: Review, screening: Screening): Promise<void> {
  const entity = await lockEntity(tx, entityId)
  if (review.decision === 'Rejected') return setEntityStatus(tx, entityId, 'Suspended', review)
  if (entity?.status !== 'Onboarding') return
  const { hits } = await screening.screen(tx, thingOf(entity, 'Release', actOf(review)))
  if (hits.length === 0) await setEntityStatus(tx, entityId, 'Active', review)
}

/**
 * Checks that no case about an entity waits for a reviewer, before an operator activates it.
 *
 * @throws screening_entity_undecided
 */
export async function checkEntityDecided(tx: Tx, entityId: string): Promise<void> {
  await lockEntity(tx, entityId)
  const cases = await casesOf(tx, { entityId, resourceType: 'entity', resourceId: entityId })
  const open = cases.find(({ status }) => status === 'Open')
  if (open)
    throw refuseScreening.screening_entity_undecided({
      entityId: formatId('ent', entityId),
      caseId: formatId('scr', open.caseId),
    })
}
