import type { Clock } from '../../../kernel/values/clock.ts'
import type { App } from '../../../kernel/http/http.ts'
import { html } from '../pages/html.ts'
import { type Page, sendPage } from '../pages/layout.ts'
import { ACR_SCA, ASSERTION_SECONDS, INTENT_CLAIM } from '../rules.ts'

export const HELP_PATHS = {
  requestObject: '/open-banking/help/request-object',
  clientAssertion: '/open-banking/help/client-assertion',
  tokenRequest: '/open-banking/help/token-request',
  registration: '/open-banking/help/registration',
} as const

/** Most characters of an `error_description` in a registration; the others keep to it too. */
const MOST_CHARACTERS = 500

/**
 * Adds the address of the page with a correct example to an error. A description that is too long with it is shortened, and the
 * address is not.
 *
 * @param origin undefined outside the sandbox: adds nothing
 */
export function withHelp(description: string, page: keyof typeof HELP_PATHS, origin: string | undefined): string {
  if (origin === undefined) return description
  const help = ` See ${origin}${HELP_PATHS[page]}`
  return `${description.slice(0, MOST_CHARACTERS - help.length - 1).replace(/\.?$/, '.')}${help}`
}

interface HelpDeps {
  issuer: string
  /** Our id in the directory. */
  organisationId: string
  clock: Clock
}

/** Sandbox only: registers pages for developers, each with a correct example. */
export function helpRoutes(app: App, deps: HelpDeps): void {
  const open = { config: { public: true }, schema: { hide: true } }
  app.get(HELP_PATHS.requestObject, open, (_request, reply) => sendPage(reply, requestObjectPage(deps)))
  app.get(HELP_PATHS.clientAssertion, open, (_request, reply) => sendPage(reply, clientAssertionPage(deps)))
  app.get(HELP_PATHS.tokenRequest, open, (_request, reply) => sendPage(reply, tokenRequestPage()))
  app.get(HELP_PATHS.registration, open, (_request, reply) => sendPage(reply, registrationPage(deps)))
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
<li>exp is at most ${String(ASSERTION_SECONDS / 60)} minutes from now. It is in seconds since 1970.</li>
<li>Each assertion works once. A client of tls_client_auth sends client_id and no assertion.</li>
<li>The certificate of the connection is one of the registered software or organisation.</li></ul>`,
  }
}

const CLIENT = {
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: 'a new JWS, see the page on client assertions',
}

function tokenRequestPage(): Page {
  const ofClient = { grant_type: 'client_credentials', scope: 'accounts', ...CLIENT }
  const ofCode = { grant_type: 'authorization_code', code: 'the code', redirect_uri: REDIRECT, ...CLIENT }
  const ofRefresh = { grant_type: 'refresh_token', refresh_token: 'the refresh token', ...CLIENT }
  return {
    title: 'Correct token requests',
    body: html`<p>Send these fields as a form (application/x-www-form-urlencoded) over your transport certificate. An example of the
<a href="${HELP_PATHS.clientAssertion}">client assertion</a>.</p>${example('Your own token', ofClient)}${example('From a code', ofCode)}
${example('From a refresh token', ofRefresh)}<ul>
<li>scope is accounts, payments or both, as registered.</li>
<li>A code works once, for 60 seconds. redirect_uri is that of its request. With a code_challenge in the request, send the code_verifier.</li>
<li>A refresh token gives no other scope than its approval. It ends with its consent.</li>
<li>Introspection and revocation take token instead of grant_type.</li></ul>`,
  }
}

function registrationPage(deps: HelpDeps): Page {
  const now = seconds(deps)
  const claims = {
    iss: 'softwareId in third-party.json',
    iat: now,
    exp: now + 300,
    aud: deps.organisationId,
    jti: '8ad2ac26-7fc6-4b4a-9c1c-8d5e2a4e9f10',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'PS256',
    grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
    response_types: ['code id_token'],
    software_id: 'softwareId in third-party.json',
    scope: 'openid accounts payments',
    software_statement: 'contents of software-statement.jwt',
    application_type: 'web',
    id_token_signed_response_alg: 'PS256',
    request_object_signing_alg: 'PS256',
  }
  return {
    title: 'A correct registration',
    body: html`<p>Sign these claims with your signing key and send the JWS as the body of POST /register, with Content-Type application/jose, over your
transport certificate.</p>${example('Header', HEADER)}${example('Claims', claims)}<ul>
<li>jti is a new random UUID (version 4) for each request; exp is at most 60 minutes away.</li>
<li>redirect_uris are some of those in the software statement.</li>
<li>With tls_client_auth, send tls_client_auth_subject_dn, the subject of your certificate, instead of token_endpoint_auth_signing_alg.</li>
<li>PUT takes the same claims, with a token of the client.</li></ul>`,
  }
}

const example = (name: string, value: object) => html`<h2>${name}</h2><pre>${JSON.stringify(value, null, 2)}</pre>`
