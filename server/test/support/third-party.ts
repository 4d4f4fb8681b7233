import { createHash, createPrivateKey, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { SignJWT } from 'jose'
import { generateSync } from 'otplib'
import pino, { type Logger } from 'pino'
import { buildApi } from '../../src/composition/api.ts'
import { readConfig } from '../../src/settings/config.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { freePorts } from './free-port.ts'
import { inAllEntities } from './one-entity.ts'
import { checkPermissions, createAccountAccess } from '../../src/open-banking/consents/index.ts'
import { createSandboxSoftware } from '../../src/open-banking/dcr/index.ts'
import { type NewSoftware, signStatement, statementClaims } from '../../src/open-banking/dcr/sandbox/statement.ts'
import type { SandboxThirdParty } from '../../src/open-banking/dcr/sandbox/software.ts'
import { createMessageSigner, type ObVersion } from '../../src/open-banking/http/index.ts'
import { buildOpenBankingApp } from '../../src/composition/open-banking-listener.ts'
import { createPagesListener } from '../../src/composition/pages/listener.ts'
import { openContext } from '../../src/composition/open-context.ts'
import { putPayee } from '../../src/sim/payees/queries.ts'
import { seedSandbox } from '../../src/sim/seed/index.ts'
import { startBeforeCutOffs } from './business-day.ts'
import { createBrowser } from './script-free-browser.ts'
import { fetchTrusting } from './fetch-trusting.ts'
import { domesticPayment, type DomesticOrder, PAYEE_KEYS } from './payment-order.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export { createBrowser, type Browser } from './script-free-browser.ts'

export const REDIRECT = 'https://third-party.example/callback'
const NEW: NewSoftware = {
  name: 'Ledgerly',
  organisation: 'Ledgerly Ltd',
  redirectUris: [REDIRECT],
  roles: ['AISP', 'PISP'],
}

/**
 * A sandbox that listens: the main interface over HTTP, open banking over mutual TLS.
 *
 * @param env environment variables; SANDBOX_HISTORY "true" seeds three months of history
 */
export async function openListeners(db: Db, env: Record<string, string> = {}, givenLog?: Logger) {
  const dataDir = temporaryDirectory()
  const complaints: string[] = []
  const log = givenLog ?? pino({ level: 'warn' }, { write: (line: string) => void complaints.push(line) })
  const [port, openBankingPort] = await freePorts(2)
  const config = readConfig({
    SANDBOX: 'true',
    DATA_DIR: dataDir,
    PORT: String(port),
    OPEN_BANKING_PORT: String(openBankingPort),
    OPEN_BANKING_PAGES_PORT: '0',
    ...env,
  })
  await startBeforeCutOffs(db)
  const services = await openContext(db, config, log)
  const openBanking = services.openBanking!
  const history = env['SANDBOX_HISTORY'] === 'true' ? services : undefined
  const credentials = (await seedSandbox({ ...config, db, clock: services.clock, history }))!
  const app = await buildApi(services, log)
  const obApp = await buildOpenBankingApp(services, openBanking, { config, log })
  await app.listen({ port: config.port, host: '127.0.0.1' })
  await obApp.listen({ port: config.openBankingPort, host: '127.0.0.1' })
  const pages =
    config.pagesPort === undefined ? undefined : createPagesListener(app, openBanking.tls!, config.pagesBaseUrl)
  if (pages) await once(pages.server.listen(config.pagesPort, '127.0.0.1'), 'listening')
  const sandbox = openBanking.sandbox!
  return {
    db,
    config,
    services,
    openBanking,
    credentials,
    complaints,
    app,
    obApp,
    pages: config.pagesBaseUrl,
    issuer: config.openBankingBaseUrl,
    ca: sandbox.authority.certificate,
    /** Header in which a proxy sends the certificate; undefined where the listener ends TLS. */
    certificateHeader: env['OPEN_BANKING_CERTIFICATE_HEADER'],
    askPages: pages ? fetchTrusting(sandbox.authority.certificate) : fetch,
    newSoftware: (change: Partial<NewSoftware> = {}) =>
      inTransaction(db, (tx) =>
        createSandboxSoftware(tx, sandbox, { ...NEW, ...change }, config.pagesBaseUrl, new Date()),
      ),
    /** A statement about a software with some claims changed, signed by the sandbox's directory. */
    statement: (software: SandboxThirdParty, change: Record<string, unknown> = {}) =>
      signStatement(
        sandbox,
        { ...statementClaims({ ...NEW, ...software }, config.pagesBaseUrl), ...change },
        new Date(),
      ),
    async close() {
      await pages?.close()
      await app.close()
      await obApp.close()
      await services.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
export type Listeners = Awaited<ReturnType<typeof openListeners>>

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
  body: any
}

interface Order {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string
  /** Absent: no certificate is shown. */
  certificate?: { certificate: string; privateKey: string } | undefined
}

/** One request over mutual TLS, or as a proxy that ends TLS sends it, on a connection of its own. */
export function call(
  { issuer, ca, certificateHeader }: Pick<Listeners, 'ca' | 'issuer'> & { certificateHeader?: string | undefined },
  path: string,
  order: Order = {},
): Promise<Answer> {
  const { method = order.body === undefined ? 'GET' : 'POST', headers = {}, body, certificate } = order
  const shown = certificate && certificateHeader && { [certificateHeader]: encodeURIComponent(certificate.certificate) }
  const sent = { method, headers: { ...headers, ...shown }, agent: false }
  const tls = { ca, ...(certificate && { cert: certificate.certificate, key: certificate.privateKey }) }
  return new Promise((resolve, reject) => {
    const answered = (answer: IncomingMessage) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: answer.statusCode!, headers: answer.headers, text, body: parsed(text) })
      })
    }
    const request = certificateHeader
      ? http.request(new URL(path, issuer.replace('https:', 'http:')), sent, answered)
      : https.request(new URL(path, issuer), { ...sent, ...tls }, answered)
    request.on('error', reject)
    request.end(body)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Signs claims with a third party's signing key. */
export function signed(
  software: Pick<SandboxThirdParty, 'kid' | 'signing'>,
  claims: Record<string, unknown>,
  alg = 'PS256',
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid: software.kid })
    .sign(createPrivateKey(software.signing.privateKey))
}

const seconds = () => Math.floor(Date.now() / 1000)

/** The claims of a registration request as the standard has them. */
export const registrationClaims = (software: SandboxThirdParty, change: Record<string, unknown> = {}) => ({
  iss: software.softwareId,
  iat: seconds(),
  exp: seconds() + 300,
  aud: 'CambistSandbox0001',
  jti: randomUUID(),
  redirect_uris: [REDIRECT],
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_signing_alg: 'PS256',
  grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
  response_types: ['code id_token'],
  software_id: software.softwareId,
  scope: 'openid accounts payments',
  software_statement: software.softwareStatement,
  application_type: 'web',
  id_token_signed_response_alg: 'PS256',
  request_object_signing_alg: 'PS256',
  ...change,
})

const JOSE = { 'content-type': 'application/jose' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Opens a registered third party with its actions. */
export async function openThirdParty(
  listeners: Listeners,
  change: Record<string, unknown> = {},
  known?: SandboxThirdParty,
) {
  const software = known ?? (await listeners.newSoftware())
  const dn = { tls_client_auth_subject_dn: subjectOf(software), token_endpoint_auth_signing_alg: undefined }
  const claims = { ...change, ...(change['token_endpoint_auth_method'] === 'tls_client_auth' && dn) }
  const registration = await signed(software, registrationClaims(software, claims))
  const registered = await call(listeners, '/register', {
    headers: JOSE,
    body: registration,
    certificate: software.transport,
  })
  if (registered.status !== 201) throw new Error(`registration: ${registered.status} ${registered.text}`)
  const clientId = registered.body.client_id as string
  const certificate = software.transport

  const assertion = (claim: Record<string, unknown> = {}, by = software) =>
    signed(by, {
      iss: clientId,
      sub: clientId,
      aud: listeners.issuer,
      jti: randomUUID(),
      iat: seconds(),
      exp: seconds() + 60,
      ...claim,
    })
  const authentication = async (): Promise<Record<string, string>> =>
    claims['token_endpoint_auth_method' as keyof typeof claims] === 'tls_client_auth'
      ? { client_id: clientId }
      : {
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: await assertion(),
        }
  /** @param by null: without a certificate */
  const post = async (path: string, form: Record<string, string>, by: Order['certificate'] | null = certificate) =>
    call(listeners, path, {
      headers: FORM,
      body: new URLSearchParams({ ...(await authentication()), ...form }).toString(),
      certificate: by ?? undefined,
    })

  const messages = createMessageSigner({
    issuer: `${software.organisationId}/${software.softwareId}`,
    trustAnchor: 'openbanking.org.uk',
    clock: { wall: () => new Date() },
    key: () => ({ kid: software.kid, privateKey: createPrivateKey(software.signing.privateKey) }),
  })

  const requestClaims = (consentId: string, claim: Record<string, unknown> = {}) => ({
    iss: clientId,
    aud: listeners.issuer,
    client_id: clientId,
    response_type: 'code id_token',
    redirect_uri: REDIRECT,
    scope: 'openid accounts',
    state: 'state-1',
    nonce: 'nonce-1',
    nbf: seconds() - 5,
    iat: seconds(),
    exp: seconds() + 300,
    claims: {
      id_token: {
        openbanking_intent_id: { value: consentId, essential: true },
        acr: { values: ['urn:openbanking:psd2:sca', 'urn:openbanking:psd2:ca'], essential: true },
      },
    },
    ...claim,
  })
  const authorizeUrl = (request: string, more: Record<string, string> = {}) =>
    `${listeners.pages}/open-banking/authorize?${new URLSearchParams({
      client_id: clientId,
      response_type: 'code id_token',
      scope: 'openid accounts',
      redirect_uri: REDIRECT,
      request,
      ...more,
    }).toString()}`

  const token = async (scope = 'accounts') =>
    (await post('/token', { grant_type: 'client_credentials', scope })).body.access_token as string
  /** A POST of payment initiation, its body signed. */
  const signedPost = async (path: string, token: string, body: object, key: string = randomUUID()) => {
    const text = JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-idempotency-key': key,
      'x-jws-signature': await messages.sign(Buffer.from(text)),
    }
    return call(listeners, path, { certificate, body: text, headers })
  }

  return {
    software,
    clientId,
    /** The request that registered it. */
    registration,
    registered,
    certificate,
    assertion,
    post,
    requestClaims,
    authorizeUrl,
    token,
    messages,
    redeem: (code: string) => post('/token', { grant_type: 'authorization_code', code, redirect_uri: REDIRECT }),
    /** The address to send a user to. */
    link: async (consentId: string, claim: Record<string, unknown> = {}) =>
      authorizeUrl(await signed(software, requestClaims(consentId, claim))),
    api: (path: string, token: string, order: Order = {}) =>
      call(listeners, path, {
        certificate,
        ...order,
        headers: { authorization: `Bearer ${token}`, ...order.headers },
      }),
    signedPost,
    /** A consent to a payment that awaits its user, asked for by the interface. The payee's bank knows the account by the name. */
    paymentConsent: async (amount = '1250.00', creditor = 'Muster GmbH', more: DomesticOrder = {}): Promise<string> => {
      const { version = '4.0', currency = 'EUR' } = more
      const known = { holders: [creditor], type: null, identification: {}, state: 'Open' as const }
      const payee = { ...known, accountKey: PAYEE_KEYS[currency] }
      await inTransaction(listeners.db, (tx) => putPayee(tx, payee, new Date()))
      const path = `/open-banking/v${version}/pisp/domestic-payment-consents`
      const order = domesticPayment({ amount, creditor, ...more })
      const { body, text } = await signedPost(path, await token('payments'), order)
      if (!body.Data) throw new Error(`no consent: ${text}`)
      return body.Data.ConsentId as string
    },
    /** A consent to account access that awaits its user. */
    consent: async (permissions = ['ReadAccountsDetail', 'ReadBalances'], version = '4.0') => {
      const { clock } = listeners.services
      const act = { actor: { type: 'client' as const }, at: clock.now(), wall: clock.wall() }
      const order = { clientId, version: version as ObVersion, permissions: checkPermissions(permissions) }
      return (await inTransaction(listeners.db, (tx) => createAccountAccess(tx, order, act))).consentId
    },
  }
}
export type TestThirdParty = Awaited<ReturnType<typeof openThirdParty>>

export const subjectOf = ({ softwareId, organisationId }: SandboxThirdParty): string =>
  `CN=${softwareId},OU=${organisationId},O=Ledgerly Ltd,C=GB`

export const thumbprint = (pem: string): string =>
  createHash('sha256')
    .update(Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64'))
    .digest('base64url')

export const codeNow = (totpSecret: string, offsetSeconds = 0): string =>
  generateSync({ secret: totpSecret, epoch: Math.floor(Date.now() / 1000) + offsetSeconds })

/** Allows the user's last code again, so that a test need not wait half a minute for the next one. */
export const forgetCodes = (db: Db) => inAllEntities(db, 'update users set totp_used_step = null')

/** A whole journey of a user without script; the redirect to the third party. */
export async function approveAs(
  listeners: Listeners,
  link: string,
  psu: { username: string; password: string; totpSecret: string },
  choose: (accountIds: string[]) => string[] = (ids) => ids,
) {
  await forgetCodes(listeners.db)
  const browser = createBrowser(listeners.pages, listeners.askPages)
  const page = await browser.follow(link)
  const path = new URL(page.url).pathname
  const { username, password, totpSecret } = psu
  const fields = { csrf: page.csrf!, username, password, code: codeNow(totpSecret) }
  const consent = await browser.follow(`${path}/log-in`, browser.form(fields))
  const ids = [...consent.text.matchAll(/name="account" value="([^"]+)"/g)].map(([, id]) => id!)
  const chosen = choose(ids).map((id): [string, string] => ['account', id])
  const decision: [string, string][] = [
    ['csrf', consent.csrf ?? ''],
    ['decision', 'approve'],
    ['code', fields.code],
    ...(consent.text.includes('name="mismatch"') ? [['mismatch', 'confirmed'] satisfies [string, string]] : []),
    ...chosen,
  ]
  const back = await browser.follow(`${path}/decision`, browser.form(decision))
  return { browser, page, consent, back, answer: answerIn(back.location) }
}

/** The parameters of an answer to the third party, from the fragment or the query. */
export function answerIn(location: string | null): Record<string, string> {
  const url = new URL(location ?? 'https://nowhere.invalid/')
  return Object.fromEntries(new URLSearchParams(url.hash === '' ? url.search : url.hash.slice(1)))
}
