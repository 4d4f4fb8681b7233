import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { mountFamily } from './surface.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
const { send } = bank
const deleted: string[] = []

for (const version of VERSIONS) {
  const config = { ob: { grant: 'client' as const } }
  mountFamily(bank.app, bank.deps, { version, family: 'pisp' }, (scope) => {
    scope.get('/domestic-payments/:id', { config }, async () => ({ Data: {} }))
  })
  mountFamily(bank.app, bank.deps, { version, family: 'aisp' }, (scope) => {
    scope.get('/account-access-consents/:id', { config }, async () => ({ Data: {} }))
    scope.delete<{ Params: { id: string } }>('/account-access-consents/:id', { config }, async (request, reply) => {
      deleted.push(request.params.id)
      return reply.code(204).send()
    })
  })
}
await bank.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => bank.app.close())

/** Sends a body of unknown length over a connection, in chunks. */
function sendChunks(method: string, path: string, chunks: string[]): Promise<number> {
  const { port } = bank.app.server.address() as AddressInfo
  const headers = { authorization: 'Bearer own', 'transfer-encoding': 'chunked' }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers })
    sent.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)))
    sent.on('error', reject)
    for (const chunk of chunks) sent.write(chunk)
    sent.end()
  })
}

describe.each(VERSIONS)('v%s', (version) => {
  const consent = `/open-banking/v${version}/aisp/account-access-consents/obc_1`
  const payment = `/open-banking/v${version}/pisp/domestic-payments/obp_1`

  test.each([
    ['GET', consent],
    ['GET', payment],
    ['HEAD', consent],
    ['DELETE', consent],
  ])('%s %s with a body is rejected: a third party that sent filters in it would not notice', async (method, path) => {
    deleted.length = 0
    const answer = await send(method, path, { payload: { Data: {} } })
    expect(answer.status).toBe(400)
    if (method !== 'HEAD') {
      const ErrorCode = version === '4.0' ? 'U010' : 'UK.OBIE.Resource.InvalidFormat'
      const Message = `A ${method} request has no body here. Omit the body.`
      expect(answer.body).toMatchObject({ Errors: [{ ErrorCode, Message }] })
    }
    expect(answer.headers['x-jws-signature'] !== undefined).toBe(path === payment) // its errors are signed
    expect((await send(method, path, { token: 'nonsense', payload: {} })).status).toBe(401)
    expect(await sendChunks(method, path, ['{}'])).toBe(400)
    expect(deleted).toEqual([])
  })

  test.each([
    ['GET', 200],
    ['DELETE', 204],
  ])(
    '%s with an empty body is answered: some HTTP libraries state its type and length, and proxies announce chunks',
    async (method, status) => {
      const headers = { 'content-type': 'application/json', 'content-length': '0' }
      expect((await send(method, consent, { headers })).status).toBe(status)
      expect((await send(method, consent, { headers: { 'content-type': 'application/json' } })).status).toBe(status)
      expect(await sendChunks(method, consent, [])).toBe(status)
    },
  )
})
