import https from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  call,
  createBrowser,
  openListeners,
  openThirdParty,
  registrationClaims,
  signed,
} from '../../../../test/support/third-party.ts'
import { fetchLogo } from './fetch.ts'
import { isPublic } from './public-address.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const listeners = await openListeners(await testDatabase())
afterAll(() => listeners.close())

describe('a logo is fetched only if it is a small picture from a public https address', () => {
  const answers: Record<string, (response: ServerResponse) => unknown> = {
    '/logo.png': (response) => response.end(PNG),
    '/moved.png': (response) => response.writeHead(302, { location: '/logo.png' }).end(),
    '/page.png': (response) => response.setHeader('content-type', 'image/png').end('<html>'),
    '/logo.svg': (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
    '/large.png': (response) => response.end(Buffer.concat([PNG, Buffer.alloc(65_536)])),
    '/broken.png': (response) =>
      response.writeHead(200, { 'content-length': '9999' }).write(PNG, () => response.destroy()),
    '/switched.png': ({ socket }) =>
      socket!.end('HTTP/1.1 101 Moved\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  }
  const { key, cert } = listeners.openBanking.tls!
  let asked: string[] = []
  const server = https.createServer({ key, cert }, (request: IncomingMessage, response) => {
    asked.push(request.url!)
    answers[request.url!]!(response)
  })
  const base = () => `https://localhost:${(server.address() as AddressInfo).port}`
  const trusted = { ca: listeners.ca }
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve)))
  afterAll(() => server.close())

  test('a picture is accepted', async () => {
    expect(await fetchLogo(`${base()}/logo.png`, trusted)).toEqual({ type: 'image/png', bytes: PNG })
  })

  test.each(['/moved.png', '/page.png', '/logo.svg', '/large.png', '/broken.png', '/switched.png'])(
    '%s is rejected',
    async (path) => {
      expect(await fetchLogo(`${base()}${path}`, trusted)).toBeUndefined()
      expect(asked.at(-1)).toBe(path)
    },
  )

  test('an address of our own network is not even called, by its number or by its name', async () => {
    asked = []
    for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])
      expect(await fetchLogo(`${base().replace('localhost', host)}/logo.png`)).toBeUndefined()
    expect(await fetchLogo(`${base().replace('https', 'http')}/logo.png`)).toBeUndefined()
    expect(await fetchLogo('no address')).toBeUndefined()
    expect(asked).toEqual([])
  })

  test.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['10.1.2.3', false],
    ['172.31.255.255', false],
    ['192.168.0.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['::ffff:10.0.0.1', false],
    ['::1', false],
  ])('%s: public is %s', (address, expected) => expect(isPublic(address)).toBe(expected))
})

/** Registers a software whose statement names a logo. */
async function register(readLogo: typeof fetchLogo) {
  listeners.openBanking.directory.readLogo = readLogo
  const software = await listeners.newSoftware()
  const claims = {
    software_logo_uri: 'https://third-party.example/logo.png',
    organisation_competent_authority_claims: { authority_id: 'FCAGBR', registration_id: '901234', status: 'Active' },
  }
  const { softwareStatement } = { softwareStatement: await listeners.statement(software, claims) }
  return openThirdParty(listeners, { software_statement: softwareStatement }, software)
}

describe('the user sees the third party', () => {
  test('with the logo read at registration, from our own address, and the number at the authority', async () => {
    const asked: string[] = []
    const third = await register(async (address) => {
      asked.push(address)
      return { type: 'image/png', bytes: PNG }
    })
    expect(asked).toEqual(['https://third-party.example/logo.png'])
    const browser = createBrowser(listeners.pages)
    const logo = await browser.go(`/open-banking/pages/logos/${third.clientId}`)
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(logo.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(await listeners.openBanking.thirdParties.introduce(third.clientId)).toMatchObject({
      name: 'Ledgerly',
      organisationName: 'Ledgerly Ltd',
      reference: 'FCA, United Kingdom, 901234',
      logoVersion: expect.any(String),
    })
  })

  test('a registration without a usable logo works, and an update removes an earlier one', async () => {
    const third = await register(async () => ({ type: 'image/png', bytes: PNG }))
    listeners.openBanking.directory.readLogo = async () => undefined
    const updated = await call(listeners, `/register/${third.clientId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/jose', authorization: `Bearer ${await third.token()}` },
      body: await signed(third.software, registrationClaims(third.software)),
      certificate: third.certificate,
    })
    expect(updated.status).toBe(200)
    const logo = await createBrowser(listeners.pages).go(`/open-banking/pages/logos/${third.clientId}`)
    expect(logo.status).toBe(404)
    expect(await listeners.openBanking.thirdParties.introduce(third.clientId)).not.toHaveProperty('logoVersion')
  })

  test.each([
    [{ org_id: 'PSDDE-BAFIN-10119834' }, 'BAFIN, Germany, 10119834'],
    [{ org_id: '0015800001041RHAAY' }, 'directory number 0015800001041RHAAY'],
    [
      { organisation_competent_authority_claims: [{ authority_id: 'IE-CBI', registration_id: 'C55555' }] },
      'CBI, Ireland, C55555',
    ],
    [
      {
        org_id: '0015800001041RHAAY',
        organisation_competent_authority_claims: { authority_id: 'FCAGBR', registration_id: '1', status: 'Withdrawn' },
      },
      'directory number 0015800001041RHAAY',
    ],
  ])('the statement %o gives the reference "%s"', async (claims, expected) => {
    const third = await openThirdParty(listeners)
    const statement = await listeners.statement(third.software, {
      organisation_competent_authority_claims: undefined,
      ...claims,
    })
    await listeners.db.pool.query('update open_banking_clients set software_statement = $2 where client_id = $1', [
      third.clientId,
      statement,
    ])
    expect((await listeners.openBanking.thirdParties.introduce(third.clientId))?.reference).toBe(expected)
  })
})
