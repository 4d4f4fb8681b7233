import swagger from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { ALPHA } from './documents.ts'
import { documentDryRun } from './dry-runs.ts'
import { addExamples, type Examples } from './examples.ts'
import { describedCodes, errorResponses } from './error-responses.ts'
import type { ErrorForm, FailingRoute, ReachableErrors } from './thrown-codes.ts'
import { nameSchemas } from './named-schemas.ts'
import { SCOPE_TEXTS } from './scopes.ts'
import { describeSuccesses } from './success-descriptions.ts'
import { deprecationAt, type Deprecation } from '../routing/deprecations.ts'
import type { App } from '../http.ts'
import { toYaml } from '../../text/yaml.ts'
import { NO_FIELDS, Problem } from '../wire.ts'

const DESCRIPTION = `Foreign exchange, payments and open banking for business clients.

- **Tokens.** Request one with \`POST /v1/oauth2/token\`, and send it as \`Authorization: Bearer <token>\`.
- **Amounts and rates** are decimal strings.
- **Lists** are \`{ data, nextCursor }\`, newest first unless stated otherwise. Send \`nextCursor\` as \`after\` to get the next page.
- **Errors** are \`application/problem+json\` with a stable \`code\`. \`GET /v1/errors\` lists all codes.
- **Retries.** A command with an \`Idempotency-Key\` can be repeated safely for seven days.
- **Dry runs.** An order with \`?dryRun=true\` runs all checks and stores nothing.
- **Limits.** \`RateLimit\` and \`RateLimit-Policy\` state the client's limit. Beyond it the status is 429 with \`Retry-After\`.
- **Entities.** A client may act for several entities. Name one with \`entityId\`; a request that names a resource is for the entity that owns it.
  Lists cover all entities unless you send \`entityId\`, once or several times. A client with one entity can omit it.
  \`entityID\` and \`EntityId\` are accepted too.`

/** A group of operations in the document. */
export interface OperationGroup {
  name: string
  description: string
  /** Operation ids by method and path, as in `GET /v1/accounts`. */
  operations: Readonly<Record<string, string>>
}

interface Documented {
  version: string
  groups: readonly OperationGroup[]
  errors: ReachableErrors
  examples: Examples
  deprecations?: readonly Deprecation[]
  /** False: the addresses do not exist. */
  isServed: boolean
}

/** Collects the routes' schemas into OpenAPI 3.1 at /openapi.json and /openapi.yaml. Register before any route. */
export async function documentApi(
  app: App,
  { version, groups, errors, examples, deprecations = [], isServed }: Documented,
): Promise<void> {
  const operations = operationsOf(groups)
  const failing = new Map<string, FailingRoute>()
  app.addSchema(Problem)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Cambist',
        version,
        description: `${ALPHA}\n\n${DESCRIPTION}`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The server that serves this document.' }],
      tags: groups.map(({ name, description }) => ({ name, description })),
      components: {
        securitySchemes: {
          oauth2: {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: '/v1/oauth2/token', scopes: SCOPE_TEXTS } },
          },
        },
      },
    },
    refResolver: { buildLocalReference: (json) => json['$id'] as string },
    transform: ({ schema, url, route }) => {
      const operation = operations.get(`${String(route.method)} ${wirePath(url)}`)
      const operationId = operation?.operationId ?? ''
      failing.set(operationId, { operationId, config: route.config ?? {}, schema: schema ?? {} })
      return {
        schema: {
          ...withCommonParts(schema, route, errors.operations[operationId]),
          ...operation,
          ...(deprecationAt(deprecations, url) && { deprecated: true }),
        },
        url,
      }
    },
    transformObject: (document) => {
      const own = ('openapiObject' in document ? document.openapiObject : {}) as object
      const named = nameSchemas(own, {
        errorsOf: (operationId) => errorResponses(failing.get(operationId)!, errors),
      })
      describeSuccesses(named)
      addExamples(named, examples)
      return { ...named, 'x-error-codes': describedCodes([...failing.values()], errors) } as object
    },
  })
  if (isServed) serveDocument(app)
}

const makers = new WeakMap<App, () => void>()

/** Makes the files of the document, so that no request waits for them. They are large. Call it when the app is ready. */
export const makeDocument = (app: App): void => makers.get(app)?.()

/** Serves the document to everybody. */
function serveDocument(app: App): void {
  const hidden = { config: { public: true }, schema: { hide: true } }
  let json: Buffer | undefined
  let yaml: Buffer | undefined
  const makeJson = () => (json ??= Buffer.from(JSON.stringify(app.swagger())))
  const makeYaml = () => (yaml ??= Buffer.from(toYaml(app.swagger())))
  makers.set(app, () => void [makeJson(), makeYaml()])
  app.get('/openapi.json', hidden, (_request, reply) => reply.type('application/json; charset=utf-8').send(makeJson()))
  app.get('/openapi.yaml', hidden, (_request, reply) => reply.type('application/yaml').send(makeYaml()))
}

/** Headers that an operation reads if it can throw the code. */
const HEADERS_BY_CODE = {
  idempotency_key_invalid: {
    'idempotency-key': Type.Optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'Makes the call safe to repeat for seven days.' }),
    ),
  },
  if_match_invalid: {
    'if-match': Type.Optional(
      Type.String({
        description: 'ETag of an earlier response, for example "3". Returns 412 if the resource has changed since.',
      }),
    ),
  },
}

/** Returns the headers that an operation reads, by the codes that it can throw; undefined without such headers. */
function headersOf(codes: readonly string[]): TSchema | undefined {
  const read = Object.entries(HEADERS_BY_CODE).filter(([code]) => codes.includes(code))
  return read.length === 0 ? undefined : Type.Object(Object.assign({}, ...read.map(([, header]) => header)))
}

type Route = {
  config?:
    | {
        public?: boolean
        scope?: string
        role?: string
        entityKind?: string
        entities?: string
        dryRunAnswer?: TSchema
        bodiesOfFiles?: Readonly<Record<string, TSchema>>
        errorForm?: ErrorForm
      }
    | undefined
  method: string | string[]
}

/** Adds the common parts of every operation: the required token scope, the headers that it reads and the answer of a dry run. */
function withCommonParts(
  schema: FastifySchema | undefined,
  route: Route,
  codes: readonly string[] = [],
): FastifySchema {
  const { scope, role, entityKind, entities = 'one', public: open, dryRunAnswer, bodiesOfFiles } = route.config ?? {}
  const roleText = role && role !== 'any' && `Role: \`${role}\`.`
  const needs = [scope && `Scope: \`${scope}\`.`, roleText, entityKind && `${entityKind} entities only.`].filter(
    Boolean,
  )
  const described = withoutEmptyBody(schema) as
    | (FastifySchema & { description?: string; response?: object })
    | undefined
  const headers = headersOf(codes)
  return {
    ...described,
    description: [described?.description, ...needs].filter(Boolean).join('\n\n'),
    security: open ? [] : [{ oauth2: scope ? [scope] : [] }],
    ...(role === undefined ? {} : { 'x-role': role }),
    ...(open ? {} : { 'x-entities': entities }),
    ...(headers && { headers }),
    ...(bodiesOfFiles && { body: bodyByType(schema?.body, bodiesOfFiles) }),
    response: documentDryRun(described?.querystring, described?.response, dryRunAnswer),
  } as FastifySchema
}

const withoutEmptyBody = ({ body, ...others }: FastifySchema = {}): FastifySchema =>
  body === undefined || body === NO_FIELDS ? others : { ...others, body }

/** Returns the body of an operation that takes JSON and files. */
const bodyByType = (json: unknown, files: Readonly<Record<string, TSchema>>): object => ({
  content: Object.fromEntries(
    Object.entries({ 'application/json': json, ...files }).map(([type, schema]) => [type, { schema }]),
  ),
})

/** Returns the group and id of each operation by method and path. */
const operationsOf = (groups: readonly OperationGroup[]): Map<string, { tags: string[]; operationId: string }> =>
  new Map(
    groups.flatMap(({ name, operations }) =>
      Object.entries(operations).map(([at, operationId]) => [at, { tags: [name], operationId }] as const),
    ),
  )

const wirePath = (url: string): string => url.replace(/:(\w+)/g, '{$1}')
