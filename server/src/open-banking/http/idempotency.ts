import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Queryable, type Tx, violates } from '../../kernel/db/db.ts'
import { bytes, instant, table, text } from '../../kernel/db/table.ts'
import { refuseOb } from './refusals.ts'

export const IDEMPOTENCY_MS = 24 * 60 * 60_000

/** Scope of a key: one client, one method and one path of one version. */
export interface IdempotentCall {
  clientId: string
  operation: string
  key: string
  /** SHA-256 of the body with sorted members: a retry has a new signature but the same content. */
  request: Buffer
  /** Wall time. */
  wall: Date
}

/** The call of a request to a route with `idempotent`. */
export function idempotentCall(request: FastifyRequest, wall: Date): IdempotentCall {
  return {
    clientId: request.thirdParty.clientId,
    operation: `${request.method} ${request.routeOptions.url}`,
    key: request.headers['x-idempotency-key'] as string,
    request: createHash('sha256').update(canonical(request.exactBody)).digest(),
    wall,
  }
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join(',')}}`
}

/**
 * Creates a resource once: the first call with a key runs `make` in the caller's transaction; a repetition within 24
 * hours gets the id of the first resource, and a concurrent call waits for it. A rejection stores nothing, so the key
 * stays free. Call this before checking the consent's status.
 *
 * @param make answers the id of the resource, as it will be looked up again
 * @throws ob_idempotency_key_reused (400 in v3.1, 422 in v4.0) for another body
 */
export async function onceInADay(
  tx: Tx,
  call: IdempotentCall,
  make: () => Promise<string>,
): Promise<{ resourceId: string; replayed: boolean }> {
  if (await claim(tx, call)) {
    const resourceId = await make()
    await keep(tx, call, resourceId)
    return { resourceId, replayed: false }
  }
  const known = (await findCall(tx, call))!
  if (!known.request.equals(call.request)) throw refuseOb.ob_idempotency_key_reused()
  return { resourceId: known.resourceId, replayed: true }
}

/**
 * Returns the result of an earlier call with the key, for routes whose creation is expensive or calls other systems;
 * undefined without an earlier call. It reserves nothing: `onceInADay` decides.
 *
 * @throws ob_idempotency_key_reused for another body
 */
export async function madeBefore(db: Queryable, call: IdempotentCall): Promise<string | undefined> {
  const known = await findCall(db, call)
  if (!known || known.resourceId === '' || known.createdAt.getTime() <= call.wall.getTime() - IDEMPOTENCY_MS)
    return undefined
  if (!known.request.equals(call.request)) throw refuseOb.ob_idempotency_key_reused()
  return known.resourceId
}

/**
 * Condition that a key is known, also one that ended and is not deleted yet. Parameters are expressions.
 */
export const isKnownCall = (clientId: string, operation: string, key: string): string =>
  `exists (select 1 from open_banking_idempotency_keys k
      where k.client_id = ${clientId} and k.operation = ${operation} and k.key = ${key})`

/**
 * Part of a statement over a set of calls that keeps their keys with what they made. The statement fails if a key is known.
 *
 * @param calls query with the columns client_id, operation, key, request, resource_id and created_at
 */
export const callsOfSet = (calls: string): string => `calls_kept as (
      insert into open_banking_idempotency_keys (client_id, operation, key, request, resource_id, created_at) ${calls})`

const keys = table('open_banking_idempotency_keys', {
  clientId: text,
  operation: text,
  key: text,
  request: bytes,
  resourceId: text,
  createdAt: instant,
})
const keysPart = keys.insertPart()

/** The same for calls that are a parameter, from `callRows`. */
export const callsGiven = (parameter: string): string => `calls_kept as (${keysPart.text(parameter)})`

/** Returns the parameter of `callsGiven`: calls with the ids of what they made. */
export const callRows = (calls: readonly { call: IdempotentCall; resourceId: string }[]): string =>
  keysPart.valueOf(calls.map(({ call: { wall, ...call }, resourceId }) => ({ ...call, resourceId, createdAt: wall })))

/** Returns true if a statement over a set of calls failed because a key is known. */
export const isCallKnown = (error: unknown): boolean => violates(error, 'open_banking_idempotency_keys_pkey')

/** True when the key is free: unknown, or older than a day. Waits for a call that is making something with it now. */
async function claim(tx: Tx, call: IdempotentCall): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'claim-ob-idempotency-key',
    text: `insert into open_banking_idempotency_keys as k (client_id, operation, key, request, resource_id, created_at)
      values ($1, $2, $3, $4, '', $5)
      on conflict (client_id, operation, key) do update set request = excluded.request, created_at = excluded.created_at
        where k.created_at <= $6`,
    values: [
      call.clientId,
      call.operation,
      call.key,
      call.request,
      call.wall,
      new Date(call.wall.getTime() - IDEMPOTENCY_MS),
    ],
  })
  return rowCount === 1
}

async function keep(tx: Tx, call: IdempotentCall, resourceId: string): Promise<void> {
  await tx.query({
    name: 'keep-ob-idempotency-key',
    text: `update open_banking_idempotency_keys set resource_id = $4
      where client_id = $1 and operation = $2 and key = $3`,
    values: [call.clientId, call.operation, call.key, resourceId],
  })
}

interface KnownCall {
  request: Buffer
  resourceId: string
  createdAt: Date
}

async function findCall(db: Queryable, call: IdempotentCall): Promise<KnownCall | undefined> {
  const { rows } = await db.query<KnownCall>({
    name: 'find-ob-idempotency-key',
    text: `select request, resource_id as "resourceId", created_at as "createdAt" from open_banking_idempotency_keys
      where client_id = $1 and operation = $2 and key = $3`,
    values: [call.clientId, call.operation, call.key],
  })
  return rows[0]
}

/** Deletes keys of before an instant of wall time, at most `limit`; how many. */
export async function deleteOldObKeys(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from open_banking_idempotency_keys where ctid = any (
       array(select ctid from open_banking_idempotency_keys where created_at < $1 limit $2))`,
    [before, limit],
  )
  return rowCount ?? 0
}
