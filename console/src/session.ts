import { type Cambist, CambistError, createClient } from '@cambist/sdk'

/** An entity that the client may act for. */
export interface Entity {
  entityId: string
  entityName: string
  serviceKind: string
}

/** Signed-in client and its entity. It lives only in this page's memory: reloading the page signs out. */
export interface Session extends Entity {
  api: Cambist
  /** All entities of the client, by name; the session is for one of them. */
  entities: Entity[]
}

/** @throws CambistError when the service does not know the client, or the client has no entity it may see */
export async function signIn(clientId: string, clientSecret: string): Promise<Session> {
  const api = createClient({ baseUrl: window.location.origin, clientId, clientSecret })
  const entities = await readEntities(api)
  const [first] = entities
  if (!first) throw new Error('This client has no active entity.')
  return { api, entities, ...first }
}

async function readEntities(api: Cambist): Promise<Entity[]> {
  const found: Entity[] = []
  for await (const { entityId, name, serviceKind } of api.entities.list({ limit: 500 }))
    found.push({ entityId, entityName: name, serviceKind })
  return found.sort((a, b) => a.entityName.localeCompare(b.entityName))
}

/** The sentences of an error, for people. */
export function explain(error: unknown): string {
  if (!(error instanceof CambistError)) return (error as Error).message
  const fields = error.errors.map(({ message }) => message)
  return fields.length > 0 ? fields.join(' ') : error.problem.detail
}
