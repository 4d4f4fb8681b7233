/** Codes that the code of the operations can throw, read from the code (`operation-errors.json`). */
export interface ReachableErrors {
  /** Codes of the steps before and around every operation. */
  everywhere: readonly string[]
  /** Codes of each operation, by its id. */
  operations: Readonly<Record<string, readonly string[]>>
}

/** Form of error responses that are no problems. */
export interface ErrorForm {
  /** Name of the schema in the document, and its property with the code. */
  schema: string
  property: string
  /** Returns what is sent for a code. */
  sentAs: (code: string, status: number) => { status: number; name: string }
}

/** The parts of a route that decide which errors it can have. */
export interface FailingRoute {
  operationId: string
  config: { public?: boolean; scope?: string; role?: string; entityKind?: string; errorForm?: ErrorForm }
  schema: { body?: unknown; querystring?: unknown; params?: unknown }
}

type Condition = (route: FailingRoute) => boolean

const always: Condition = () => true
const never: Condition = () => false
const takesToken: Condition = ({ config }) => !config.public
/** A body that is sent to a command without one is read too. */
const readsBody: Condition = (route) => route.schema.body !== undefined || changes(route)
/** A path whose id is too long for any has no route. */
const hasId: Condition = ({ schema }) => schema.params !== undefined
const changes: Condition = ({ config }) => config.role !== undefined
const namesEntity: Condition = (route) =>
  takesToken(route) && [route.schema.body, route.schema.querystring].some(hasEntity)

/** Operations that a code of the common steps concerns; all others are concerned by each operation. */
const CONCERNS: Record<string, Condition> = {
  not_found: hasId,
  method_not_allowed: never,
  request_malformed: never, // of a connection: the operation is not known
  host_missing: never,
  expectation_not_supported: never, // headers that HTTP libraries set
  request_timeout: never,
  headers_too_large: never,
  token_missing: takesToken,
  token_invalid: takesToken,
  ip_not_allowed: takesToken,
  rate_limited: takesToken,
  too_many_concurrent_requests: takesToken,
  scope_missing: ({ config }) => config.scope !== undefined,
  role_missing: ({ config }) => config.role !== undefined && config.role !== 'any',
  not_available_for_entity_kind: ({ config }) => config.entityKind !== undefined,
  entity_not_found: namesEntity,
  body_not_json: readsBody,
  body_not_expected: (route) => !readsBody(route),
  body_not_utf8: readsBody,
  body_too_large: readsBody,
  content_encoding_not_supported: readsBody,
  charset_not_supported: readsBody,
  media_type_not_supported: readsBody,
  amount_out_of_range: changes,
  outcome_unknown: changes,
}

const hasEntity = (schema: unknown): boolean => {
  const { properties = {}, anyOf = [] } = (schema ?? {}) as { properties?: object; anyOf?: unknown[] }
  return 'entityId' in properties || anyOf.some(hasEntity)
}

/** Returns the codes that an operation can throw. */
export function thrownCodes(route: FailingRoute, { everywhere, operations }: ReachableErrors): readonly string[] {
  return [...everywhere.filter((code) => (CONCERNS[code] ?? always)(route)), ...(operations[route.operationId] ?? [])]
}
