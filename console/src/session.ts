import { type Cambist, CambistError, createClient } from '@cambist/sdk'

/** Who is signed in. It lives in this page's memory only: reloading the page signs out. */
export interface Session {
  api: Cambist
  entityId: string
  entityName: string
  serviceKind: string
}

/** @throws CambistError when the service does not know the client, or the client has no entity it may see */
export async function signIn(clientId: string, clientSecret: string): Promise<Session> {
  const api = createClient({ baseUrl: window.location.origin, clientId, clientSecret })
  const entity = (await api.get('/v1/entities')).data[0]
  if (!entity) throw new Error('This client sees no entity.')
  return { api, entityId: entity.entityId, entityName: entity.name, serviceKind: entity.serviceKind }
}

/** The sentences of an error, for people; with the request id where there is one. */
export function explain(error: unknown): string {
  if (!(error instanceof CambistError)) return (error as Error).message
  const fields = error.errors.map(({ message }) => message)
  return fields.length > 0 ? fields.join(' ') : error.problem.detail
}
