import { allRefusals, statusOf } from '../../values/refusals.ts'
import { type FailingRoute, type ReachableErrors, thrownCodes } from './thrown-codes.ts'

/** Returns the codes of an operation's error responses, by status. */
function codesByStatus(route: FailingRoute, errors: ReachableErrors): [status: number, codes: readonly string[]][] {
  const sentAs = route.config.errorForm?.sentAs ?? ((name: string, status: number) => ({ status, name }))
  const byStatus = new Map<number, Set<string>>()
  for (const code of thrownCodes(route, errors)) {
    const { status, name } = sentAs(code, statusOf(code))
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(name))
  }
  return [...byStatus].sort(([a], [b]) => a - b).map(([status, names]) => [status, [...names].sort()])
}

const DESCRIPTIONS: Record<number, string> = {
  400: 'The request cannot be read, or has the errors in `errors`.',
  401: 'The token or the credentials are missing or not valid.',
  403: 'The client or its entity has no permission for this operation.',
  404: 'The resource does not exist or is not visible to this client.',
  406: 'The response is not available in a media type or format that the request accepts.',
  409: 'The request conflicts with the current state of the resource.',
  410: 'The resource is no longer available.',
  412: 'The resource has changed since the version that `If-Match` names.',
  413: 'The body is too large.',
  415: 'The media type or encoding of the body is not supported.',
  422: 'A business rule rejects the request.',
  428: 'A header is required.',
  429: 'The client sent too many requests.',
  500: 'An internal error occurred; nothing was changed.',
  503: 'The service cannot answer at the moment.',
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'string' } },
}

const PROBLEM = { schema: 'Problem', property: 'code' }

/** Returns the documented error responses of an operation, and one for errors that later versions add. */
export function errorResponses(route: FailingRoute, errors: ReachableErrors): Record<string, object> {
  const form = route.config.errorForm ?? PROBLEM
  const type = form === PROBLEM ? 'application/problem+json' : 'application/json'
  const content = (narrowed: object) => ({
    content: { [type]: { schema: { $ref: `#/components/schemas/${form.schema}`, ...narrowed } } },
  })
  const entries = codesByStatus(route, errors).map(([status, allowed]): [string, object] => [
    String(status),
    {
      description: DESCRIPTIONS[status] ?? 'An error.',
      ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
      ...content({ properties: { [form.property]: { enum: allowed } } }),
    },
  ])
  const other = { description: `Another error; \`${form.property}\` names it.`, ...content({}) }
  return { ...Object.fromEntries(entries), default: other }
}

/** Returns the sentence of each code that one of the operations can return; `{name}` in it stands for a value of `params`. */
export function describedCodes(routes: readonly FailingRoute[], errors: ReachableErrors): Record<string, string> {
  const codes = new Set(routes.flatMap((route) => thrownCodes(route, errors)))
  return Object.fromEntries(allRefusals().flatMap(({ code, message }) => (codes.has(code) ? [[code, message]] : [])))
}
