import type { EventType, ResourceVerb } from './values/emitted.ts'
import type { App } from './http/http.ts'
import type { Queryable, Reaction } from './db/db.ts'
import type { SetHandler, Sweep, WorkHandler } from './jobs/work.ts'
import { type TProperties, type TSchema, Type } from 'typebox'

/** A table that holds resources of one kind, and its column with their id. Its primary key leads with entity_id. */
export type ResourceTable = readonly [table: string, column: string]

/** Deletes at most `limit` rows with a limited retention; returns the number deleted. */
export type CleanUp = (db: Queryable, now: { business: Date; wall: Date }, limit: number) => Promise<number>

/** One type of business event. */
export interface EventDefinition {
  /** Description in one sentence. */
  title: string
  /** Types of the resources the event can be about. */
  resources: readonly string[]
  /** Shape of the event's detail; an event without detail fits if no property is required. */
  detail: TSchema
}

/** Business events by type, spelled `resource.verb`. */
export type EventCatalogue = Readonly<Record<ResourceVerb, EventDefinition>>

/** Returns the definition of an event about resources of one type, with exactly the given properties as its detail. */
export const defineEvent = (title: string, resource: string, detail: TProperties = {}): EventDefinition => ({
  title,
  resources: [resource],
  detail: Type.Object(detail, { additionalProperties: false }),
})

/** A rule that rows of several tables keep, which `audit-ledger` checks over the whole history. */
export interface AuditCheck {
  /** The rule, in a sentence. */
  name: string
  /** Query for what breaks it, in four columns: entity, subject, expected and stored, the last three as text. */
  sql: string
}

/**
 * Everything one unit adds to a running process. `composition/modules.ts` lists the modules in order of dependency and
 * mounts them: adding a module means adding its folder and one line there.
 *
 * @typeParam Context services that the module takes from the process; the composition's own context contains them all
 * @typeParam Banking services that its open-banking routes take
 */
export interface Module<Context, Banking = object> {
  /** The unit's folder below src, such as "fx/held-rates". */
  name: string
  /** Mounts the routes of the main interface. */
  routes?: (app: App, context: Context) => void
  /** Mounts routes that exist in the sandbox only. */
  sandboxRoutes?: (app: App, context: Context & { sandbox: object }) => void
  /** Mounts routes of the open-banking interface, on its own listener. */
  openBankingRoutes?: (app: App, services: Banking) => void
  /** Handlers of scheduled jobs by kind. A kind belongs to one module. */
  jobs?: (context: Context) => Record<ResourceVerb, WorkHandler>
  /** Handlers that run several due jobs of one of these kinds together. */
  jobSets?: (context: Context) => Record<ResourceVerb, SetHandler>
  /** Kinds of these jobs that carry out what the client ordered: they wait while its entity is not Active. */
  jobsOfActive?: readonly ResourceVerb[]
  /** Work that is found in the module's own tables, by the kind under which failures are reported. */
  sweeps?: (context: Context) => Readonly<Record<string, Sweep>>
  /** Catalogues of the business events the module owns, one for each file that declares events. Later modules may record them too. */
  events?: readonly EventCatalogue[]
  /** Steps that follow from events of earlier modules, by event type, in the transaction that emits them. */
  reactions?: (context: Context) => Readonly<Partial<Record<EventType, Reaction>>>
  /**
   * Parts of the context that earlier modules use, under the names they know. Parts of a registry such as the products'
   * steps of settlement are merged by key.
   */
  ports?: (context: Context) => object
  /** Tables by the prefix of the resource ids they hold, such as `pay`. */
  resources?: Record<string, readonly ResourceTable[]>
  /** Deletes expired rows, in small steps, once a minute. */
  cleanUp?: readonly CleanUp[]
  /** Rules between the module's rows and others, which no foreign key keeps. */
  audits?: readonly AuditCheck[]
}

/** Returns the manifest as given; names the type of the context that its parts need. */
export const defineModule = <Context, Banking = object>(module: Module<Context, Banking>): Module<Context, Banking> =>
  module
