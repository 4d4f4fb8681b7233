import type { Chance } from '../crash/chance.ts'
import { createBrowser, type TestThirdParty, codeNow, signed } from '../support/third-party.ts'
import { hostileBody, hostileHeader, hostileText, hostileType, hostileValue, spoiled, wellFormed } from './hostile.ts'
import type { Aimed } from './main-interface.ts'
import type { Shot } from './send.ts'
import { encodeForm } from './third-party-interface.ts'

interface Psu {
  username: string
  password: string
  totpSecret: string
}

/** A journey of a user that was begun in a browser, at its current form. */
interface Journey {
  path: string
  cookie: string
  csrf: string
  account: string
}

interface Pages {
  origin: string
  third: TestThirdParty
  psu: Psu
  /** Consents that wait for their user. */
  consents: { id: string; scope: string }[]
}

const SCOPED = { accounts: 'openid accounts', payments: 'openid payments' }

/** Opens journeys: some at the log-in, some logged in, so that the forms behind it are reached too. */
export async function openJourneys({ origin, third, psu, consents }: Pages): Promise<Journey[]> {
  const journeys: Journey[] = []
  for (const { id, scope } of consents) {
    const browser = createBrowser(origin)
    const page = await browser.follow(await third.link(id, { scope }))
    const path = new URL(page.url).pathname
    const keep = (text: string, csrf: string) => {
      const account = /name="account" value="([^"]+)"/.exec(text)?.[1] ?? ''
      const cookie = [...browser.jar].map(([key, { value }]) => `${key.split('|')[0]}=${value}`).join('; ')
      journeys.push({ path, cookie, csrf, account })
    }
    keep(page.text, page.csrf ?? '')
    const { username, password, totpSecret } = psu
    const code: Record<string, string> = scope === SCOPED.accounts ? { code: codeNow(totpSecret) } : {}
    const csrf = page.csrf ?? ''
    const shown = await browser.follow(`${path}/log-in`, browser.form({ csrf, username, password, ...code }))
    keep(shown.text, shown.csrf ?? '')
  }
  return journeys
}

/** Makes requests of browsers: links of third parties, forms of journeys, connections, files. */
export function psuPages(pages: Pages, journeys: () => readonly Journey[]): (chance: Chance) => Promise<Aimed> {
  return async (chance) => {
    const shot = chance.happens(40) ? await linkShot(pages, chance) : formShot(pages, journeys(), chance)
    if (chance.happens(10)) Object.assign(shot.headers, Object.fromEntries([hostileHeader(chance)]))
    return { shot }
  }
}

async function linkShot({ origin, third, consents }: Pages, chance: Chance): Promise<Shot> {
  const { id, scope } = chance.pick(consents)
  const claims = third.requestClaims(chance.happens(50) ? id : hostileText(chance), { scope })
  const value = chance.happens(70) ? spoiled(claims, chance) : { ...claims, [chance.pick(NAMES)]: hostileValue(chance) }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const request = await signed(third.software, isObject ? (value as Record<string, unknown>) : { value })
  const url = new URL(third.authorizeUrl(request, { scope }))
  if (chance.happens(30)) url.searchParams.set(chance.pick(NAMES), wellFormed(hostileText(chance)).slice(0, 5000))
  if (chance.happens(10)) url.searchParams.append(chance.pick(NAMES), 'twice')
  if (chance.happens(5)) url.searchParams.delete('request')
  const raw = chance.happens(4) ? `&${chance.pick(['a=%ff', '%', 'state=%00', 'x[y]=z', '&&='])}` : ''
  return { origin, method: 'GET', path: url.pathname + url.search + raw, headers: {} }
}

const NAMES = [
  'client_id',
  'state',
  'nonce',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'claims',
  'prompt',
  'max_age',
  'login_hint',
  'request',
  'request_uri',
  'code_challenge',
  'ui_locales',
  'acr_values',
  'resource',
  'exp',
]

const PATHS = [
  '/open-banking/connections',
  '/open-banking/connections/log-in',
  '/open-banking/connections/log-out',
  '/open-banking/connections/withdraw',
  '/open-banking/connections/passkeys',
  '/open-banking/pages/style.css',
  '/open-banking/pages/logo',
  '/open-banking/pages/logos/%00',
  '/open-banking/pages/logos/..%2f..%2fx',
  '/open-banking/consent/none',
  '/open-banking/authorize/none',
  '/open-banking/%ff',
]

function formShot({ origin, psu }: Pages, journeys: readonly Journey[], chance: Chance): Shot {
  const journey =
    journeys.length > 0
      ? chance.pick(journeys)
      : { path: '/open-banking/consent/none', cookie: '', csrf: '', account: '' }
  const { path, cookie, csrf, account } = journey
  const headers: Record<string, string> = { cookie, origin, 'sec-fetch-site': 'same-origin' }
  const at = chance.happens(75)
    ? path + chance.pick(['/log-in', '/decision', '/decision', '', '/cancel', '/more-time', '/x'])
    : chance.pick(PATHS)
  const method = chance.happens(15) ? 'GET' : chance.happens(3) ? 'DELETE' : 'POST'
  const shot: Shot = {
    origin,
    method,
    path: at + (chance.happens(5) ? `?${encodeForm({ a: hostileText(chance) }, chance)}` : ''),
    headers,
  }
  if (method === 'GET') return shot
  headers['content-type'] = chance.happens(5) ? hostileType(chance) : 'application/x-www-form-urlencoded'
  if (chance.happens(6)) return { ...shot, body: hostileBody(chance) }
  const fields: Record<string, string> = chance.happens(50)
    ? { csrf, username: psu.username, password: 'wrong', code: '000000' }
    : { csrf, decision: chance.pick(['approve', 'refuse', 'x']), account, code: '000000' }
  for (let changes = chance.int(0, 2); changes > 0; changes--)
    fields[chance.pick(['csrf', 'username', 'password', 'code', 'decision', 'account', 'passkey', 'id', 'name'])] =
      hostileText(chance)
  if (fields['decision'] === 'refuse') fields['csrf'] = 'not refused, so that the journey goes on'
  return { ...shot, body: encodeForm(fields, chance) }
}
