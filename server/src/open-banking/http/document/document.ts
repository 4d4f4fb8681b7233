import { STATUS_CODES } from 'node:http'
import { ALPHA } from '../../../kernel/http/openapi/documents.ts'
import { addExamples, type Examples } from '../../../kernel/http/openapi/examples.ts'
import { nameSchemas } from '../../../kernel/http/openapi/named-schemas.ts'
import { standardCodes } from '../refusals.ts'
import type { ObVersion } from '../version.ts'
import type { DocumentedRoute } from './collect.ts'
import recorded from './examples.json' with { type: 'json' }

/** Documents of the open-banking listener: one for each version, and one for registration. */
export const OB_DOCUMENTS = ['open-banking-v3.1', 'open-banking-v4.0', 'client-registration'] as const
type ObDocument = (typeof OB_DOCUMENTS)[number]

const TITLES: Record<ObDocument, string> = {
  'open-banking-v3.1': 'Cambist open banking, v3.1',
  'open-banking-v4.0': 'Cambist open banking, v4.0',
  'client-registration': 'Cambist client registration',
}

const READ_WRITE = `Account information and payment initiation for third parties, as served here: with the optional members that this service takes and its limits.

Every call is made over mutual TLS with the third party's certificate. \`x-fapi-interaction-id\` of the request is returned. Bodies of payment
initiation are signed by \`x-jws-signature\`, and so are the answers. A POST with an \`x-idempotency-key\` can be repeated for 24 hours.`

const REGISTRATION = `Dynamic client registration with a software statement of an accepted directory (RFC 7591, RFC 7592). Calls are made over mutual TLS
with the certificate of the software. The body is a JWS signed by the software; its claims are those of \`RegistrationClaims\`.`

interface Addresses {
  /** Address of the listener. */
  baseUrl: string
  version: string
}

/** Returns an OpenAPI document from the routes that the listener serves. */
export function openBankingDocument(name: ObDocument, routes: readonly DocumentedRoute[], at: Addresses): object {
  const prefix = PREFIXES[name]
  const own = routes.filter(({ url }) => url.startsWith(prefix))
  const paths: Record<string, Record<string, object>> = {}
  for (const route of own) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  const isRegistration = name === 'client-registration'
  const error = isRegistration ? OAUTH_ERROR : errorOf(name.endsWith('3.1') ? '3.1' : '4.0')
  const document = nameSchemas(
    {
      openapi: '3.1.1',
      info: {
        title: TITLES[name],
        version: at.version,
        description: `${ALPHA}\n\n${isRegistration ? REGISTRATION : READ_WRITE}`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: at.baseUrl, description: 'The listener of open banking.' }],
      tags: tagsOf(name),
      paths,
      components: { schemas: { Error: error }, securitySchemes: securityOf(at.baseUrl, isRegistration) },
    } as object,
    { errorsOf: (id) => errorsOf(own.find(({ documented }) => documented.id === id)!), hasInlineParts: true },
  )
  addExamples(document, examplesOf(name, at.baseUrl))
  return document
}

/** Address in the links of the recorded examples. */
const RECORDED_AT = 'https://localhost:8443'

/** Returns a document's executed examples, recorded by `server/test/contract/open-banking-examples.test.ts`, with links to this server. */
const examplesOf = (name: ObDocument, baseUrl: string): Examples =>
  JSON.parse(JSON.stringify((recorded as Record<string, unknown>)[name]).replaceAll(RECORDED_AT, baseUrl)) as Examples

const PREFIXES: Record<ObDocument, string> = {
  'open-banking-v3.1': '/open-banking/v3.1/',
  'open-banking-v4.0': '/open-banking/v4.0/',
  'client-registration': '/register',
}

const tagsOf = (name: ObDocument): object[] =>
  name === 'client-registration'
    ? [{ name: 'Registration', description: 'Registrations of third parties.' }]
    : [
        { name: 'Account information', description: 'Consents and the accounts that they cover.' },
        { name: 'Payment initiation', description: 'Consents and the payments made from them.' },
      ]

const tagOf = (url: string): string =>
  url.includes('/aisp/') ? 'Account information' : url.includes('/pisp/') ? 'Payment initiation' : 'Registration'

function operationOf({ url, documented, ob }: DocumentedRoute): object {
  const { id, summary, description, body, answers } = documented
  const { produces = ['application/json'], consumes = ['application/json'] } = documented
  const scope = url.includes('/aisp/') ? 'accounts' : 'payments'
  const needed = ob?.grant === 'psu' ? { userToken: [scope] } : { clientToken: ob ? [scope] : [] }
  const isPublic = ob === undefined && url === '/register'
  const responses = Object.entries(answers).map(([status, schema]): [string, object] => [
    status,
    {
      description: DONE[status] ?? 'Done.',
      headers: INTERACTION,
      ...(schema && { content: Object.fromEntries(produces.map((type) => [type, { schema: ofType(type, schema) }])) }),
    },
  ])
  return {
    operationId: id,
    tags: [tagOf(url)],
    summary,
    description,
    parameters: [...pathParameters(url), ...(ob?.query ?? []).map(queryParameter), ...headersOf(ob)],
    ...(body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(consumes.map((type) => [type, { schema: sentAs(type, body) }])),
      },
    }),
    responses: Object.fromEntries(responses),
    security: [isPublic ? { mutualTls: [] } : { mutualTls: [], ...needed }],
  }
}

const DONE: Record<string, string> = { 200: 'The resource.', 201: 'Created.', 204: 'Deleted; there is no body.' }

const ofType = (type: string, schema: object): object =>
  type.endsWith('json') ? schema : { type: 'string', format: 'binary' }

/** A JWS is text whose payload has the schema. */
const sentAs = (type: string, schema: object): object =>
  type === 'application/jose' ? { type: 'string', contentMediaType: 'application/jwt', contentSchema: schema } : schema

const header = (description: string, schema: object = { type: 'string' }) => ({ description, schema })

const INTERACTION = { 'x-fapi-interaction-id': header('Id of the request.', { type: 'string', format: 'uuid' }) }

const pathParameters = (url: string): object[] =>
  [...url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  }))

const queryParameter = (name: string): object => ({
  name,
  in: 'query',
  description: name === 'page' ? 'Position of the page, as in the links of another page.' : 'ISO 8601 date and time.',
  schema: { type: 'string' },
})

/** Headers of a request: the signature and the key where the route requires them. */
const headersOf = (ob: DocumentedRoute['ob']): object[] => [
  { name: 'x-fapi-interaction-id', in: 'header', ...header('A UUID; returned.', { type: 'string', format: 'uuid' }) },
  ...(ob ? [{ name: 'x-fapi-auth-date', in: 'header', ...header('Last log-in of the user, as an HTTP date.') }] : []),
  ...(ob?.idempotent
    ? [{ name: 'x-idempotency-key', in: 'header', required: true, ...header('Key of the call.', KEY) }]
    : []),
  ...(ob?.signed
    ? [{ name: 'x-jws-signature', in: 'header', required: true, ...header('Detached JWS over the body.') }]
    : []),
]

const KEY = { type: 'string', minLength: 1, maxLength: 40 }

/** Statuses of errors by what a route requires; 401 has no body, nor has 429 in v3.1. */
function errorsOf({ url, documented, ob }: DocumentedRoute): Record<string, object> {
  const statuses = [400, 401, 403, 429, 500, 503]
  if (ob) statuses.push(406)
  if (documented.body) statuses.push(413, 415)
  if (ob?.idempotent && url.includes('/v4.0/')) statuses.push(422)
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const hasNoBody = (status: number) =>
    ob !== undefined && (status === 401 || (status === 429 && url.includes('/v3.1/')))
  const entries = statuses
    .sort()
    .map((status): [string, object] => [
      String(status),
      { description: `${STATUS_CODES[status]}.`, ...(hasNoBody(status) ? {} : { content }) },
    ])
  return Object.fromEntries(entries)
}

function errorOf(version: ObVersion): object {
  const text = { type: 'string', minLength: 1, maxLength: 500 }
  const item = {
    type: 'object',
    properties: {
      ErrorCode: { type: 'string', enum: standardCodes(version) },
      Message: text,
      Path: text,
      Url: { type: 'string' },
    },
    required: ['ErrorCode', 'Message'],
  }
  const common = { Id: { type: 'string' }, Errors: { type: 'array', minItems: 1, items: item } }
  return version === '4.0'
    ? { type: 'object', properties: common, required: ['Id', 'Errors'] }
    : {
        type: 'object',
        properties: { Code: { type: 'string' }, Message: text, ...common },
        required: ['Code', 'Id', 'Message', 'Errors'],
      }
}

const OAUTH_ERROR = {
  type: 'object',
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  required: ['error', 'error_description'],
}

const securityOf = (baseUrl: string, isRegistration: boolean): object => {
  const scopes = { accounts: 'Account information.', payments: 'Payment initiation.' }
  const tokenUrl = `${baseUrl}/token`
  return {
    mutualTls: { type: 'mutualTLS', description: 'The certificate of the third party.' },
    clientToken: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes } } },
    ...(!isRegistration && {
      userToken: {
        type: 'oauth2',
        flows: { authorizationCode: { authorizationUrl: `${baseUrl}/auth`, tokenUrl, scopes } },
      },
    }),
  }
}
