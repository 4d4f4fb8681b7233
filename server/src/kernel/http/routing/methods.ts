import type { FastifyContextConfig, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Paths of other routes, without parameters, that this route's pattern would match; with their methods. */
    fixedPaths?: ReadonlyMap<string, readonly string[]>
  }
}

interface Route {
  url: string
  method: string | string[]
  config?: FastifyContextConfig | undefined
}
interface Scope {
  addHook(name: 'onRoute', hook: (route: Route) => void): unknown
  addHook(name: 'onReady', hook: (done: () => void) => void): unknown
}

interface Known {
  url: string
  pattern: RegExp
  methods: string[]
  config: FastifyContextConfig
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
  app.addHook('onRoute', (route) => {
    const { url, method } = route
    route.config ??= {}
    known.push({ url, pattern: patternOf(url), methods: [method].flat(), config: route.config })
  })
  app.addHook('onReady', (done) => {
    for (const route of known) if (/[:*]/.test(route.url)) findFixedPaths(route, known)
    done()
  })
  return {
    at: (path) => methodsOf(known.filter(({ pattern }) => pattern.test(path))),
    besides(request) {
      const { fixedPaths } = request.routeOptions.config
      return fixedPaths?.get(pathOf(request.url))
    },
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

function findFixedPaths(route: Known, known: readonly Known[]): void {
  const fixed = known.filter(
    ({ url, pattern }) => !/[:*]/.test(url) && pattern !== route.pattern && route.pattern.test(url),
  )
  const others = fixed.filter(({ url }) => !known.some((other) => other.url === url && isSharing(other, route)))
  if (others.length === 0) return
  route.config.fixedPaths = new Map(
    others.map(({ url }) => [url, methodsOf(known.filter((other) => other.url === url))] as const),
  )
}

const isSharing = (one: Known, other: Known): boolean => one.methods.some((method) => other.methods.includes(method))
