/** State of the client's limit after a call. */
export interface RateLimit {
  /** Name of the group of operations, for example `reads`. */
  policy: string
  /** Requests that are left. */
  remaining: number
  /** Seconds until the limit is full again. */
  resetSeconds: number | undefined
  /** Requests of the whole limit. */
  limit: number | undefined
}

/** Facts about a response. */
export interface ResponseMeta {
  status: number
  /** Id of the request in the service's log. */
  requestId: string
  /** True if the service repeated the stored response of an earlier call with the same idempotency key. */
  replayed: boolean
  rateLimit: RateLimit | undefined
  headers: Headers
}

/** Response that was read to its end. */
export interface Reply {
  meta: ResponseMeta
  bytes: Uint8Array
}

/** Returns the text of a response. */
export const textOf = ({ bytes }: Reply): string => new TextDecoder().decode(bytes)

/** Returns the value of a response's JSON; undefined if it is not JSON. */
export function jsonOf(reply: Reply): unknown {
  try {
    return JSON.parse(textOf(reply)) as unknown
  } catch {
    return undefined
  }
}

/** Reads the facts about a response from its headers. */
export function metaOf({ status, headers }: Response): ResponseMeta {
  return {
    status,
    requestId: headers.get('x-request-id') ?? '',
    replayed: headers.get('idempotent-replayed') === 'true',
    rateLimit: rateLimitOf(headers),
    headers,
  }
}

/** Reads `RateLimit: "reads";r=49;t=30` and `RateLimit-Policy: "reads";q=50;w=60`. */
function rateLimitOf(headers: Headers): RateLimit | undefined {
  const current = headers.get('ratelimit')
  const policy = /^"([^"]*)"/.exec(current ?? '')?.[1]
  const remaining = numberOf(current, 'r')
  if (policy === undefined || remaining === undefined) return undefined
  const limit = numberOf(headers.get('ratelimit-policy'), 'q')
  return { policy, remaining, resetSeconds: numberOf(current, 't'), limit }
}

function numberOf(field: string | null, name: string): number | undefined {
  const digits = new RegExp(`;\\s*${name}=(\\d+)`).exec(field ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
