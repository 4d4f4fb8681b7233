import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closeAfterFile } from '../support/database.ts'
import { createCaller } from './http.ts'
import type { Server } from './stage/server.ts'

test('an answer of 500 and above is reported, unless the server is stopping and answers when it is up again', async () => {
  let isStopping = false
  const answers = [503, 503, 200]
  const fake = createServer((request, response) => {
    const isToken = request.url === '/v1/oauth2/token'
    response.statusCode = isToken ? 200 : (answers.shift() ?? 200)
    response.end(isToken ? '{"access_token":"t"}' : '{}')
  }).listen(0, '127.0.0.1')
  closeAfterFile(async () => void fake.close())
  await new Promise((resolve) => fake.once('listening', resolve))
  const baseUrl = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
  const server = { baseUrl, up: async () => {}, isStopping: () => isStopping } as Server
  const seen: string[] = []
  const watcher = { onServerError: (path: string, status: number) => void seen.push(`${path} ${status}`), onCall() {} }
  const caller = createCaller(server, { clientId: 'c', clientSecret: 's', entityId: 'e' }, watcher, () => 'key')
  expect((await caller.send('/v1/payments', {})).status).toBe(503)
  expect(seen).toEqual(['POST /v1/payments 503'])
  isStopping = true
  expect((await caller.send('/v1/payments', {})).status).toBe(200)
  expect(seen).toHaveLength(1)
})
