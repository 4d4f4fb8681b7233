/** Name of an event, a job or an operation: a resource and a verb, such as `trade.settle`. */
export type ResourceVerb = `${string}.${string}`

/** A business event, as its emitter describes it. */
export interface Emitted {
  entityId: string
  /** Event type of a module's catalogue: "trade.executed". */
  type: ResourceVerb
  resourceType: string
  resourceId: string
  resourceVersion?: number
  previousStatus?: string
  /** Further data for auditors: before and after, a reason. Amounts as strings. */
  detail?: Record<string, unknown>
}
