/** Groups of operations with a limit of their own. */
export const LIMIT_GROUPS = ['token', 'quotes', 'writes', 'reads'] as const
export type LimitGroup = (typeof LIMIT_GROUPS)[number]

/** Seconds in which a client may send as many requests of a group as its limit, and in which an empty bucket fills. */
export const WINDOW_SECONDS = 60

/** Limits of one client. Zero: no limit. */
export interface LimitSettings {
  /** Requests in `WINDOW_SECONDS`, by group; also the size of the bucket. */
  requests: Readonly<Record<LimitGroup, number>>
  /** Requests that one process handles at the same time. */
  concurrent: number
}

const READS = ['GET', 'HEAD', 'OPTIONS']
/** Operations that compute a price: quotes of trades and of amendments, and estimates. */
const PRICED = /\/quotes\/(spot|forwards|held-rate|estimate)$|\/amendments\/quote$/

/** Returns the group of an operation that needs a token. */
export function limitGroupOf(method: string, route: string): LimitGroup {
  const isRead = READS.includes(method)
  if (PRICED.test(route) && (!isRead || route.endsWith('/estimate'))) return 'quotes'
  return isRead ? 'reads' : 'writes'
}
