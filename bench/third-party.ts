import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import https from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { SignJWT } from 'jose'
import { createMessageSigner } from '../server/src/open-banking/http/index.ts'
import type { BenchServer } from './processes.ts'

const REDIRECT = 'https://third-party.example/callback'
const TRUST_ANCHOR = 'openbanking.org.uk'

interface Identity {
  /** TLS data of the connections: certificate, key, and the authority of the bank's certificate. */
  tls: { cert: string; key: string; ca: string }
  signingKey: KeyObject
  softwareStatement: string
  about: {
    softwareId: string
    signingKeyId: string
    issuer: string
    audience: string
    registrationEndpoint: string
    messageSignatureIssuer: string
  }
}

interface Call {
  headers?: Record<string, string>
  body?: string
}

export type Scope = 'accounts' | 'payments'

/** A third party of the sandbox that has registered. */
export interface ThirdParty {
  signingKey: KeyObject
  /**
   * Calls over mutual TLS; a body is JSON unless its header states otherwise. @throws Error for any status except 200
   * and 201
   */
  call(address: string, call?: Call): Promise<Record<string, unknown>>
  /** A connection over mutual TLS, ready for requests. */
  open(): Promise<TLSSocket>
  /** x-jws-signature of a body. */
  sign(body: string): Promise<string>
  /** Its own token. */
  token(scope: Scope): Promise<string>
  /** Returns a token of a consent approved by the scripted user. */
  approved(consentId: string, scope: Scope): Promise<string>
  close(): void
}

/** Makes a third party as a developer does, by the operator's command and a registration. */
export async function openThirdParty(server: BenchServer): Promise<ThirdParty> {
  const identity = makeIdentity(server)
  const { about, tls, signingKey } = identity
  const agent = new https.Agent({ ...tls, keepAlive: true, maxSockets: 8 })
  const call: ThirdParty['call'] = async (address, order = {}) => {
    const { status, text } = await send(agent, new URL(address, about.issuer), order)
    if (status !== 200 && status !== 201) throw new Error(`${address}: ${status} ${text}`)
    return JSON.parse(text) as Record<string, unknown>
  }
  const { authorization_endpoint: authorise, token_endpoint: tokens } = await call('/.well-known/openid-configuration')
  const clientId = await register(identity, call)
  const signed = (claims: object) => signJwt(identity, { iss: clientId, aud: about.issuer, ...claims })
  const redeem = async (form: Record<string, string>) => {
    const assertion = await signed({ sub: clientId })
    const answer = await call(tokens as string, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...form, ...ASSERTION, client_assertion: assertion }).toString(),
    })
    return answer.access_token as string
  }
  const signer = createMessageSigner({
    issuer: about.messageSignatureIssuer,
    trustAnchor: TRUST_ANCHOR,
    clock: { wall: () => new Date() },
    key: () => ({ kid: about.signingKeyId, privateKey: signingKey }),
  })
  return {
    signingKey,
    call,
    open: () => openMutual(tls, new URL(about.issuer)),
    sign: (body) => signer.sign(Buffer.from(body)),
    token: (scope) => redeem({ grant_type: 'client_credentials', scope }),
    async approved(consentId, scope) {
      const request = await signed(authorisationClaims(clientId, consentId, scope))
      const query = {
        client_id: clientId,
        response_type: 'code id_token',
        scope: `openid ${scope}`,
        redirect_uri: REDIRECT,
      }
      const code = await codeBehind(`${authorise as string}?${new URLSearchParams({ ...query, request }).toString()}`)
      return redeem({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT })
    },
    close: () => agent.destroy(),
  }
}

const ASSERTION = { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' }

/** Keys, certificates and software statement, from the sandbox's directory. */
function makeIdentity(server: BenchServer): Identity {
  const folder = mkdtempSync(path.join(tmpdir(), 'cambist-third-party-'))
  server.operate('create-third-party', '--folder', folder, '--redirect-uri', REDIRECT)
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const identity = {
    tls: { cert: read('transport.pem'), key: read('transport-key.pem'), ca: read('ca.pem') },
    signingKey: createPrivateKey(read('signing-key.pem')),
    softwareStatement: read('software-statement.jwt').trim(),
    about: JSON.parse(read('third-party.json')) as Identity['about'],
  }
  rmSync(folder, { recursive: true })
  return identity
}

const LIFE_SECONDS = 300

function signJwt({ signingKey, about }: Identity, claims: object): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ jti: randomUUID(), iat: now, nbf: now - 5, exp: now + LIFE_SECONDS, ...claims })
    .setProtectedHeader({ alg: 'PS256', kid: about.signingKeyId })
    .sign(signingKey)
}

async function register(identity: Identity, call: ThirdParty['call']): Promise<string> {
  const { softwareId, audience, registrationEndpoint } = identity.about
  const body = await signJwt(identity, {
    iss: softwareId,
    aud: audience,
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'PS256',
    grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
    response_types: ['code id_token'],
    software_id: softwareId,
    scope: 'openid accounts payments',
    software_statement: identity.softwareStatement,
    application_type: 'web',
    id_token_signed_response_alg: 'PS256',
    request_object_signing_alg: 'PS256',
  })
  const registered = await call(registrationEndpoint, { headers: { 'content-type': 'application/jose' }, body })
  return registered.client_id as string
}

const authorisationClaims = (clientId: string, consentId: string, scope: Scope) => ({
  client_id: clientId,
  response_type: 'code id_token',
  redirect_uri: REDIRECT,
  scope: `openid ${scope}`,
  state: randomUUID(),
  nonce: randomUUID(),
  claims: {
    id_token: {
      openbanking_intent_id: { value: consentId, essential: true },
      acr: { values: ['urn:openbanking:psd2:sca'], essential: true },
    },
  },
})

/** Follows the bank's redirects as a browser would, to the code that the third party is sent. */
async function codeBehind(link: string): Promise<string> {
  const cookies = new Map<string, string>()
  let address = new URL(link)
  while (address.origin !== new URL(REDIRECT).origin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { headers: { cookie }, redirect: 'manual' })
    const text = await answer.text()
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`the consent was not granted: ${answer.status} ${text.slice(0, 500)}`)
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    address = new URL(location, address)
  }
  const code = new URLSearchParams(address.hash.slice(1)).get('code')
  if (code === null) throw new Error(`the consent was not granted: ${address.href}`)
  return code
}

function send(agent: https.Agent, address: URL, { headers, body }: Call) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = https.request(address, { agent, ...(body === undefined ? { headers } : post) }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode!, text: Buffer.concat(chunks).toString() }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

function openMutual(tls: Identity['tls'], { hostname, port }: URL): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...tls, host: hostname, port: Number(port), servername: hostname })
    socket.setNoDelay(true)
    socket.once('secureConnect', () => resolve(socket)).once('error', reject)
  })
}
