import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Deprecation } from '../kernel/http/routing/deprecations.ts'
import type { Queryable } from '../kernel/db/db.ts'
import type { App, Deps } from '../kernel/http/http.ts'
import { allRefusals, refusals } from '../kernel/values/refusals.ts'
import { serverDirectory } from '../kernel/values/package-directory.ts'
import { chooseType } from '../kernel/http/routing/media-types.ts'
import { DayText, Input, Nullable, OneOf, Output, Resource } from '../kernel/http/wire.ts'
import { CHANGE_KINDS, readChangelog } from './changelog.ts'

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

const Release = Resource('Release', {
  version: Type.String({ description: '`Unreleased`: changes that no version contains yet.' }),
  releasedOn: Nullable(DayText),
  summary: Nullable(Type.String({ description: 'Markdown.' })),
  changes: Type.Array(
    Resource('Change', { kind: OneOf([...CHANGE_KINDS]), text: Type.String({ description: 'Markdown.' }) }),
  ),
})

const Changelog = Resource('Changelog', {
  data: Type.Array(Release),
  deprecations: Type.Array(
    Resource('Deprecation', {
      path: Type.String({ description: 'Includes all paths below it.', examples: ['/open-banking/v3.1'] }),
      deprecatedOn: DayText,
      sunsetOn: Nullable(DayText),
      successor: Nullable(Type.String({ examples: ['/open-banking/v4.0'] })),
    }),
    { description: 'Deprecated operations.' },
  ),
  nextCursor: Nullable(Type.String()),
})

/** Dependencies of the routes about the service. */
export interface ServiceDeps extends Pick<Deps, 'db'> {
  deprecations: readonly Deprecation[]
  /** Aborted when the process is asked to stop. */
  stopping?: AbortSignal
}

/** Time for the database's answer to a readiness probe. */
const READY_MS = 1500

/** Returns the reason why the database cannot be used; undefined if it can. */
async function obstacleOf(db: Queryable): Promise<string | undefined> {
  const asked = db.query<{ isReadOnly: boolean }>({
    name: 'is-read-only',
    text: `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  })
  const answer = asked.then(
    ({ rows }) => (rows[0]!.isReadOnly ? 'the database is a standby or read-only' : undefined),
    () => 'the database does not answer',
  )
  return Promise.race([answer, pause(READY_MS, 'the database does not answer', { ref: false })])
}

/** A cache must not answer a probe. */
const neverStored = (reply: FastifyReply): void => void reply.header('cache-control', 'no-store')

/** Addresses about the service itself: health, the error reference, the changelog. */
export function serviceRoutes(app: App, deps: ServiceDeps): void {
  const open = { public: true }

  app.get(
    '/health/live',
    {
      config: open,
      schema: {
        summary: 'Check that the process runs',
        description: 'Returns 200 even if the database cannot be reached. Restart a process that does not respond.',
        response: { 200: ServiceStatus },
      },
    },
    (_request, reply) => {
      neverStored(reply)
      return { status: 'live' }
    },
  )

  app.get(
    '/health/ready',
    {
      config: open,
      schema: {
        summary: 'Check that the service can take requests',
        description:
          'Returns 200 while the database responds and accepts writes. Otherwise, and once the service is asked to ' +
          'stop, it returns 503 with the reason. Send requests only to a process that returns 200.',
        response: { 200: ServiceStatus },
      },
    },
    async (_request, reply) => {
      const reason = deps.stopping?.aborted ? 'the service is being stopped' : await obstacleOf(deps.db.reader)
      if (reason !== undefined) throw refuse.not_ready({ reason }, { headers: { 'retry-after': '1' } })
      neverStored(reply)
      return { status: 'ready' }
    },
  )

  app.get(
    '/v1/errors',
    {
      config: open,
      schema: {
        summary: 'List error codes',
        description:
          'Returns each code with its status and message, and states if the same request can succeed later. Released codes are never renamed.',
        querystring: Input({}),
        response: { 200: Output({ data: Type.Array(ErrorCode), nextCursor: Nullable(Type.String()) }) },
      },
    },
    () => ({ data: allRefusals(), nextCursor: null }),
  )

  changelogRoute(app, deps)
}

const CHANGELOG_TYPES = ['application/json', 'text/markdown'] as const

function changelogRoute(app: App, { deprecations }: ServiceDeps): void {
  const markdown = readFileSync(path.join(serverDirectory, '..', 'CHANGELOG.md'), 'utf8')
  const changelog = {
    data: readChangelog(markdown),
    deprecations: deprecations.map(({ sunsetOn = null, successor = null, ...rest }) => ({
      ...rest,
      sunsetOn,
      successor,
    })),
    nextCursor: null,
  }
  app.get(
    '/v1/changelog',
    {
      config: { public: true },
      schema: {
        summary: 'List versions and their changes',
        description:
          'All versions on one page, and the operations that are deprecated. With `Accept: text/markdown` it is the file CHANGELOG.md.',
        response: {
          200: {
            description: 'The changelog.',
            content: {
              'application/json': { schema: Changelog },
              'text/markdown': { schema: Type.String() },
            },
          },
        },
      },
    },
    async ({ headers }, reply) =>
      chooseType(headers.accept, CHANGELOG_TYPES) === 'text/markdown'
        ? reply.type('text/markdown; charset=utf-8').send(markdown)
        : reply.send(changelog),
  )
}
