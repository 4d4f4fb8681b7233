import { afterAll, describe, expect, test } from 'vitest'
import { formatId, newUuid, parseId } from '../kernel/values/ids.ts'
import { testDatabase } from '../../test/support/database.ts'
import { openSandboxApi } from '../../test/support/sandbox-api.ts'

/** Changes and deletions whose answer was lost, as the SDKs repeat them: with the same key and the same If-Match. */
const db = await testDatabase()
const { app, credentials, tokenOf, close } = await openSandboxApi(db)
afterAll(close)
const { rm, abs } = credentials.group!.entityIds
const tokens = {
  'of one entity': await tokenOf(credentials.clients.rm),
  'of several entities': await tokenOf(credentials.group!),
}
type Kind = keyof typeof tokens

interface Sent {
  method?: string
  body?: object
  headers?: Record<string, string>
}

async function send(kind: Kind, url: string, { method = 'POST', body, headers = {} }: Sent = {}) {
  const answer = await app.inject({
    method: method as 'POST',
    url,
    headers: { authorization: `Bearer ${tokens[kind]}`, ...headers },
    ...(body && { payload: body }),
  })
  const { statusCode: status, headers: answered } = answer
  return {
    status,
    etag: answered['etag'] as string | undefined,
    replayed: answered['idempotent-replayed'],
    text: answer.body,
  }
}

/** Adds a recipient beside the interface, which takes none without a mail server. */
async function givenRecipient(entityId: string): Promise<string> {
  const recipientId = newUuid()
  const row = { entityId: parseId('ent', entityId)!, recipientId, email: `${recipientId}@example.com` }
  await db.pool.query(
    `insert into notification_recipients (entity_id, recipient_id, email, topics, created_at) values ($1, $2, $3, '{Approvals}', now())`,
    [row.entityId, row.recipientId, row.email],
  )
  return formatId('nrc', recipientId)
}

const PAYEE = {
  name: 'Muster Maschinenbau GmbH',
  address: { line1: 'Hauptstrasse 1', city: 'Berlin', countryCode: 'DE' },
  countryCode: 'DE',
  bankCountryCode: 'DE',
  currency: 'EUR',
  iban: 'DE89370400440532013000',
}
const RESOURCES = {
  beneficiaries: {
    create: PAYEE,
    change: { method: 'PUT', body: { ...PAYEE, nickname: 'Muster' } },
    id: 'beneficiaryId',
  },
  'webhook-endpoints': {
    create: { url: 'https://8.8.8.8/hook', events: ['payment.completed'] },
    change: { method: 'PATCH', body: { events: ['payment.cancelled'] } },
    id: 'webhookEndpointId',
  },
  'notification-recipients': {
    create: undefined,
    change: undefined,
    id: 'notificationRecipientId',
  },
}
const CASES = Object.entries(RESOURCES).flatMap(([name, each]) =>
  (Object.keys(tokens) as Kind[]).flatMap((kind) =>
    (kind === 'of one entity' ? [rm] : [rm, abs]).map((entityId, i) => ({ name, ...each, kind, entityId, nth: i + 1 })),
  ),
)

describe.each(CASES)('for a client $kind, $name of entity $nth', ({ name, create, change, id, kind, entityId }) => {
  async function given() {
    if (!create) return { path: `/v1/${name}/${await givenRecipient(entityId)}`, etag: undefined }
    const made = await send(kind, `/v1/${name}`, { body: { ...create, entityId } })
    expect(made.status).toBe(201)
    const path = `/v1/${name}/${JSON.parse(made.text)[id]}`
    return { path, etag: (await send(kind, path, { method: 'GET' })).etag }
  }
  const guarded = (key: string, etag: string | undefined) => ({
    'idempotency-key': key,
    ...(etag !== undefined && { 'if-match': etag }),
  })

  test('a repeated change and a repeated deletion have the answer of the first', async () => {
    const { path, etag } = await given()
    if (change && !(name === 'beneficiaries' && entityId === abs)) {
      const sent = { ...change, headers: guarded('change', etag) }
      const [first, again] = [await send(kind, path, sent), await send(kind, path, sent)]
      expect([first.status, again.status, again.replayed]).toEqual([200, 200, 'true'])
      expect(again.text).toBe(first.text)
    }
    const unknown = await send(kind, `${path.slice(0, -4)}0000`, {
      method: 'DELETE',
      headers: guarded(`of ${path}`, '*'),
    })
    expect(unknown.status).toBe(404)
    const now = (await send(kind, path, { method: 'GET' })).etag
    const sent = { method: 'DELETE', headers: guarded('delete', now) }
    const [first, again] = [await send(kind, path, sent), await send(kind, path, sent)]
    expect([first.status, first.text]).toEqual([204, ''])
    expect([again.status, again.replayed]).toEqual([204, 'true'])
  })
})
