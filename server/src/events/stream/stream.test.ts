import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { givenEntity } from '../../../test/support/clients.ts'
import { closeAfterFile, testDatabase } from '../../../test/support/database.ts'
import { openProcess } from '../../../test/support/process.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import type { EventType } from '../../kernel/values/emitted.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { emit } from '../record.ts'
import { EventStream } from './stream.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()
const principals = new Map<string, Principal>()
const authenticate = (token: string) => principals.get(token)
const { app } = await openProcess(db, { clock: systemClock, authenticate })
await app.listen({ port: 0, host: '127.0.0.1' })
closeAfterFile(async () => app.server.closeAllConnections()) // fetch opens some in advance
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

async function givenReader() {
  const entityId = await givenEntity(db, 'RM')
  const token = newUuid()
  const scopes = new Set(['reporting:read'])
  principals.set(token, { entityId, serviceKind: 'RM', clientId: newUuid(), scopes, roles: new Set() })
  const record = (type: EventType, count = 1) =>
    inTransaction(db, async (tx) => {
      const act = { actor: { type: 'system' as const }, at: new Date(), wall: new Date() }
      for (let i = 0; i < count; i++)
        await emit(tx, act, { entityId, type, resourceType: 'trade', resourceId: newUuid() })
    })
  return { entityId, token, record }
}

const opened: AbortController[] = []
afterEach(() => opened.splice(0).forEach((stream) => stream.abort()))

interface Frame {
  id?: string
  event?: string
  data?: { sequence: number; type: string; id: string }
}

/** Opens a stream and collects its frames. */
async function listen(token: string, query = '', headers: Record<string, string> = {}) {
  const aborter = new AbortController()
  opened.push(aborter)
  const response = await fetch(`${base}/v1/events${query}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: aborter.signal,
  })
  const frames: Frame[] = []
  const state = { ended: false }
  const read = async () => {
    let text = ''
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString()
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        frames.push(frameOf(text.slice(0, end)))
        text = text.slice(end + 2)
      }
    }
  }
  if (response.status === 200)
    void read()
      .catch(() => {})
      .finally(() => (state.ended = true))
  const events = () => frames.flatMap(({ data }) => (data ? [data] : []))
  return { response, frames, state, events, close: () => aborter.abort() }
}

function frameOf(text: string): Frame {
  const fields = Object.fromEntries(
    text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { ...fields, ...(fields['data'] && { data: JSON.parse(fields['data']) }) } as Frame
}

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 8000, interval: 20 })

test('a stream has the events of the feed, then each new one, each with its sequence as id', async () => {
  const { token, record } = await givenReader()
  await record('trade.executed', 120)
  const stream = await listen(token, '?after=0')
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
  const before = stream.events().length
  await record('trade.settled')
  await soon(() => expect(stream.events().at(-1)?.type).toBe('trade.settled'))
  expect(before).toBeLessThanOrEqual(120)
  const sequences = stream.events().map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.map((_, i) => i + 1))
  const frames = stream.frames.filter(({ data }) => data)
  expect(frames.map(({ id, event }) => [Number(id), event])).toEqual(
    stream.events().map(({ sequence, type }) => [sequence, type]),
  )
  const polled = await fetch(`${base}/v1/events?after=${sequences.length - 1}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(((await polled.json()) as { data: object[] }).data).toEqual([stream.events().at(-1)])
})

test('a client that lost its connection continues after the last id, without a gap and without repetitions', async () => {
  const { token, record } = await givenReader()
  await record('trade.executed', 3)
  const first = await listen(token)
  await soon(() => expect(first.events().length).toBeGreaterThanOrEqual(3))
  const last = first.frames.findLast(({ data }) => data)!
  first.close()
  await record('trade.executed', 2)
  const second = await listen(token, '?after=0', { 'last-event-id': last.id! })
  await soon(() => expect(second.events()).toHaveLength(2))
  expect(second.events().map(({ sequence }) => sequence)).toEqual([Number(last.id) + 1, Number(last.id) + 2])
})

test('types can be listed with commas, and a stream of a rare type shows its progress', async () => {
  const { token, record } = await givenReader()
  const stream = await listen(token, '?types=trade.settled,trade.overdue')
  await record('trade.settled')
  await record('trade.executed')
  await record('trade.overdue')
  await soon(() => expect(stream.events().map(({ type }) => type)).toEqual(['trade.settled', 'trade.overdue']))
})

test('a stream ends soon after its token is revoked, or has lost the scope', async () => {
  for (const change of ['revoked', 'scope']) {
    const { token, record } = await givenReader()
    const stream = await listen(token)
    if (change === 'revoked') principals.delete(token)
    else principals.set(token, { ...principals.get(token)!, scopes: new Set(['fx:trade']) })
    await soon(() => expect(stream.state.ended).toBe(true))
    const count = stream.events().length
    await record('trade.executed')
    expect(stream.events()).toHaveLength(count)
  }
})

test('a client has ten streams at most, and may open another after it closed one', async () => {
  const { token } = await givenReader()
  const streams = await Promise.all(Array.from({ length: 10 }, () => listen(token)))
  expect(streams.map(({ response }) => response.status)).toEqual(Array(10).fill(200))
  const eleventh = await listen(token)
  expect([eleventh.response.status, eleventh.response.headers.get('retry-after')]).toEqual([429, '5'])
  expect(((await eleventh.response.json()) as { code: string }).code).toBe('event_stream_limit_reached')
  streams[0]!.close()
  await soon(async () => expect((await listen(token)).response.status).toBe(200))
})

test.each([
  [{ 'last-event-id': 'evt_1' }, '', 400, 'last_event_id_invalid'],
  [{ 'last-event-id': '999' }, '', 422, 'event_position_unknown'],
  [{}, '?types=trade.complete', 400, 'event_type_unknown'],
])('%o %s is an error before the stream begins', async (headers, query, status, code) => {
  const { token } = await givenReader()
  const { response } = await listen(token, query, headers)
  expect([response.status, errorCode((await response.json()) as { code: string })]).toEqual([status, code])
})

/** A stream without end, in pages of a megabyte. */
async function givenEndlessStream() {
  const reads: bigint[] = []
  const done = { ended: false }
  const opened: ServerResponse[] = []
  const page = (position: bigint) => ({ events: [], position, last: 1_000_000n })
  const source = {
    viewer: async () => ({}) as Principal,
    async read(after: bigint) {
      reads.push(after)
      return page(after + 1n)
    },
    present: async () => [{ sequence: 1, type: 'trade.executed', filler: 'x'.repeat(1024 * 1024) }],
  }
  const limits = { heartbeatMs: 50, checkMs: 50, patienceMs: 300 }
  const server = createServer((_request, response) => {
    opened.push(response)
    void new EventStream(response, source, 0n, limits).run(page(1n)).then(() => (done.ended = true))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAfterFile(() => new Promise((resolve) => server.close(resolve)))
  return { port: (server.address() as AddressInfo).port, reads, done, opened }
}

test('a client that reads nothing is disconnected, and no further page is read for it', async () => {
  const { port, reads, done } = await givenEndlessStream()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n')
  await soon(() => expect(done.ended).toBe(true))
  expect(reads.length).toBeLessThan(30) // what the buffers of the operating system hold
  socket.destroy()
})

test('a long stream does not gather listeners while its client takes one page after the other', async () => {
  const { port, reads, opened } = await givenEndlessStream()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  socket.write('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n')
  await soon(() => expect(reads.length).toBeGreaterThan(40))
  expect(opened[0]!.listenerCount('close')).toBeLessThan(8)
  socket.destroy()
})

test('the service stops although streams are open', async () => {
  const { token } = await givenReader()
  const second = await openProcess(db, { clock: systemClock, authenticate })
  await second.app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`http://127.0.0.1:${(second.app.server.address() as AddressInfo).port}/v1/events`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  })
  const rest = response.text()
  const startedAt = performance.now()
  await second.app.close()
  expect(performance.now() - startedAt).toBeLessThan(4000)
  expect(await rest).toContain('retry: 2000')
})

test('a client that leaves before its first page is read does not keep its stream', async () => {
  const page = { events: [], position: 1n, last: 1n }
  const source = { viewer: async () => ({}) as Principal, read: async () => page, present: async () => [] }
  const socket = new Socket()
  socket.on('connect', () => socket.write('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n'))
  const ended = new Promise<void>((resolve) => {
    const server = createServer((_request, response) => {
      response.once('close', () => void new EventStream(response, source, 0n).run(page).then(resolve))
      socket.destroy()
    })
    server.listen(0, '127.0.0.1', () => socket.connect((server.address() as AddressInfo).port, '127.0.0.1'))
    closeAfterFile(() => new Promise((resolve) => server.close(resolve)))
  })
  await expect(Promise.race([ended.then(() => 'ended'), delay(2000, 'open')])).resolves.toBe('ended')
})
