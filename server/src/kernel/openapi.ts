import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifySchema } from 'fastify'
import type { App } from './http.ts'
import { Problem } from './wire.ts'

const DESCRIPTION = `Foreign exchange, payments and open banking for business clients.

Every operation needs \`Authorization: Bearer <token>\`; a token comes from \`POST /v1/oauth2/token\`.
Amounts and rates are decimal strings. Lists are \`{ data, nextCursor }\`, newest first. Errors are
\`application/problem+json\` with a stable \`code\`; all codes are at \`GET /v1/errors\`. A POST with an \`Idempotency-Key\`
can be repeated safely for seven days; with \`?dryRun=true\` it runs all checks and keeps nothing.`

/** Collects the routes' schemas into OpenAPI 3.1 at /openapi.json, browsable at /docs. Register before any route. */
export async function documentApi(app: App, version: string): Promise<void> {
  app.addSchema(Problem)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Cambist',
        version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          oauth2: {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: '/v1/oauth2/token', scopes: {} } },
          },
        },
      },
    },
    refResolver: { buildLocalReference: (json) => json['$id'] as string },
    transform: ({ schema, url, route }) => ({ schema: withCommonParts(schema, url, route), url }),
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'none', deepLinking: true, defaultModelsExpandDepth: 0 },
    theme: { title: 'Cambist API reference' },
  })
  app.get('/openapi.json', { config: { public: true }, schema: { hide: true } }, () => app.swagger())
}

type Route = {
  config?: { public?: boolean; scope?: string; entityKind?: string } | undefined
  method: string | string[]
}

/** What every operation's page shows: the group, the token scope it needs and how it refuses. */
function withCommonParts(schema: FastifySchema | undefined, url: string, route: Route): FastifySchema {
  const { scope, entityKind, public: open } = route.config ?? {}
  const needs = [scope && `Scope: \`${scope}\`.`, entityKind && `${entityKind} entities only.`].filter(Boolean)
  const described = schema as (FastifySchema & { description?: string; tags?: string[]; response?: object }) | undefined
  return {
    ...described,
    tags: described?.tags ?? [groupOf(url)],
    description: [described?.description, ...needs].filter(Boolean).join('\n\n'),
    security: open ? [] : [{ oauth2: scope ? [scope] : [] }],
    response: {
      ...described?.response,
      default: {
        description: 'Refused; see `code`.',
        content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
      },
    },
  } as FastifySchema
}

const GROUPS: [RegExp, string][] = [
  [/^\/v1\/oauth2|^\/\.well-known/, 'Authentication'],
  [/^\/v1\/(accounts|balances|transactions|statements)/, 'Accounts'],
  [/^\/v1\/entities/, 'Admin'],
  [/^\/v1\/fx\/.*spot/, 'Fx: spot'],
  [/^\/v1\/fx/, 'Fx'],
  [/^\/v1\/payments/, 'Payments'],
  [/^\/v1\/beneficiaries/, 'Beneficiaries'],
  [/^\/v1\/internal-account-transfers/, 'Internal account transfers'],
  [/^\/v1\/sandbox/, 'Sandbox'],
]

const groupOf = (url: string): string => GROUPS.find(([pattern]) => pattern.test(url))?.[1] ?? 'Service'
