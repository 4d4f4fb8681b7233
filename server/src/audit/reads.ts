import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '../events/index.ts'
import { type Db, inTransaction } from '../kernel/db/db.ts'
import type { App } from '../kernel/http/http.ts'
import { originOf } from '../kernel/http/origin.ts'
import { actorOf } from '../kernel/http/principal.ts'
import type { Actor } from '../kernel/values/actor.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { parseId } from '../kernel/values/ids.ts'

interface Route {
  method: string | string[]
  url: string
  config?: object
  schema?: { response?: unknown }
}

/**
 * Records each document that is sent: statements, letters and confirmations, on both interfaces. The document leaves only
 * after its record is committed. Call it before the routes are registered.
 */
export function recordReads(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.addHook('onRoute', (route) => {
    if (!isDocument(route as Route)) return
    const others = [route.onSend ?? []].flat()
    route.onSend = [
      ...others,
      async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
        if (reply.statusCode === 200) await recordRead(db, clock.wall(), request, reply)
        return payload
      },
    ]
  })
}

/** Returns true for a route that answers with a PDF, or with statements of open banking. */
function isDocument({ method, url, schema, config }: Route): boolean {
  if (![method].flat().includes('GET')) return false
  const { 200: success } = (schema?.response ?? {}) as { 200?: { content?: Record<string, unknown> } }
  return (
    success?.content?.['application/pdf'] !== undefined ||
    (config !== undefined && 'ob' in config && STATEMENTS.test(url))
  )
}

const STATEMENTS = /\/statements(\/|$)/

async function recordRead(db: Db, wall: Date, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { entityId, actor } = readerOf(request)
  const { from, to, format } = request.query as Record<string, unknown>
  const mediaType = String(reply.getHeader('content-type') ?? 'application/json').split(';')[0]
  const entry = {
    entityId,
    action: 'document.read',
    ...documentOf(request),
    detail: { mediaType, from, to, format },
  }
  const act = { actor, at: request.receivedAt, wall, ...originOf(request) }
  await inTransaction(db, (tx) => recordAudit(tx, act, entry))
}

/** Returns the reader of a document: a client, or a third party with the consent of a user. */
function readerOf(request: FastifyRequest): { entityId: string; actor: Actor } {
  const { principal, thirdParty } = request as {
    principal: FastifyRequest['principal'] | null
    thirdParty?: { clientId: string; entityId?: string } | null
  }
  if (thirdParty?.entityId !== undefined)
    return { entityId: thirdParty.entityId, actor: { type: 'client', id: thirdParty.clientId } }
  return { entityId: principal!.entityId, actor: actorOf(principal!) }
}

const TYPES: Readonly<Record<string, string>> = { facility: 'creditFacility' }

/** Returns the resource that the request names by an id: the last one of its path, or the account of its query. */
function documentOf({ params, query }: FastifyRequest): { resourceType: string; resourceId: string | null } {
  const named = Object.entries({ ...(query as object), ...(params as object) }).filter(([name]) => name.endsWith('Id'))
  const [name = 'accountId', id = ''] = named.findLast(([key]) => key !== 'entityId') ?? []
  const type = name.charAt(0).toLowerCase() + name.slice(1, -2)
  const text = String(id)
  const resourceId = parseId(text.slice(0, Math.max(0, text.lastIndexOf('_'))), text) ?? null
  return { resourceType: TYPES[type] ?? type, resourceId }
}
