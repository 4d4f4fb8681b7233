import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { openListeners } from '../support/third-party.ts'

/** Paths of each listener with their methods, collected while it is built. */
const paths = new Map<object, Map<string, string[]>>()
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const methods = new Map<string, string[]>()
  paths.set(fastify, methods)
  fastify.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()])
  })
})

const listeners = await openListeners(await testDatabase())
afterAll(() => listeners.close())

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Fills parameters; a path with a wildcard has every method of its part of the tree. */
const filled = (url: string) => url.replace(/:[^/]+/g, 'unheard-of')
const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replaceAll('.', '\\.')
      .replace(/:[^/]+/g, '[^/]+')
      .replace('*', '.*')}$`,
  )

describe.each([
  ['the main interface with its pages', listeners.app],
  ['open banking with its authorisation server', listeners.obApp],
])('%s', (_name, app) => {
  const methods = paths.get(app)!
  const fixed = [...methods.keys()].filter((url) => !url.includes('*') && !url.startsWith('/docs/static/'))

  test('has the paths that are tested here', () => {
    expect(fixed.length).toBeGreaterThan(30)
    const some = app === listeners.app ? ['/v1/payments', '/open-banking/authorize'] : ['/token', '/par', '/register']
    expect(fixed).toEqual(expect.arrayContaining(some))
  })

  test.each(fixed)('%s rejects another method with 405 and the methods that it has', async (url) => {
    const path = filled(url)
    // A path with a parameter covers fixed ones, whose methods are then those of the request.
    const found =
      methods.get(path) ?? [...methods].filter(([other]) => patternOf(other).test(path)).flatMap(([, m]) => m)
    const own = found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    for (const method of METHODS.filter((each) => !own.includes(each))) {
      const answer = await app.inject({ method, url: path, headers: { 'content-type': 'application/json' } })
      expect([method, answer.statusCode]).toEqual([method, 405])
      const allowed = String(answer.headers['allow']).split(', ')
      expect([method, allowed.toSorted()]).toEqual([method, [...new Set(own)].toSorted()])
      if (method !== 'HEAD') expect(answer.body).toContain(method)
    }
  })
})
