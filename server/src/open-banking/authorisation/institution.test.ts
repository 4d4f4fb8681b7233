import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { institutionFile, LOGO_SVG } from '../../../test/support/institution.ts'
import { createBrowser, openListeners } from '../../../test/support/third-party.ts'

const INSTITUTION_FILE = institutionFile({
  tradingName: 'Nordbank & Söhne',
  accentColour: '#00965E',
  logo: 'logo.svg',
  support: 'Call +44 20 7946 0000, day and night',
})
const listeners = await openListeners(await testDatabase(), { INSTITUTION_FILE })
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
  expect([logo.status, logo.headers.get('content-type'), logo.text]).toEqual([200, 'image/svg+xml', LOGO_SVG])
})

test('a logo that is opened by itself loads nothing', async () => {
  const { headers } = await browser.go('/open-banking/pages/logo')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})
