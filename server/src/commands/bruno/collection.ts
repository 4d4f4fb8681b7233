/** The parts of an OpenAPI document that a collection shows. */
export interface ApiDocument {
  info: { title: string; version: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

/**
 * Returns the files of a Bruno collection by path: a folder for each group of the document, a request with the documented example for
 * each operation, and an environment with the server's address and the client.
 */
export function brunoCollection(document: ApiDocument, baseUrl: string): Map<string, string> {
  const files = new Map<string, string>([
    ['bruno.json', `${JSON.stringify({ version: '1', name: document.info.title, type: 'collection' }, null, 2)}\n`],
    ['collection.bru', COLLECTION],
    [
      'environments/Sandbox.bru',
      `${block('vars', { baseUrl, clientId: '' })}\n${list('vars:secret', ['clientSecret'])}`,
    ],
  ])
  const groups = new Map((document.tags ?? []).map(({ name }, index) => [name, index + 1]))
  for (const [name, seq] of groups) files.set(`${name}/folder.bru`, block('meta', { name, seq }))
  const numbers = new Map<string, number>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const group = operation.tags?.[0] ?? 'Other'
      const seq = (numbers.get(group) ?? 0) + 1
      numbers.set(group, seq)
      files.set(`${group}/${operation.operationId}.bru`, requestFile(path, method, operation, seq))
    }
  return files
}

const COLLECTION = `auth {
  mode: oauth2
}

auth:oauth2 {
  grant_type: client_credentials
  access_token_url: {{baseUrl}}/v1/oauth2/token
  refresh_token_url:
  client_id: {{clientId}}
  client_secret: {{clientSecret}}
  scope:
  credentials_placement: body
  credentials_id: credentials
  token_placement: header
  token_header_prefix: Bearer
  auto_fetch_token: true
  auto_refresh_token: false
}
`

function requestFile(path: string, method: string, operation: Operation, seq: number): string {
  const { operationId, summary = '', description = '', security = [], parameters = [], requestBody } = operation
  const [type, media] = Object.entries(requestBody?.content ?? {}).find(([, each]) => each.example !== undefined) ?? []
  const body = type === undefined ? 'none' : type.includes('json') ? 'json' : 'formUrlEncoded'
  const ofPlace = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const query = ofPlace('query')
  const headers = ofPlace('header').map((each) =>
    each.name === 'idempotency-key' ? { ...each, example: '{{$guid}}' } : each,
  )
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`
  const shown = query.filter(isSent).map(({ name, example }) => `${name}=${encodeURIComponent(text(example))}`)
  return [
    block('meta', { name: operationId, type: 'http', seq }),
    block(method, {
      url: shown.length > 0 ? `${url}?${shown.join('&')}` : url,
      body,
      auth: security.length > 0 ? 'inherit' : 'none',
    }),
    parameterBlock('params:query', query),
    parameterBlock('params:path', ofPlace('path')),
    parameterBlock('headers', headers),
    body === 'json' ? `body:json {\n${indented(JSON.stringify(media!.example, null, 2))}\n}\n` : '',
    body === 'formUrlEncoded' ? block('body:form-urlencoded', media!.example as Record<string, string>) : '',
    `docs {\n${indented([summary, description].filter((part) => part !== '').join('\n\n'))}\n}\n`,
  ]
    .filter((part) => part !== '')
    .join('\n')
}

type Parameter = NonNullable<Operation['parameters']>[number]

const isSent = ({ example }: Parameter): boolean => example !== undefined

/** Parameters without an example are listed, but not sent. */
function parameterBlock(name: string, parameters: readonly Parameter[]): string {
  const entries = parameters.map((parameter) => [
    `${isSent(parameter) ? '' : '~'}${parameter.name}`,
    text(parameter.example),
  ])
  return entries.length === 0 ? '' : block(name, Object.fromEntries(entries) as Record<string, string>)
}

const text = (value: unknown): string => (value === undefined ? '' : String(value as string | number))

const indented = (lines: string): string => lines.replace(/^(?=.)/gm, '  ')

const block = (name: string, entries: Record<string, string | number>): string =>
  `${name} {\n${Object.entries(entries)
    .map(([key, value]) => `  ${key}: ${value}`.trimEnd())
    .join('\n')}\n}\n`

const list = (name: string, entries: readonly string[]): string =>
  `${name} [\n${entries.map((each) => `  ${each}`).join(',\n')}\n]\n`
