import type { FastifyInstance } from 'fastify'

/** Announcement that the operations at a path, and at all paths below it, will end. Days begin at 00:00 UTC. */
export interface Deprecation {
  path: string
  /** Day from which no new work should use them. */
  deprecatedOn: string
  /** Day from which they may be gone; undefined while it is not decided. */
  sunsetOn: string | undefined
  /** Path of what replaces them. */
  successor: string | undefined
}

/** Returns the announcement for a path, the most exact one; undefined without any. */
export function deprecationAt(deprecations: readonly Deprecation[], path: string): Deprecation | undefined {
  const found = deprecations.filter((one) => path === one.path || path.startsWith(`${one.path}/`))
  return found.toSorted((a, b) => b.path.length - a.path.length)[0]
}

/**
 * Returns the headers of an announcement: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and links to the changelog and the
 * successor.
 *
 * @param changelog address of the changelog
 */
function headersOfDeprecation(announced: Deprecation, changelog: string): Record<string, string> {
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  const { deprecatedOn, sunsetOn, successor } = announced
  const links = [`<${changelog}>; rel="deprecation"; type="application/json"`]
  if (successor !== undefined) links.push(`<${successor}>; rel="successor-version"`)
  return {
    deprecation: `@${at(deprecatedOn).getTime() / 1000}`,
    ...(sunsetOn !== undefined && { sunset: at(sunsetOn).toUTCString() }),
    link: links.join(', '),
  }
}

/** Adds the headers to each response of the announced operations, errors included. Call it before routes are added. */
export function announceDeprecations(
  app: Pick<FastifyInstance, 'addHook'>,
  deprecations: readonly Deprecation[],
  changelog: string,
): void {
  if (deprecations.length === 0) return
  app.addHook('onRoute', (route) => {
    const announced = deprecationAt(deprecations, route.url)
    if (!announced) return
    const headers = headersOfDeprecation(announced, changelog)
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      (_request, reply, payload, done) => {
        void reply.headers(headers)
        done(null, payload)
      },
    ]
  })
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const PATH = /^(?:\/[A-Za-z0-9._{}:-]+)+$/

/**
 * Reads announcements: `<path> <day> [<day of the sunset> [<path of the successor>]]`, separated by commas.
 *
 * @throws Error that names the wrong entry and the form
 */
export function readDeprecations(text: string): Deprecation[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(readOne)
}

function readOne(entry: string): Deprecation {
  const [path = '', deprecatedOn = '', sunsetOn, successor, ...rest] = entry.split(/\s+/)
  const days = sunsetOn === undefined ? [deprecatedOn] : [deprecatedOn, sunsetOn]
  const isRead = PATH.test(path) && days.every(isDay) && (successor === undefined || PATH.test(successor))
  if (!isRead || rest.length > 0)
    throw new Error(
      `"${entry}" is no announcement. Write the path, the day of the deprecation, and if decided the day of the sunset and the path of the successor: /open-banking/v3.1 2027-01-01 2028-01-01 /open-banking/v4.0`,
    )
  if (sunsetOn !== undefined && sunsetOn <= deprecatedOn)
    throw new Error(`"${entry}": the sunset must be after the deprecation.`)
  return { path, deprecatedOn, sunsetOn, successor }
}

const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
