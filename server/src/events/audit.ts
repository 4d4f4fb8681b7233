import { instant, json, nullable, oneOf, type Row, table, text, uuid } from '../kernel/db/table.ts'
import { checkEpoch, type RecordedAct, type Tx } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { masked } from './mask.ts'
import type { Act } from '../kernel/values/act.ts'

const acts = table('audited_acts', {
  entityId: uuid,
  actId: uuid,
  at: instant,
  actorType: oneOf<Act['actor']['type']>(),
  actorId: nullable(uuid),
  action: text,
  resourceType: text,
  resourceId: nullable(uuid),
  requestId: nullable(text),
  detail: nullable(json<Record<string, unknown>>()),
  address: nullable(text),
  operation: nullable(text),
})

const newAct = acts.insert({ name: 'record-audit' })

/** Stores an audit row alone, for acts that clients get no event of (an operator's, a rotated secret). */
export async function recordAudit(tx: Tx, act: Act, entry: RecordedAct): Promise<void> {
  checkEpoch(tx, act.epoch)
  tx.atCommit.hasAct = true
  await tx.query(newAct(rowOf(act, entry)))
}

const rowOf = ({ actor, wall, ...origin }: Act, entry: RecordedAct): Row<typeof acts> => ({
  entityId: entry.entityId,
  actId: newUuid(),
  at: wall,
  actorType: actor.type,
  actorId: actor.id ?? null,
  action: entry.action,
  resourceType: entry.resourceType,
  resourceId: entry.resourceId,
  requestId: origin.requestId ?? null,
  detail: entry.detail ? masked(entry.detail) : null,
  address: origin.address ?? null,
  operation: origin.operation ?? null,
})

const actsPart = acts.insertPart()

/** Part of a larger statement that stores audit rows as `recordAudit` does. @param parameter value from `auditRows` */
export const auditsOfSet = (parameter: string): string => `audits_written as (${actsPart.text(parameter)})`

/** Returns the parameter of `auditsOfSet`. */
export const auditRows = (entries: readonly { act: Act; entry: RecordedAct }[]): string =>
  actsPart.valueOf(entries.map(({ act, entry }) => rowOf(act, entry)))
