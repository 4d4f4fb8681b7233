import { type KeyObject, randomUUID } from 'node:crypto'
import { ThirdPartyError } from './error.ts'
import type { Identity } from './identity.ts'
import { type JsonWebKeys, privateKeyOf, signJwt, signMessage, verifyIdToken } from './jws.ts'
import { mutualTls, type Send } from './mutual-tls.ts'

/** Scope of a consent. */
export type ConsentScope = 'accounts' | 'payments'

/** Request for a user's approval. Keep all of it until the user returns. */
export interface Authorisation {
  /** Address to send the user's browser to. */
  url: string
  state: string
  nonce: string
  consentId: string
  redirectUri: string
}

/** Call of the open-banking interface. */
export interface OpenBankingCall {
  body?: unknown
  /** Access token of a user; default: the third party's own, with the scope of the path. */
  token?: string
  /** Default: a random key for each payment and consent. */
  idempotencyKey?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface AuthoriseOptions {
  redirectUri?: string
  /** Name of the user; in a sandbox also `<user>;decision=approve`, which decides without a browser. */
  loginHint?: string
}

export interface UserTokens {
  accessToken: string
  refreshToken: string | undefined
  /** Seconds. */
  expiresIn: number
  scope: string
}

interface Discovery {
  issuer: string
  registration_endpoint: string
  token_endpoint: string
  authorization_endpoint: string
  jwks_uri: string
}

interface TokenAnswer {
  access_token: string
  refresh_token?: string
  expires_in: number
  scope: string
}

/** Options of the connection. */
export interface ConnectOptions {
  /** Replacement for the network, for tests and proxies. */
  send?: Send
  /** Milliseconds that a request may take; default 30,000. */
  timeout?: number
  /** Seconds since 1970, for tests. */
  now?: () => number
}

interface Connection {
  json(request: Parameters<Send>[0]): Promise<unknown>
  close(): void
  now(): number
}

/** A token of the third party itself is renewed this long before its end. */
const EARLY_SECONDS = 30
/** Seconds for which our own signatures are valid. */
const VALID_SECONDS = 300
const TRUST_ANCHOR = 'openbanking.org.uk'
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Third party at one service. Every method throws a `ThirdPartyError` for an unsuccessful response. */
export class ThirdParty {
  readonly #identity: Identity
  readonly #bank: Discovery
  readonly #connection: Connection
  readonly #key: KeyObject
  readonly #own = new Map<string, { token: string; until: number }>()
  #clientId: string | undefined

  private constructor(identity: Identity, connection: Connection, bank: Discovery) {
    this.#identity = identity
    this.#connection = connection
    this.#bank = bank
    this.#key = privateKeyOf(identity.signingKey)
    this.#clientId = identity.clientId
  }

  /** Connects with a service: reads its addresses, and registers nothing. */
  static async connect(identity: Identity, options: ConnectOptions = {}): Promise<ThirdParty> {
    const network = options.send
      ? { send: options.send, close: () => {} }
      : mutualTls(identity.transport, options.timeout)
    const now = options.now ?? (() => Math.floor(Date.now() / 1000))
    const connection = { json: jsonCaller(network.send), close: () => network.close(), now }
    const bank = (await connection.json({ method: 'GET', url: identity.discovery })) as Discovery
    return new ThirdParty(identity, connection, bank)
  }

  /** Id that the service gave at the registration. @throws Error before it */
  get clientId(): string {
    if (this.#clientId === undefined) throw new Error('The third party is not registered: call register() first.')
    return this.#clientId
  }

  /**
   * Registers the software and returns its client id. Store it, and pass it as `clientId` of the identity from then on.
   *
   * @param changes claims that replace or extend those of the standard
   */
  async register(changes: Record<string, unknown> = {}): Promise<string> {
    const url = this.#bank.registration_endpoint
    const answer = await this.#connection.json({ method: 'POST', url, ...this.#claims(changes) })
    this.#clientId = (answer as { client_id: string }).client_id
    return this.#clientId
  }

  /** Returns the registration as the service has it. */
  registration(): Promise<unknown> {
    return this.#ofRegistration('GET')
  }

  /**
   * Replaces the registration, and returns it. Tokens and consents that it no longer covers end.
   *
   * @param changes as for `register`
   */
  replaceRegistration(changes: Record<string, unknown> = {}): Promise<unknown> {
    return this.#ofRegistration('PUT', this.#claims(changes))
  }

  /** Deletes the registration with all its tokens and consents. */
  async unregister(): Promise<void> {
    await this.#ofRegistration('DELETE')
    this.#clientId = undefined
    this.#own.clear()
  }

  /** Creates a consent, for example at `v4.0/aisp/account-access-consents`. Returns its id and the response. */
  async createConsent(path: string, body: object): Promise<{ consentId: string; consent: unknown }> {
    const consent = await this.call<{ Data: { ConsentId: string } }>('POST', path, { body })
    return { consentId: consent.Data.ConsentId, consent }
  }

  /** Signs the request for a user's approval of a consent. */
  authorise(consentId: string, scope: ConsentScope, options: AuthoriseOptions = {}): Authorisation {
    const { redirectUri = this.#identity.redirectUris[0] ?? '', loginHint } = options
    const [state, nonce] = [randomUUID(), randomUUID()]
    const asked = {
      client_id: this.clientId,
      response_type: 'code id_token',
      scope: `openid ${scope}`,
      redirect_uri: redirectUri,
    }
    const id_token = {
      openbanking_intent_id: { value: consentId, essential: true },
      acr: { values: ['urn:openbanking:psd2:sca'], essential: true },
    }
    const request = this.#sign({
      ...asked,
      ...(loginHint !== undefined && { login_hint: loginHint }),
      iss: this.clientId,
      aud: this.#bank.issuer,
      state,
      nonce,
      claims: { id_token },
    })
    const url = `${this.#bank.authorization_endpoint}?${new URLSearchParams({ ...asked, request }).toString()}`
    return { url, state, nonce, consentId, redirectUri }
  }

  /** Checks the address that the user returned to, and redeems its code for the user's token. */
  async redeem(returned: string, authorisation: Authorisation): Promise<UserTokens> {
    const { state, nonce, consentId, redirectUri } = authorisation
    const { hash, searchParams } = new URL(returned)
    const answer = hash ? new URLSearchParams(hash.slice(1)) : searchParams
    if (answer.get('state') !== state) throw new Error('The answer is not for this request: state differs.')
    const [code, idToken] = [answer.get('code'), answer.get('id_token')]
    if (!code || !idToken)
      throw new ThirdPartyError(answer.get('error') ?? 'access_denied', answer.get('error_description') ?? '', 0)
    const keys = (await this.#connection.json({ method: 'GET', url: this.#bank.jwks_uri })) as JsonWebKeys
    const { issuer } = this.#bank
    const now = this.#connection.now()
    verifyIdToken(idToken, keys, { issuer, clientId: this.clientId, nonce, state, code, consentId, now })
    return this.#userTokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  }

  /** Renews a user's token. */
  refresh(refreshToken: string): Promise<UserTokens> {
    return this.#userTokens({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  /** Calls `path` below `/open-banking/`, and signs the bodies of payments. */
  async call<T = unknown>(method: string, path: string, call: OpenBankingCall = {}): Promise<T> {
    const isPayment = path.includes('/pisp/')
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const bearer = call.token ?? (await this.#ownToken(isPayment ? 'payments' : 'accounts'))
    const headers: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${bearer}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (body !== undefined && isPayment) {
      headers['x-idempotency-key'] = call.idempotencyKey ?? randomUUID()
      headers['x-jws-signature'] = this.#signMessage(body)
    }
    const url = `${this.#bank.issuer}/open-banking/${path}`
    const { signal } = call
    return (await this.#connection.json({ method, url, headers: { ...headers, ...call.headers }, body, signal })) as T
  }

  /** Closes the connections. */
  close(): void {
    this.#connection.close()
  }

  /** Signs the claims of a registration. */
  #claims(changes: Record<string, unknown>) {
    const body = this.#sign({ ...registrationOf(this.#identity), ...changes })
    return { headers: { 'content-type': 'application/jose' }, body }
  }

  async #ofRegistration(method: string, signed: { headers?: Record<string, string>; body?: string } = {}) {
    const headers = { ...signed.headers, authorization: `Bearer ${await this.#ownToken('accounts')}` }
    const url = `${this.#bank.registration_endpoint}/${this.clientId}`
    return this.#connection.json({ ...signed, method, url, headers })
  }

  #sign(claims: object): string {
    const now = this.#connection.now()
    const times = { iat: now, nbf: now, exp: now + VALID_SECONDS, jti: randomUUID() }
    return signJwt({ ...times, ...claims }, this.#key, this.#identity.signingKeyId)
  }

  #signMessage(body: string): string {
    const { messageSignatureIssuer: issuer, signingKeyId: kid, trustAnchor = TRUST_ANCHOR } = this.#identity
    return signMessage(body, { key: this.#key, kid, issuer, trustAnchor, iat: this.#connection.now() })
  }

  async #token(form: Record<string, string>): Promise<TokenAnswer> {
    const assertion = this.#sign({ iss: this.clientId, sub: this.clientId, aud: this.#bank.issuer })
    const body = new URLSearchParams({ client_assertion_type: ASSERTION_TYPE, client_assertion: assertion, ...form })
    const request = { method: 'POST', url: this.#bank.token_endpoint, headers: FORM, body: body.toString() }
    return (await this.#connection.json(request)) as TokenAnswer
  }

  async #userTokens(form: Record<string, string>): Promise<UserTokens> {
    const { access_token, refresh_token, expires_in, scope } = await this.#token(form)
    return { accessToken: access_token, refreshToken: refresh_token, expiresIn: expires_in, scope }
  }

  /** Returns a token of the third party itself, and keeps it until shortly before its end. */
  async #ownToken(scope: ConsentScope): Promise<string> {
    const known = this.#own.get(scope)
    const now = this.#connection.now()
    if (known && now < known.until) return known.token
    const { access_token: token, expires_in: seconds } = await this.#token({ grant_type: 'client_credentials', scope })
    this.#own.set(scope, { token, until: now + seconds - EARLY_SECONDS })
    return token
  }
}

/** Claims of a registration that the sandbox and the standard accept. */
const registrationOf = ({ softwareId, audience, softwareStatement, redirectUris }: Identity) => ({
  iss: softwareId,
  aud: audience,
  software_id: softwareId,
  software_statement: softwareStatement,
  redirect_uris: redirectUris,
  scope: 'openid accounts payments',
  grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
  response_types: ['code id_token'],
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_signing_alg: 'PS256',
  id_token_signed_response_alg: 'PS256',
  request_object_signing_alg: 'PS256',
  application_type: 'web',
})

/** Sends a request and reads the JSON of its response. @throws ThirdPartyError */
const jsonCaller =
  (send: Send) =>
  async (request: Parameters<Send>[0]): Promise<unknown> => {
    const { status, text } = await send(request)
    const body: unknown = text === '' ? undefined : parse(text)
    if (status >= 400) throw ThirdPartyError.of(body, status)
    return body
  }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
