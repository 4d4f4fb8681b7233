import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { followEvents, type StreamedEvent } from './stream.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

type Answer = (response: ServerResponse, after: string) => void

/** A service whose streams are answered one after the other, the last answer again and again. */
async function givenService(answers: Answer[]) {
  const asked: string[] = []
  const revoked: string[] = []
  let tokens = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    if (url.pathname === '/v1/oauth2/token') return response.end(JSON.stringify({ access_token: `token-${++tokens}` }))
    if (url.pathname === '/v1/oauth2/revoke') {
      request.on('data', (body: Buffer) => revoked.push(new URLSearchParams(body.toString()).get('token')!))
      return request.on('end', () => response.end())
    }
    const after = url.searchParams.get('after')!
    asked.push(after)
    return answers[Math.min(asked.length, answers.length) - 1]!(response, after)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { connection: { baseUrl, clientId: 'cli_x', clientSecret: 'secret' }, asked, revoked }
}

const frame = (sequence: number) =>
  `id: ${sequence}\nevent: trade.executed\ndata: ${JSON.stringify({ id: `evt_${sequence}`, type: 'trade.executed', sequence, resource: { type: 'trade', id: 'trd_x' } })}\n\n`

/** Follows a service until some events have come. */
async function follow(service: Awaited<ReturnType<typeof givenService>>, count: number) {
  const stopped = new AbortController()
  const breaks: string[] = []
  const events: StreamedEvent[] = []
  const options = {
    entityId: 'ent_x',
    after: 4,
    signal: stopped.signal,
    onBreak: (why: string) => void breaks.push(why),
  }
  for await (const event of followEvents(service.connection, options)) {
    events.push(event)
    if (events.length === count) stopped.abort()
  }
  return { sequences: events.map(({ sequence }) => sequence), breaks }
}

test('after a break the stream continues with the next event, and each token is revoked', async () => {
  const service = await givenService([
    (response) => void response.write(frame(5) + frame(6).slice(0, 30), () => response.destroy()),
    (response) => void response.writeHead(503).end(),
    (response) => void response.end(`${frame(6)}: alive\nid: 9\n\n`),
    (response) => void response.write(frame(10)),
  ])
  const { sequences, breaks } = await follow(service, 3)
  expect(sequences).toEqual([5, 6, 10])
  expect(service.asked).toEqual(['4', '5', '5', '9'])
  expect(breaks).toHaveLength(3)
  expect(service.revoked).toEqual(['token-1', 'token-2', 'token-3', 'token-4'])
})

test('events split over several chunks, even within a character, arrive complete', async () => {
  const bytes = Buffer.from(frame(5).replace('trd_x', 'trd_ü'))
  const middle = bytes.indexOf(Buffer.from('ü')) + 1
  const service = await givenService([
    (response) => {
      response.write(bytes.subarray(0, middle))
      setTimeout(() => response.write(bytes.subarray(middle)), 50)
    },
  ])
  const { sequences } = await follow(service, 1)
  expect(sequences).toEqual([5])
})

test('an error that a retry cannot solve ends the stream with its reason', async () => {
  const problem = JSON.stringify({ code: 'event_type_unknown', detail: 'There are no such events.' })
  const service = await givenService([(response) => void response.writeHead(400).end(problem)])
  await expect(follow(service, 1)).rejects.toMatchObject({
    code: 'event_type_unknown',
    message: 'There are no such events.',
  })
  expect(service.asked).toHaveLength(1)
})
