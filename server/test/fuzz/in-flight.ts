import type { IncomingMessage, ServerResponse } from 'node:http'

interface Followed {
  request: string
  /** Milliseconds of `process.hrtime`. */
  from: number
  until?: number
}

/** Answered requests that are still remembered: a block is reported after the requests that it delayed were answered. */
const KEPT = 200

/** Follows the requests of a server, so that a block of its loop can name those that were under way. */
export function createInFlight() {
  const open = new Set<Followed>()
  const answered: Followed[] = []
  return {
    follow: (request: IncomingMessage, response: ServerResponse): void => {
      const { method, url = '', headers } = request
      const size = headers['content-length'] === undefined ? '' : ` (${headers['content-length']} bytes)`
      const followed: Followed = { request: `${method} ${url.slice(0, 120)}${size}`, from: now() }
      open.add(followed)
      response.once('close', () => {
        open.delete(followed)
        answered.push({ ...followed, until: now() })
        if (answered.length > 2 * KEPT) answered.splice(0, KEPT)
      })
    },
    /** Returns the requests that were under way at any moment of a time, in milliseconds of `process.hrtime`. */
    between: (from: number, until: number): string[] =>
      [...answered, ...open]
        .filter((followed) => followed.from <= until && (followed.until ?? until) >= from)
        .map(({ request }) => request),
  }
}

const now = (): number => Number(process.hrtime.bigint()) / 1e6
