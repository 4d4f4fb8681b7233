import { hash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { approveAs, createBrowser, openListeners, openThirdParty } from '../../../../test/support/third-party.ts'

const listeners = await openListeners(await testDatabase())
afterAll(() => listeners.close())
const third = await openThirdParty(listeners)
const [psu] = listeners.credentials.psus
const browser = createBrowser(listeners.pages)
const THIRD = ' https:'

const NAMES = [
  'x-frame-options',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'cache-control',
  'content-type',
]
const shared = ({ headers }: { headers: Headers }) => NAMES.map((name) => [name, headers.get(name)])
const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy')
const formPost = async () => third.link(await third.consent(), { response_mode: 'form_post' })

test('every page has one policy and the same headers, also pages of the OAuth library', async () => {
  const base = await browser.follow('/open-banking/connections')
  const { page, consent, back } = await approveAs(listeners, await formPost(), psu!)
  const pages = {
    page,
    consent,
    back,
    'a link that cannot be used': await browser.follow('/open-banking/authorize?client_id=nobody'),
    'an unknown journey': await browser.follow('/open-banking/consent/unknown'),
    'the return of an unknown journey': await browser.follow('/open-banking/authorize/unknown'),
    'a repeated return': await browser.follow(back.url),
    'an error by a form': await browser.follow(await third.link('obc_unknown', { response_mode: 'form_post' })),
    'a link that is not UTF-8': await browser.go('/open-banking/authorize?state=%ff'),
    'a logo that does not exist': await browser.follow('/open-banking/pages/logos/none'),
  }
  for (const [name, each] of Object.entries(pages)) {
    expect([name, shared(each)]).toEqual([name, shared(base)])
    const policy = policyOf(each)!
      .replace(/ 'sha256-[^']+'/, '')
      .replace(THIRD, '')
    expect([name, policy]).toEqual([name, policyOf(base)])
  }
})

test('an answer sent by a form may run its own script and reach the third party, and nothing else', async () => {
  const { back } = await approveAs(listeners, await formPost(), psu!)
  expect([back.status, back.text]).toEqual([200, expect.stringContaining('name="code"')])
  const script = /<script>([^]*?)<\/script>/.exec(back.text)![1]!
  expect(policyOf(back)).toContain(`script-src 'self' 'sha256-${hash('sha256', script, 'base64')}';`)
  expect(policyOf(back)).toContain(`form-action 'self'${THIRD};`)
})

test('a browser gets no cookie that nothing reads', async () => {
  for (const link of [await formPost(), await third.link(await third.consent())]) {
    const { browser: used } = await approveAs(listeners, link, psu!)
    for (const key of used.jar.keys()) expect(key).toMatch(/^(cambist_psu|_interaction)/)
  }
})
