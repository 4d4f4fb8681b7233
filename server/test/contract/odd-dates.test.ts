import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'

/**
 * Requests every list of the main interface, from its OpenAPI document, with unsupported days, instants and cursors.
 */
let server: Awaited<ReturnType<typeof startFreshServer>>
const tokens: Record<string, string> = {}
beforeAll(async () => {
  server = await startFreshServer()
  for (const kind of ['rm', 'abs'] as const) tokens[kind] = await tokenOf(kind)
})
afterAll(() => server?.stop())

async function tokenOf(kind: 'rm' | 'abs'): Promise<string> {
  const { clientId, clientSecret } = server.credentials.clients[kind]
  const answer = await fetch(`${server.credentials.baseUrl}/v1/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: { format?: string; type?: string; enum?: string[]; pattern?: string }
}
interface Operation {
  parameters?: Parameter[]
}

const DAYS = ['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31']
const INSTANTS = [
  ...DAYS.map((day) => `${day}T12:00:00Z`),
  '2026-11-20T12:00:00+22:34',
  '2026-11-20T12:00:00-15:30',
  '2026-11-20T24:00:00Z',
  '2026-02-30T12:00:00Z',
  '2026-11-20T12:00:00',
]
const forged = (...parts: string[]) =>
  [Buffer.from(JSON.stringify(parts)), Buffer.concat([Buffer.alloc(12), Buffer.from(JSON.stringify(parts))])].map(
    (bytes) => bytes.toString('base64url'),
  )
const ID = '00000000-0000-7000-8000-000000000000'

async function lists(): Promise<{ path: string; query: Parameter[] }[]> {
  const document = (await (await fetch(`${server.credentials.baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, { get?: Operation }>
  }
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    const query = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query')
    return query.length > 0 ? [{ path: path.replaceAll(/\{[^}]+\}/g, 'x'), query }] : []
  })
}

const baseOf = (query: Parameter[], except: string) =>
  Object.fromEntries(
    query
      .filter(({ name, required }) => required && name !== except)
      .map(({ name, schema }) => [name, schema.enum?.[0] ?? (schema.pattern === '^[A-Z]{3}$' ? 'EUR' : 'x')]),
  )

test('a day, an instant or a cursor that no list can use is a 400 that names it, never a 500', async () => {
  let asked = 0
  const wrong: string[] = []
  const ask = async (path: string, query: Parameter[], name: string, value: string) => {
    const parameters = new URLSearchParams({ ...baseOf(query, name), [name]: value }).toString()
    for (const token of Object.values(tokens)) {
      const answer = await fetch(`${server.credentials.baseUrl}${path}?${parameters}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      asked++
      const text = await answer.text()
      const isNamed = answer.status === 400 && text.includes(`?${name}`)
      const isHidden = answer.status === 403 || (answer.status === 404 && name === 'after') // a missing resource is named first
      if (!isNamed && !isHidden) wrong.push(`${answer.status} ${path}?${parameters}: ${text.slice(0, 120)}`)
    }
  }
  for (const { path, query } of await lists()) {
    for (const { name, schema } of query) {
      if (schema.format === 'date') for (const day of DAYS) await ask(path, query, name, day)
      if (schema.format === 'date-time') for (const instant of INSTANTS) await ask(path, query, name, instant)
      if (name === 'after') {
        const made = [
          forged('payments', ID),
          forged('x'),
          forged('statements', '0000-00-00'),
          forged('trades', ID),
        ].flat()
        for (const cursor of made) await ask(path, query, name, cursor)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(300)
}, 240_000)
