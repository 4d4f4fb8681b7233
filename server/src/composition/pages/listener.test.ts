import { connect } from 'node:tls'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { approveAs, call, openListeners, openThirdParty } from '../../../test/support/third-party.ts'
import { createPagesListener } from './listener.ts'

const listeners = await openListeners(await testDatabase(), { OPEN_BANKING_PAGES_PORT: String(await freePort()) })
afterAll(() => listeners.close())
const third = await openThirdParty(listeners)
const { pages, ca, askPages: ask } = listeners
const port = new URL(pages).port
const [psu] = listeners.credentials.psus

test('issuer and every address of the discovery document are https', async () => {
  const { body } = await call(listeners, '/.well-known/openid-configuration')
  const addresses = Object.entries(body as Record<string, unknown>).filter(([name]) =>
    /^issuer$|_(endpoint|uri)$/.test(name),
  )
  expect(addresses.length).toBeGreaterThan(5)
  for (const [name, address] of addresses) expect([name, address]).toEqual([name, expect.stringMatching(/^https:\/\//)])
  expect(body).toMatchObject({ authorization_endpoint: `https://localhost:${port}/open-banking/authorize` })
})

test.each(['localhost', '127.0.0.1'])(
  'a user approves over a link to %s, with cookies for https only',
  async (name) => {
    const link = (await third.link(await third.consent())).replace('//localhost:', `//${name}:`)
    const canonical = name === 'localhost' ? link : (await ask(link)).headers.get('location')!
    expect(canonical.startsWith(`https://localhost:${port}/open-banking/authorize?`)).toBe(true)
    const first = await ask(canonical)
    const cookies = first.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/; secure(;|$)/i)
    const { answer, page } = await approveAs(listeners, canonical, psu!)
    expect(page.url.startsWith(pages)).toBe(true)
    expect((await third.redeem(answer['code']!)).status).toBe(200)
  },
)

test('the certificate is valid for both names, and none is requested of a browser', async () => {
  for (const host of ['localhost', '127.0.0.1']) {
    const socket = connect({
      port: Number(port),
      host: '127.0.0.1',
      ca,
      ...(host === 'localhost' && { servername: host }),
    })
    await once(socket, 'secureConnect')
    expect([host, socket.authorized]).toEqual([host, true])
    socket.destroy()
  }
  const answer = await ask(`${pages}/open-banking/connections`)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Log in')])
})

test('a page opened over plain http on the main interface leads to https', async () => {
  const { port: main } = listeners.config
  for (const path of ['/open-banking/connections', '/open-banking/authorize?client_id=x', '/open-banking/consent/x']) {
    const answer = await fetch(`http://localhost:${main}${path}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([307, `${pages}${path}`])
  }
})

test('no page binds the name localhost to https: the console on its other port stays reachable', async () => {
  const answer = await ask(`${pages}/open-banking/connections`)
  expect(answer.headers.get('strict-transport-security')).toBeNull()
})

test('pages at a public name require https from then on', async () => {
  const tls = listeners.openBanking.tls!
  const { server, close } = createPagesListener(listeners.app, tls, 'https://bank.example')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const own = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const path of ['/open-banking/connections', '/elsewhere']) {
    const answer = await ask(`${own}${path}`)
    expect([path, answer.headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000'])
  }
  await close()
})

test('only the pages are there: the main interface is not, and the error is one of ours', async () => {
  for (const path of ['/v1/accounts', '/console', '/health/live', '/', '/v1/accounts?entityId=ent_x']) {
    const answer = await ask(`${pages}${path}`)
    expect([path, answer.status, await answer.json()]).toMatchObject([path, 404, { code: 'not_found' }])
    expect(answer.headers.get('x-request-id')).toBeTruthy()
  }
})
