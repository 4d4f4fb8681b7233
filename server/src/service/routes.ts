import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Type } from 'typebox'
import type { App, Deps } from '../kernel/http/http.ts'
import { allRefusals, refusals } from '../kernel/values/refusals.ts'
import { serverDirectory } from '../kernel/values/package-directory.ts'
import { Input, Output, Resource, Nullable } from '../kernel/http/wire.ts'

const refuse = refusals({
  not_ready: { status: 503, message: 'Not ready: {reason}', retryable: true },
})

const ServiceStatus = Resource('ServiceStatus', { status: Type.String() })

const ErrorCode = Resource('ErrorCode', {
  code: Type.String(),
  status: Type.Integer(),
  message: Type.String(),
  retryable: Type.Boolean(),
})

/** Addresses about the service itself: health, the error reference, the changelog. */
export function serviceRoutes(app: App, deps: Pick<Deps, 'db'>): void {
  const open = { public: true }

  app.get(
    '/health/live',
    { config: open, schema: { summary: 'The process runs', response: { 200: ServiceStatus } } },
    () => ({
      status: 'live',
    }),
  )

  app.get(
    '/health/ready',
    { config: open, schema: { summary: 'The database answers', response: { 200: ServiceStatus } } },
    async () => {
      await deps.db.pool.query('select 1').catch((error: Error) => {
        throw refuse.not_ready(
          { reason: `the database does not answer (${error.message})` },
          { headers: { 'retry-after': '1' } },
        )
      })
      return { status: 'ready' }
    },
  )

  app.get(
    '/v1/errors',
    {
      config: open,
      schema: {
        summary: 'Every error code',
        querystring: Input({}),
        response: { 200: Output({ data: Type.Array(ErrorCode), nextCursor: Nullable(Type.String()) }) },
      },
    },
    () => ({ data: allRefusals(), nextCursor: null }),
  )

  const changelog = readFileSync(path.join(serverDirectory, '..', 'CHANGELOG.md'), 'utf8')
  app.get(
    '/v1/changelog',
    {
      config: open,
      schema: {
        summary: 'Change log, newest first',
        response: { 200: { description: 'Markdown', content: { 'text/markdown': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) => reply.type('text/markdown; charset=utf-8').send(changelog),
  )
}
