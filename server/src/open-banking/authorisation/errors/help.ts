import type { Clock } from '../../../kernel/values/clock.ts'
import type { App } from '../../../kernel/http/http.ts'
import { html } from '../pages/html.ts'
import { type Page, sendPage } from '../pages/layout.ts'
import { ACR_SCA, INTENT_CLAIM } from '../rules.ts'

export const HELP_PATHS = {
  requestObject: '/open-banking/help/request-object',
  clientAssertion: '/open-banking/help/client-assertion',
} as const

interface HelpDeps {
  issuer: string
  clock: Clock
}

/** Sandbox only: registers pages for developers, each with a correct example. */
export function helpRoutes(app: App, deps: HelpDeps): void {
  const open = { config: { public: true }, schema: { hide: true } }
  app.get(HELP_PATHS.requestObject, open, (_request, reply) => sendPage(reply, requestObjectPage(deps)))
  app.get(HELP_PATHS.clientAssertion, open, (_request, reply) => sendPage(reply, clientAssertionPage(deps)))
}

const HEADER = { alg: 'PS256', kid: 'signingKeyId in third-party.json' }
const YOUR_CLIENT = '4f1c2d6e-8a3b-4c57-9d10-2e6f7a8b9c01'
const REDIRECT = 'https://ledgerly.example/callback'
const seconds = ({ clock }: HelpDeps): number => Math.floor(clock.wall().getTime() / 1000)

function requestObjectPage(deps: HelpDeps): Page {
  const now = seconds(deps)
  const claims = {
    iss: YOUR_CLIENT,
    aud: deps.issuer,
    client_id: YOUR_CLIENT,
    response_type: 'code id_token',
    redirect_uri: REDIRECT,
    scope: 'openid accounts',
    state: 'any text, returned to you',
    nonce: 'a new random text',
    nbf: now,
    iat: now,
    exp: now + 300,
    claims: {
      id_token: {
        [INTENT_CLAIM]: { value: 'obc_01jd8z5c4e7fs9k2m3n4p5q6r7', essential: true },
        acr: { values: [ACR_SCA], essential: true },
      },
    },
  }
  return {
    title: 'A correct request object',
    body: html`<p>Sign these claims with your signing key and send the JWS as <code>request</code>. Repeat client_id, response_type, scope and redirect_uri
beside it.</p>${example('Header', HEADER)}${example('Claims', claims)}<ul>
<li>iss and client_id are the id from your registration; aud is our issuer.</li>
<li>exp is at most 60 minutes after nbf. Both are seconds since 1970.</li>
<li>redirect_uri is one of your registration. scope is accounts for access to accounts, payments for a payment.</li>
<li>${INTENT_CLAIM} is the ConsentId of a consent that awaits its user.</li></ul>`,
  }
}

function clientAssertionPage(deps: HelpDeps): Page {
  const now = seconds(deps)
  const claims = {
    iss: YOUR_CLIENT,
    sub: YOUR_CLIENT,
    aud: deps.issuer,
    jti: 'a new random text for each assertion',
    iat: now,
    exp: now + 300,
  }
  return {
    title: 'A correct client assertion',
    body: html`<p>Sign these claims with your signing key and send the JWS as <code>client_assertion</code>, over your transport certificate.</p>
${example('Header', HEADER)}${example('Claims', claims)}<ul>
<li>client_assertion_type is urn:ietf:params:oauth:client-assertion-type:jwt-bearer.</li>
<li>Each assertion counts once. A client of tls_client_auth sends client_id and no assertion.</li>
<li>The certificate of the connection is one of the registered software or organisation.</li></ul>`,
  }
}

const example = (name: string, value: object) => html`<h2>${name}</h2><pre>${JSON.stringify(value, null, 2)}</pre>`
