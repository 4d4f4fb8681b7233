import type { FastifyRequest } from 'fastify'

interface Route {
  url: string
  method: string | string[]
}
interface Scope {
  addHook(name: 'onRoute', hook: (route: Route) => void): unknown
  addHook(name: 'onReady', hook: (done: () => void) => void): unknown
}

interface Known {
  url: string
  pattern: RegExp
  methods: string[]
}

/** Methods of each path of a listener. */
export interface PathMethods {
  /** Methods of a path; none for an unknown one. */
  at(path: string): string[]
  /**
   * Methods of a request's path if the request uses another one and so reached a route with a parameter instead: GET
   * `/quotes/spot` does not read a quote with the id `spot`.
   */
  besides(request: FastifyRequest): readonly string[] | undefined
}

/** Collects the methods of each path from the routes added from now on. */
export function collectMethods(app: Scope): PathMethods {
  const known: Known[] = []
  /** Paths of other routes, without parameters, that a route's pattern would match, with their methods; by the route. */
  const fixedPaths = new Map<string, ReadonlyMap<string, readonly string[]>>()
  app.addHook('onRoute', ({ url, method }) => {
    known.push({ url, pattern: patternOf(url), methods: [method].flat() })
  })
  app.addHook('onReady', (done) => {
    for (const route of known.filter(({ url }) => /[:*]/.test(url))) {
      const found = fixedPathsOf(route, known)
      if (found.size > 0) for (const method of route.methods) fixedPaths.set(`${method} ${route.url}`, found)
    }
    done()
  })
  return {
    at(path) {
      const exact = known.filter(({ url }) => url === path)
      return methodsOf(exact.length > 0 ? exact : known.filter(({ pattern }) => pattern.test(path)))
    },
    besides: ({ method, url, routeOptions }) => fixedPaths.get(`${method} ${routeOptions.url}`)?.get(pathOf(url)),
  }
}

/** The path of a request's address. */
export const pathOf = (url: string): string => url.split('?', 1)[0]!

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll('.', '\\.')
      .replace(/:[^/]+/g, '[^/]+')
      .replace('*', '.*')}$`,
  )

const methodsOf = (routes: readonly Known[]): string[] => [...new Set(routes.flatMap(({ methods }) => methods))]

function fixedPathsOf(route: Known, known: readonly Known[]): Map<string, readonly string[]> {
  const fixed = known.filter(
    ({ url, pattern }) => !/[:*]/.test(url) && pattern !== route.pattern && route.pattern.test(url),
  )
  const others = fixed.filter(({ url }) => !known.some((other) => other.url === url && isSharing(other, route)))
  return new Map(others.map(({ url }) => [url, methodsOf(known.filter((other) => other.url === url))] as const))
}

const isSharing = (one: Known, other: Known): boolean => one.methods.some((method) => other.methods.includes(method))
