import { recordReads } from '../audit/index.ts'
import type { EntityDirectory, EntityProfile } from '../entities/index.ts'
import { recordAudit } from '../events/index.ts'
import type { App } from '../kernel/http/http.ts'
import { withLimitedWaits } from '../kernel/db/waits/waits.ts'
import type { DueWork, SetHandler, Sweep, WorkHandler } from '../kernel/jobs/work.ts'
import { invariant } from '../kernel/values/refusals.ts'
import type { Context } from './context.ts'
import { eventsOf } from './events.ts'
import { MODULES } from './modules.ts'
import { type Ports, reactionsOf, withPorts } from './ports.ts'

/** Services of a process before its modules are bound to them. */
type Services = Omit<Context, keyof Ports | 'worker' | 'webhooks' | 'close' | 'reseed'>

/**
 * Binds the services of a process to every module: returns them with the ports of all modules, and has the database run
 * their reactions and record acts. A service under the name of a port takes the port's place.
 */
export function bindModules<S extends Services>(services: S): S & Ports {
  const eventCatalogue = eventsOf(MODULES)
  const bound = withPorts(MODULES, { ...services, eventCatalogue, eventTypes: Object.keys(eventCatalogue) })
  services.db.reactions = reactionsOf(MODULES, bound)
  services.db.recordAct = recordAudit
  services.db.resourceReaders = bound.eventViews
  return bound
}

/** Returns the jobs and sweeps of every module, for a worker. */
export function workOf(context: Omit<Context, 'worker' | 'webhooks' | 'close'>): {
  handlers: Record<string, WorkHandler>
  sets: Record<string, SetHandler>
  sweeps: Record<string, Sweep>
  isPaused: (work: DueWork) => boolean | Promise<boolean>
} {
  const handlers: Record<string, WorkHandler> = {}
  for (const { name, jobs } of MODULES) {
    for (const [kind, handler] of Object.entries(jobs?.(context as Context) ?? {})) {
      invariant(!handlers[kind], `one module handles jobs of kind ${kind}; ${name} is the second`)
      handlers[kind] = handler
    }
  }
  const sets = Object.assign({}, ...MODULES.map(({ jobSets }) => jobSets?.(context as Context))) as Record<
    string,
    SetHandler
  >
  const sweeps = Object.assign({}, ...MODULES.map(({ sweeps }) => sweeps?.(context as Context))) as Record<
    string,
    Sweep
  >
  return { handlers, sets, sweeps, isPaused: pausedJobs(context.entities) }
}

/** Returns whether a job waits: one of a client's orders, while the client's entity is not Active. */
function pausedJobs(entities: EntityDirectory): (work: DueWork) => boolean | Promise<boolean> {
  const kinds = new Set<string>(MODULES.flatMap(({ jobsOfActive = [] }) => jobsOfActive))
  const isInactive = (profile: EntityProfile | undefined) => profile !== undefined && profile.entity.status !== 'Active'
  return ({ entityId, kind }) => {
    if (!kinds.has(kind)) return false
    const profile = entities.get(entityId)
    return profile instanceof Promise ? profile.then(isInactive) : isInactive(profile)
  }
}

/**
 * Mounts the routes of every module on a listener of the main interface; those of the sandbox in the sandbox only. Requests wait for locks
 * for a limited time. Those of the sandbox do not: a move of the clock takes long, and the next one waits for it.
 */
export function mountRoutes(app: App, services: Omit<Context, 'webhooks' | 'close'>): void {
  const context = { ...services, db: withLimitedWaits(services.db) }
  recordReads(app, context)
  for (const { routes } of MODULES) routes?.(app, context as Context)
  const { sandbox } = services
  if (sandbox) for (const { sandboxRoutes } of MODULES) sandboxRoutes?.(app, { ...(services as Context), sandbox })
}
