import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { openListeners } from '../support/third-party.ts'
import { chanceOf } from '../crash/chance.ts'
import { createSeen } from './from-schema.ts'
import { spoiled } from './hostile.ts'
import { operationsOf } from './openapi.ts'
import { type Front, fuzz } from './run.ts'
import { openFronts } from './stage.ts'

describe('random requests', async () => {
  const listeners = await openListeners(await testDatabase())
  afterAll(() => listeners.close())

  test('to every listener get answers of the documents and never a 500', { timeout: 240_000 }, async () => {
    const { fronts, renew } = await openFronts(listeners)
    const { ca, complaints } = listeners
    const summary = await fuzz({ fronts, ca, renew, requests: 1000, seed: 'suite', atOnce: 8 })
    expect(summary.findings).toEqual([])
    expect(complaints.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
    const reached = [...summary.statuses.keys()]
    for (const status of ['main 200', 'main 400', 'third parties 201', 'third parties 400', 'pages 303'])
      expect(reached).toContain(status)
  })

  test('a 500, an answer outside the document and silence are found', async () => {
    const [operation] = operationsOf({
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                content: {
                  'application/json': { schema: { type: 'object', required: ['id'], properties: { id: {} } } },
                },
              },
            },
          },
        },
      },
    } as never)
    const error = (status: number, body: string) => operation!.errorsOf({ status, type: 'application/json', body })
    expect(error(200, '{"id":1}')).toEqual([])
    expect(error(200, '{}')).toHaveLength(1)
    expect(error(200, '{"id":1,"more":1}')).toContain('/more schema is false')
    expect(error(201, '{}')).toEqual(['201 is not documented'])
    const server = createServer((request, response) =>
      request.url === '/500' ? response.writeHead(500).end('{}') : response.writeHead(503).end('{}'),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const origin = `http://127.0.0.1:${port}`
    const front: Front = {
      name: 'front',
      weight: 1,
      aim: (chance) => ({ shot: { origin, method: 'GET', path: chance.pick(['/500', '/503']), headers: {} } }),
      errorsOf: () => [],
    }
    const summary = await fuzz({ fronts: [front], ca: '', renew: async () => {}, requests: 20, seed: '1', atOnce: 2 })
    server.close()
    expect(summary.findings.map(({ what }) => what).sort()).toEqual([
      'front: GET /500 answers 500',
      'front: GET /503 answers 503',
    ])
  })

  test('the same seed sends the same values', () => {
    const draw = () => JSON.stringify(spoiled({ a: { b: [1, 2] }, c: 'x' }, chanceOf('7')))
    expect(draw()).toBe(draw())
    const seen = createSeen()
    seen.add({ data: [{ accountId: 'acc_1' }] })
    expect(seen.of('fromAccountId', chanceOf('1'))).toBeUndefined()
    expect(seen.of('accountId', chanceOf('1'))).toBe('acc_1')
  })
})
