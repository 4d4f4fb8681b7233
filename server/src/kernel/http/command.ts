import { newResponse } from '../idempotency-keys.ts'
import { canonical } from '../text/canonical.ts'
import type { ResourceVerb } from '../values/emitted.ts'
import type { Act } from '../values/act.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  checkEpoch,
  type Db,
  inRolledBackTransaction,
  inTransaction,
  raiseAtCommit,
  type Queryable,
  type Tx,
} from '../db/db.ts'
import { isLockTimeout } from '../db/waits/waits.ts'
import type { Deps } from './http.ts'
import { originOf, recordCommand } from './origin.ts'
import { type Principal, actorOf } from './principal.ts'
import { noteRejection } from './listener/request-log.ts'
import { problem } from './problems.ts'
import { isRepeated } from './routing/repeated-headers.ts'
import { Refusal, refusals } from '../values/refusals.ts'

/**
 * Commands: POST, PUT and DELETE that create or move. One transaction holds the effect and, where the caller sent an
 * Idempotency-Key, the stored answer: after a crash either both exist or neither. Refusals are stored too.
 */
export const refuseIdempotency = refusals({
  idempotency_key_invalid: {
    status: 400,
    standsAlone: true,
    message: 'An Idempotency-Key has 1 to 128 printable ASCII characters. Send one only.',
  },
  idempotency_key_required: {
    status: 428,
    message: 'Send an Idempotency-Key header: every command requires one.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another request; they differ in: {differences}. Use a new key.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first call with this Idempotency-Key is still running. Retry with the same key.',
    retryable: true,
  },
})

/** Act of a request, with its transaction and client; `at` is the business time of receipt. */
export interface CommandContext extends Act {
  tx: Tx
  principal: Principal
  requestId: string
  dryRun: boolean
}

export interface Answer {
  status: number
  /** Wire object; undefined for 204. Give it already presented: it is stored as it is sent. */
  body?: object
  headers?: Record<string, string>
}

/**
 * Runs a command and sends its answer: replay of a known key, dry run (`?dryRun=true`: all of it, then rolled back), or
 * the real thing.
 *
 * @param operation stable name; with the client it is the scope of the key
 */
export const runCommand = (...command: Command): Promise<FastifyReply> => run(claimFirst, ...command)

/**
 * Runs a command as `runCommand` does, and sends its first statements together with the claim of its key. Where the key is known,
 * they are rolled back and its answer is sent. Use it for work that touches nothing but its transaction.
 */
export const runBesideClaim = (...command: Command): Promise<FastifyReply> => run(claimBeside, ...command)

type Command = [
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: ResourceVerb,
  work: (context: CommandContext) => Promise<Answer>,
]

async function run(claiming: Claiming, ...[deps, request, reply, operation, work]: Command): Promise<FastifyReply> {
  const key = idempotencyKey(deps, request)
  const dryRun = isDryRun(request)
  const within = async (tx: Tx) => {
    const context = contextOf(deps, request, tx, dryRun)
    const answer = await work(context)
    await recordCommand(context, operation, answer.body)
    return answer
  }
  if (dryRun) return sendDryRun(reply, await inRolledBackTransaction(deps.db, within))
  if (key === undefined) return send(reply, await inTransaction(deps.db, within))
  return sendStored(
    reply,
    await runOnce(deps.db, keyed(deps, request, operation, key), within, asSent(reply), claiming),
  )
}

export const isDryRun = ({ query }: FastifyRequest): boolean => (query as { dryRun?: boolean }).dryRun === true

/** Returns the context of a request's command. @throws SandboxReset if the sandbox was reset since its receipt */
export function contextOf(deps: Deps, request: FastifyRequest, tx: Tx, dryRun: boolean): CommandContext {
  checkEpoch(tx, request.epoch)
  return {
    tx,
    principal: request.principal,
    actor: actorOf(request.principal),
    at: request.receivedAt,
    wall: deps.clock.wall(),
    ...originOf(request),
    dryRun,
  }
}

/** Sends the answer to a dry run that was made without a transaction. @throws idempotency_key_invalid, idempotency_key_required, as every command */
export async function sendPreview(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  preview: () => Promise<Answer>,
): Promise<FastifyReply> {
  idempotencyKey(deps, request)
  return sendDryRun(reply, await preview())
}

/**
 * Sends the stored response of a key again; returns false if there is none. For a command with external calls before
 * its transaction: a repetition makes none. It reserves nothing: `runCommand` decides.
 *
 * @throws idempotency_key_invalid, idempotency_key_required, idempotency_key_reused
 */
export async function replay(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: ResourceVerb,
): Promise<boolean> {
  const key = idempotencyKey(deps, request)
  if (key === undefined) return false
  const call = keyed(deps, request, operation, key)
  const { rows } = await deps.db.reader.query<KeyRow>({
    name: 'find-idempotency-key',
    text: `select request, status, body from idempotency_keys
      where entity_id = $1 and client_id = $2 and operation = $3 and key = $4`,
    values: [call.entityId, call.clientId, operation, key],
  })
  if (!rows[0]) return false
  sendStored(reply, storedFor(call, rows[0]))
  return true
}

/**
 * Admits a command unless `check` rejects it, such as under load. A response that is stored under its key is sent anyway.
 *
 * @returns false if that response was sent; @throws what `check` throws
 */
export async function admit(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: ResourceVerb,
  check: () => Promise<void>,
): Promise<boolean> {
  try {
    await check()
  } catch (rejection) {
    if (await replay(deps, request, reply, operation)) return false
    throw rejection
  }
  return true
}

/**
 * The request's key, checked.
 *
 * @throws idempotency_key_invalid; idempotency_key_required where the operator demands keys
 */
export function idempotencyKey(deps: Pick<Deps, 'settings'>, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) {
    if (deps.settings.requireIdempotencyKey) throw refuseIdempotency.idempotency_key_required()
    return undefined
  }
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,128}$/.test(key) || isRepeated(request.raw, 'idempotency-key'))
    throw refuseIdempotency.idempotency_key_invalid()
  return key
}

/** Property of a large body: a short value that stands for the body where requests with one key are compared. */
export const STANDS_FOR = Symbol('stands for the body')

/** Returns the canonical form of a request: path parameters, query and body with sorted keys. */
export const canonicalRequest = ({ params, query, body }: FastifyRequest): string =>
  canonical([
    params ?? {},
    query ?? {},
    (body as Partial<Record<symbol, unknown>> | null)?.[STANDS_FOR] ?? body ?? null,
  ])

/** The names in which two canonical requests differ. */
export function differences(before: string, after: string): string[] {
  const [a, b] = [before, after].map(
    (text) => Object.assign({}, ...(JSON.parse(text) as object[])) as Record<string, unknown>,
  )
  const names = new Set([...Object.keys(a!), ...Object.keys(b!)])
  return [...names].filter((name) => canonical(a![name]) !== canonical(b![name])).sort()
}

export interface Keyed {
  entityId: string
  clientId: string
  operation: ResourceVerb
  key: string
  request: string
  requestId: string
  wall: Date
  epoch: number | undefined
}

interface KeyRow {
  request: string
  status: number
  body: string | null
}

interface Stored {
  status: number
  body: string | null
  headers: Record<string, string>
  replayed: boolean
}

/** Returns the key of a request, with all that its response is stored with. */
export const keyed = (deps: Deps, request: FastifyRequest, operation: ResourceVerb, key: string): Keyed => ({
  entityId: request.principal.entityId,
  clientId: request.principal.clientId,
  operation,
  key,
  request: canonicalRequest(request),
  requestId: request.id,
  wall: deps.clock.wall(),
  epoch: request.epoch,
})

/** Returns a function for the text of an answer as the route's schema writes it, so that it reads the same with and without a key. */
export const asSent =
  (reply: FastifyReply) =>
  ({ status, body }: Answer): string | null =>
    body ? (reply.getSerializationFunction(String(status)) ?? JSON.stringify)(body as Record<string, unknown>) : null

/** The key is known: what was sent with its claim is rolled back. */
class Known extends Error {
  readonly stored: Stored
  constructor(stored: Stored) {
    super('the key is known')
    this.stored = stored
  }
}

/** Claims a key and does the work. @throws Known */
type Claiming = (tx: Tx, call: Keyed, work: (tx: Tx) => Promise<Answer>) => Promise<Answer>

const claimFirst: Claiming = async (tx, call, work) => {
  await claimNew(tx, call)
  return work(tx)
}

/** The first statements of the work do not wait for the claim; what they answer does. */
const claimBeside: Claiming = async (tx, call, work) => {
  const claiming = claimNew(tx, call)
  claiming.catch(() => {}) // reported below; the work may wait for something else first, such as settings
  const query: Queryable['query'] = (statement, values) => {
    const sent = tx.query(statement, values)
    sent.catch(() => {}) // reported after the claim
    return claiming.then(() => sent) as never
  }
  try {
    return await work({ ...tx, query })
  } finally {
    await claiming // its error goes before that of the work
  }
}

async function claimNew(tx: Tx, call: Keyed): Promise<void> {
  const known = await claim(tx, call)
  if (known) throw new Known(known)
}

async function runOnce(
  db: Db,
  call: Keyed,
  work: (tx: Tx) => Promise<Answer>,
  textOf: (answer: Answer) => string | null,
  claiming: Claiming,
): Promise<Stored> {
  try {
    return await inTransaction(db, async (tx) => {
      const answer = await claiming(tx, call, work)
      const stored = { status: answer.status, body: textOf(answer) }
      await raiseAtCommit(tx, () => store(tx, call, stored))
      return { headers: answer.headers ?? {}, replayed: false, ...stored }
    })
  } catch (error) {
    if (error instanceof Known) return error.stored
    if (!(error instanceof Refusal) || error.retryable || error.code.startsWith('idempotency_')) throw error
    return storeRefusal(db, call, error)
  }
}

/** Stores a rejection after the rollback of its effect, unless another call with the key came in between. */
function storeRefusal(db: Db, call: Keyed, refusal: Refusal): Promise<Stored> {
  return inTransaction(db, async (tx) => {
    const known = await claim(tx, call)
    if (known) return known
    const stored = { status: refusal.status, body: JSON.stringify(problem(refusal, call.requestId)) }
    await store(tx, call, stored)
    return { headers: refusal.headers, replayed: false, ...stored }
  })
}

async function claim(tx: Tx, call: Keyed): Promise<Stored | undefined> {
  checkEpoch(tx, call.epoch)
  const statements = [
    tx.query(`set local lock_timeout = '5s'`),
    tx.query<KeyRow>({
      name: 'claim-idempotency-key',
      text: 'select request, status, body from claim_idempotency_key($1, $2, $3, $4)',
      values: [call.entityId, call.clientId, call.operation, call.key],
    }),
    tx.query(`set local lock_timeout = ${tx.lockMs ?? 'default'}`),
  ] as const // one round trip
  const [, found] = await Promise.all(statements).catch((error: Error) => {
    if (!isLockTimeout(error)) throw error
    throw refuseIdempotency.idempotency_in_progress({}, { headers: { 'retry-after': '1' } })
  })
  return found.rows[0] && storedFor(call, found.rows[0])
}

/** @throws idempotency_key_reused when the key stands for another request */
function storedFor(call: Keyed, { request, status, body }: KeyRow): Stored {
  if (request !== call.request) {
    throw refuseIdempotency.idempotency_key_reused({ differences: differences(request, call.request) })
  }
  return { status, body, headers: {}, replayed: true }
}

async function store(tx: Tx, call: Keyed, answer: { status: number; body: string | null }): Promise<void> {
  await tx.query(newResponse({ createdAt: call.wall, ...call, ...answer }))
}

/** Deletes keys first used before an instant, at most `limit`; how many. Index idempotency_keys_by_age. */
export async function deleteOldKeys(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from idempotency_keys where ctid = any (array(select ctid from idempotency_keys where created_at < $1 limit $2))`,
    [before, limit],
  )
  return rowCount ?? 0
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .send(answer.body)
}

function sendDryRun(reply: FastifyReply, answer: Answer): FastifyReply {
  const isOther = reply.request.routeOptions.config.dryRunAnswer !== undefined
  const text = isOther ? JSON.stringify(answer.body) : asSent(reply)(answer)
  const body = JSON.stringify({ ...(JSON.parse(text ?? '{}') as object), dryRun: true })
  return reply
    .code(200)
    .headers(answer.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(body)
}

/** Sends a stored answer as it was stored, byte for byte. */
export function sendStored(reply: FastifyReply, stored: Stored): FastifyReply {
  const type = stored.status >= 400 ? 'application/problem+json' : 'application/json'
  if (stored.status >= 400 && stored.body !== null) noteRejection(reply.request, codeIn(stored.body))
  void reply.code(stored.status).headers(stored.headers)
  if (stored.replayed) void reply.header('idempotent-replayed', 'true')
  return stored.body === null ? reply.send() : reply.type(`${type}; charset=utf-8`).send(stored.body)
}

/** Returns the code of a stored problem. */
const codeIn = (body: string): string => (JSON.parse(body) as { code: string }).code
