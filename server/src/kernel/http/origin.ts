import type { FastifyRequest } from 'fastify'
import { raiseAtCommit, type Tx } from '../db/db.ts'
import type { Act, Origin } from '../values/act.ts'
import type { ResourceVerb } from '../values/emitted.ts'
import { parseId } from '../values/ids.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the operation; method and route where it has none. Set when the route is registered. */
    operation?: string
  }
}

/** Names the operation of each route, for the records of what it changes. Call it before the routes are registered. */
export function nameOperations(
  app: {
    addHook(
      name: 'onRoute',
      hook: (route: { method: string | string[]; url: string; config?: { operation?: string } }) => void,
    ): unknown
  },
  operationId: (method: string, route: string) => string | undefined = () => undefined,
): void {
  app.addHook('onRoute', (route) => {
    const method = [route.method].flat()[0]!
    route.config = { ...route.config, operation: operationId(method, route.url) ?? `${method} ${route.url}` }
  })
}

/** Returns where a request comes from, for the records of what it changes. */
export const originOf = ({
  id,
  clientAddress,
  routeOptions,
  epoch,
}: FastifyRequest): Origin & { requestId: string } => ({
  requestId: id,
  address: clientAddress,
  operation: routeOptions.config.operation,
  epoch,
})

/**
 * Records a command that left no record of its own: every command has one in the audit trail, and no route can forget it.
 *
 * @param body its answer, which names the resource
 */
export async function recordCommand(
  context: Act & { tx: Tx; principal: { entityId: string }; dryRun: boolean },
  action: ResourceVerb,
  body: object | undefined,
): Promise<void> {
  const { tx, principal, dryRun } = context
  const { recordAct } = tx
  if (dryRun || !recordAct || tx.atCommit.hasRecord()) return
  const [resourceType] = action.split('.') as [string, string]
  const entry = { entityId: principal.entityId, action, resourceType, resourceId: idIn(body, resourceType) }
  await raiseAtCommit(tx, () => recordAct(tx, context, entry))
}

/** Returns the stored id of a resource in an answer: of its own name, or of the first one. */
function idIn(body: object | undefined, resourceType: string): string | null {
  const ids = Object.entries(body ?? {}).filter(([name, value]) => name.endsWith('Id') && typeof value === 'string')
  const [, id] = ids.find(([name]) => name === `${resourceType}Id`) ?? ids[0] ?? []
  const text = String(id)
  return parseId(text.slice(0, Math.max(0, text.lastIndexOf('_'))), text) ?? null
}
