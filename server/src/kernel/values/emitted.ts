/** Name of an event, a job or an operation: a resource and a verb, such as `trade.settle`. */
export type ResourceVerb = `${string}.${string}`

/** Types of events; each module with events adds those of its catalogue. */
export interface EventTypes {}

/** Type of an event that a module declares. */
export type EventType = Extract<keyof EventTypes, ResourceVerb>

/** A business event, as its emitter describes it. */
export interface Emitted {
  entityId: string
  /** Event type of a module's catalogue: "trade.executed". */
  type: EventType
  resourceType: string
  resourceId: string
  resourceVersion?: number
  previousStatus?: string
  /** The resource as the step left it, for steps that others of the same transaction follow. */
  source?: object
  /** True if no later step of the transaction changes the resource: then `source` is not read again. */
  isFinal?: boolean
  /** Further data for auditors: before and after, a reason. Amounts as strings. */
  detail?: Record<string, unknown>
}
