import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts'
import { createBrowser, openListeners } from '../../../../test/support/third-party.ts'
import { contrast, textOn } from './colour.ts'
import { openInstitution } from './institution.ts'

const folder = temporaryDirectory()
const file = (name: string, content: string | Buffer) => {
  writeFileSync(path.join(folder, name), content)
  return path.join(folder, name)
}
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const SVG = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const opened = (env: Record<string, string>) => openInstitution(readConfig(env).institution)

test.each([
  [/INSTITUTION_COLOUR is "red"; it must be a colour like #0b4f8a/, { INSTITUTION_COLOUR: 'red' }],
  [/contrast with white is 1\.4; it must be at least 3.*darker shade is #/, { INSTITUTION_COLOUR: '#FFD400' }],
  [/INSTITUTION_LOGO cannot be read: ENOENT/, { INSTITUTION_LOGO: path.join(folder, 'none.png') }],
  [/INSTITUTION_LOGO is no such image; it must be a PNG/, { INSTITUTION_LOGO: file('page.png', '<html></html>') }],
  [
    /INSTITUTION_LOGO has 129 KiB.*at most 128 KiB/,
    { INSTITUTION_LOGO: file('big.png', Buffer.concat([PIXEL, Buffer.alloc(128 * 1024)])) },
  ],
  [/INSTITUTION_TIME_ZONE is Europe\/Atlantis/, { INSTITUTION_TIME_ZONE: 'Europe/Atlantis' }],
  [/INSTITUTION_NAME is ".+"; it must be a name of at most 70/, { INSTITUTION_NAME: 'x'.repeat(71) }],
  [/INSTITUTION_SUPPORT is ".+"; it must be a line of at most 200/, { INSTITUTION_SUPPORT: 'x'.repeat(201) }],
])('the service does not start with a look that users cannot read or see: %s', (message, env) => {
  expect(() => opened(env)).toThrow(message)
})

test('the shade that is suggested for a bright colour is accepted', () => {
  const suggested = /shade is (#\w{6})/.exec(messageOf(() => opened({ INSTITUTION_COLOUR: '#FFD400' })))![1]!
  expect(opened({ INSTITUTION_COLOUR: suggested }).colour).toBe(suggested)
})

test('the text on any accepted colour is black or white, whichever can be read', () => {
  for (const colour of ['#000000', '#0b4f8a', '#e30613', '#949494'])
    expect(contrast(textOn(colour), colour)).toBeGreaterThanOrEqual(4.5)
  expect([textOn('#0b4f8a'), textOn('#949494')]).toEqual(['#ffffff', '#000000'])
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('help is the contact of the documents unless the pages have a line of their own', () => {
  expect(opened({ INSTITUTION_CONTACT: 'bank@example.com' }).support).toBe('bank@example.com')
  const env = { INSTITUTION_CONTACT: 'bank@example.com', INSTITUTION_SUPPORT: 'Call +44 20 7946 0000' }
  expect(opened(env).support).toBe('Call +44 20 7946 0000')
})

const env = {
  INSTITUTION_NAME: 'Nordbank & Söhne',
  INSTITUTION_COLOUR: '#00965E',
  INSTITUTION_LOGO: file('logo.svg', SVG),
  INSTITUTION_SUPPORT: 'Call +44 20 7946 0000, day and night',
}
const listeners = await openListeners(await testDatabase(), env)
afterAll(() => listeners.close())
const browser = createBrowser(listeners.pages)

test.each([
  ['the log-in', '/open-banking/connections'],
  ['a page that has ended', '/open-banking/consent/nowhere'],
  ['a link that cannot be used', '/open-banking/authorize?client_id=nobody'],
])('%s has name, logo, colour and support line', async (_what, address) => {
  const page = await browser.go(address)
  expect(page.text).toContain('<p>Nordbank &amp; Söhne</p>')
  expect(page.text).toMatch(/<title>[^<]+ – Nordbank &amp; Söhne<\/title>/)
  expect(page.text).toContain('Help: Call +44 20 7946 0000, day and night')
  const style = await browser.go(/href="(\/open-banking\/pages\/style[^"]+)"/.exec(page.text)![1]!)
  expect([style.status, style.text.includes('--brand: #00965e')]).toEqual([200, true])
  const logo = await browser.go(/<img class="logo" src="([^"]+)" alt="">/.exec(page.text)![1]!)
  expect([logo.status, logo.headers.get('content-type'), logo.text]).toEqual([200, 'image/svg+xml', SVG])
})

test('a logo that is opened by itself runs no script', async () => {
  const { headers } = await browser.go('/open-banking/pages/logo')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})
