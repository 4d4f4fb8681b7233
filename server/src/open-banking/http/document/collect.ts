import type { App } from '../../../kernel/http/http.ts'
import type { Documented } from '../../../kernel/http/openapi/documented.ts'

/** A route of the open-banking listener with its description. */
export interface DocumentedRoute {
  method: string
  url: string
  documented: Documented
  /** Requirements on the caller; undefined for registrations. */
  ob?: { grant: 'client' | 'psu'; signed?: boolean; idempotent?: boolean; query?: readonly string[] }
}

/** Collects the described routes of a listener. Call it before any route is registered. */
export function collectDocumented(app: App): readonly DocumentedRoute[] {
  const routes: DocumentedRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const { documented, ob } = config ?? {}
    if (documented) routes.push({ method: String(method), url, documented, ...(ob && { ob }) })
  })
  return routes
}
