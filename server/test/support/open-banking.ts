import type { PaymentPolicies } from '../../src/payments/index.ts'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { expect } from 'vitest'
import { createAccount } from './accounts.ts'
import { type Db, inTransaction, type Tx } from '../../src/kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../../src/kernel/values/ids.ts'
import { Decimal } from '../../src/kernel/values/rates.ts'
import { postJournal } from '../../src/ledger/index.ts'
import { authoriseConsent, findConsent } from '../../src/open-banking/consents/index.ts'
import type { Admission, ThirdParty } from '../../src/open-banking/dcr/index.ts'
import {
  collectDocumented,
  createMessageSigner,
  createOpenBankingHttp,
  type ObVersion,
} from '../../src/open-banking/http/index.ts'
import { openBankingDocument } from '../../src/open-banking/http/document/document.ts'
import { type Family, versionOf } from '../../src/open-banking/http/version.ts'
import { liveCalendars } from './calendars.ts'
import { shippedInterestRates } from '../../src/fx/pricing/index.ts'
import { standingMarket } from './market.ts'
import { openProcess } from './process.ts'
import { bankingServices } from '../../src/composition/open-banking-routes.ts'
import { givenEntity } from './clients.ts'
import { type Document, type Operation, operationsOf } from '../fuzz/openapi.ts'
import { officialErrors, type Told } from './official-openapi.ts'

export const VERSIONS = ['3.1', '4.0'] as const satisfies ObVersion[]

const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Client ids of two third parties. */
export const TPP = '11111111-1111-4111-8111-111111111111'
export const OTHER_TPP = '22222222-2222-4222-8222-222222222222'
export const ISSUER = 'org-1/software-1'
export const TRUST_ANCHOR = 'openbanking.example'
export const OWN_KEY = { kid: 'ours-1', ...ours }
export const THEIR_KEY = { kid: 'theirs-1', ...theirs }

/** Signs as the third party does, `now` by its clock: by the same code, whose output other tests check against another. */
export const signAs = (now: Date, key = THEIR_KEY, issuer = ISSUER) =>
  createMessageSigner({ issuer, trustAnchor: TRUST_ANCHOR, clock: { wall: () => now }, key: () => key })

/**
 * Opens the open-banking interface for one entity, with accounts in GBP and EUR, a clock set by hand and two third
 * parties. Tokens represent the authorisation server's result: `own` and `own:<scope>` (client credentials), `psu
 * <consentId>` (a user's approval), `other …` (the same for another third party), `expired`; any other is invalid.
 */
export async function openOpenBanking(
  db: Db,
  options: { now?: string; baseUrl?: string; policies?: PaymentPolicies } = {},
) {
  const time = { now: new Date(options.now ?? '2026-11-20T10:00:00.000Z'), wall: new Date() }
  const clock = { now: () => time.now, wall: () => time.wall }
  const entityId = await givenEntity(db, 'ABS')
  const psuId = newUuid()
  const accountIds: Record<string, string> = {}
  const act = { actor: { type: 'operator' as const }, at: new Date('2026-01-05T09:00:00Z'), wall: time.wall }
  for (const currency of ['GBP', 'EUR', 'USD']) {
    const made = await inTransaction(db, (tx) =>
      createAccount(tx, { entityId, currency, name: `${currency} account` }, act),
    )
    accountIds[currency] = made.accountId
  }
  const signer = createMessageSigner({ issuer: 'cambist-org', trustAnchor: TRUST_ANCHOR, clock, key: () => OWN_KEY })
  const jwks = { keys: [{ ...(theirs.publicKey.export({ format: 'jwk' }) as JWK), kid: THEIR_KEY.kid, use: 'sig' }] }
  const marketState: NonNullable<Parameters<typeof standingMarket>[0]> = { ageMs: 0 }
  const calendars = liveCalendars()
  const sources = { calendars, market: standingMarket(marketState), rates: shippedInterestRates() }
  const dirhams = new Decimal('3.6725')
  const referenceRates = {
    rate: (of: string) => (of === 'AED' ? dirhams : undefined),
    old: () => [],
    reload: async () => {},
  }
  const { context } = await openProcess(db, {
    clock,
    authenticate: () => undefined,
    calendars,
    sources,
    referenceRates,
    ...(options.policies ? { policies: options.policies } : {}),
  })
  const deps = bankingServices(context, {
    baseUrl: () => options.baseUrl ?? 'https://bank.example:8443',
    trustAnchors: [TRUST_ANCHOR],
    signer,
    authenticateThirdParty: ({ headers }) =>
      admissionOf(headers.authorization?.replace('Bearer ', ''), { psuId, entityId }),
    thirdParties: {
      find: async (clientId) => ({
        clientId,
        name: 'A third party',
        organisationName: 'An organisation',
        signatureIssuer: ISSUER,
        certificateSubject: 'CN=software-1, O=An organisation, C=GB',
        scopes: ['accounts', 'payments'],
      }),
      signingKeys: async () => jwks,
    },
  })
  const app = createOpenBankingHttp({ clock, signer })
  const routes = collectDocumented(app)
  const errors: string[] = []

  const documented = new Map<string, readonly Operation[]>()
  /** Returns the errors of an answer against our own document of its version. */
  function ownErrors(url: string, { method, status, headers, body }: Told): string[] {
    const name = `open-banking-v${versionOf(url)}` as const
    if (!documented.has(name)) {
      const at = { baseUrl: 'https://bank.example:8443', version: '0' }
      documented.set(name, operationsOf(openBankingDocument(name, routes, at) as Document))
    }
    const asked = url.split('?')[0]!
    const fits = ({ path }: Operation) => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(asked)
    const operation = documented.get(name)!.find((each) => each.method === method && fits(each))
    const type = (headers['content-type'] as string | undefined) ?? ''
    return (operation?.errorsOf({ status, type, body }) ?? []).map((error) => `our document: ${error}`)
  }

  /** Sends a request, and holds the answer against the official file of its version where that is at hand. */
  async function send(
    method: string,
    url: string,
    sent: { token?: string; payload?: object | string; headers?: object } = {},
  ) {
    const { token = 'own', payload, headers } = sent
    const answer = await app.inject({
      method: method as 'GET',
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    const told = { method, path: pathOf(url), status: answer.statusCode, headers: answer.headers, body: answer.body }
    const isFile = /\/file(\?|$)/.test(url) && answer.statusCode === 200 // any type: the official file knows JSON alone
    if (url.startsWith('/open-banking/v') && !isFile && answer.statusCode !== 404)
      errors.push(
        ...[...officialErrors(versionOf(url), familyOf(url), told), ...ownErrors(url, told)].map(
          (error) => `${method} ${url}: ${error}`,
        ),
      )
    expect(answer.headers['x-fapi-interaction-id']).toBeDefined()
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      raw: answer.rawPayload,
      body: answer.body.startsWith('{') ? answer.json() : undefined,
    }
  }

  return {
    app,
    context,
    deps,
    time,
    marketState,
    entityId,
    psuId,
    accountIds,
    /** Wire ids by currency. */
    account: Object.fromEntries(Object.entries(accountIds).map(([name, id]) => [name, formatId('acc', id)])),
    send,
    get: (url: string, token?: string, headers = {}) =>
      send('GET', url, { ...(token === undefined ? {} : { token }), headers }),
    /** Errors against the official files in the responses so far. */
    errors,
    /** Asks for access to accounts in a version; answers the ConsentId. */
    async askForAccess(version: ObVersion, permissions: readonly string[], more: object = {}): Promise<string> {
      const payload = { Data: { Permissions: permissions, ...more }, Risk: {} }
      const answer = await send('POST', `/open-banking/v${version}/aisp/account-access-consents`, { payload })
      if (answer.status !== 201) throw new Error(`no consent: ${answer.text}`)
      return answer.body.Data.ConsentId
    },
    /** Books money in or out of an account, outside all products, at an instant. */
    async book(
      currency: string,
      minor: bigint,
      at: Date | string,
      more: Partial<Parameters<typeof postJournal>[1]> = {},
    ) {
      const order = {
        entityId,
        kind: 'test',
        source: { type: 'payment', id: newUuid() },
        valueDate: new Date(at).toISOString().slice(0, 10),
        type: 'Deposit' as const,
        legs: [
          { account: accountIds[currency]!, currency, amountMinor: minor },
          { account: { kind: 'out_clearing' as const }, currency, amountMinor: -minor },
        ],
        ...more,
      }
      return inTransaction(db, (tx) => postJournal(tx, order, new Date(at)))
    },
    /** Returns the entity's accounts as the bank's cache has them: a new one is among them within a second. */
    accounts: () => deps.accounts.ofEntity(entityId),
    /** Approves a consent for accounts in these currencies. */
    async approve(consentId: string, currencies: readonly string[] = ['GBP', 'EUR']) {
      const accounts = await deps.accounts.ofEntity(entityId)
      const chosen = currencies.map((currency) => accountIds[currency]!)
      const by = { actor: { type: 'psu' as const, id: psuId }, at: time.now, wall: time.wall }
      return inTransaction(db, async (tx) => {
        const name = { clientId: TPP, consentId }
        const approval = { entityId, psuId, accountIds: chosen, accounts, ...(await evidenceFor(tx, name, time.now)) }
        return authoriseConsent(tx, name, approval, by)
      })
    },
    uuid: (id: string) => parseId(id.slice(0, 3), id)!,
  }
}

/** Returns what an approval has besides its accounts: for a payment a statement that a script confirmed. */
export async function evidenceFor(tx: Tx, name: Parameters<typeof findConsent>[1], now: Date) {
  const consent = await findConsent(tx, name, now)
  if (!consent?.payment) return {}
  return { evidence: { statement: `Consent: ${name.consentId}`, confirmation: { method: 'Scripted' as const } } }
}

function admissionOf(token: string | undefined, psu: { psuId: string; entityId: string }): Admission {
  if (!token) return { admitted: false, error: 'token_missing' }
  if (token === 'expired') return { admitted: false, error: 'token_expired' }
  const [, other, kind, rest] = /^(other )?(own|psu)[: ]?(.*)$/.exec(token) ?? []
  if (!kind) return { admitted: false, error: 'token_invalid' }
  const clientId = other ? OTHER_TPP : TPP
  const scopes = new Set(kind === 'own' && rest ? [rest] : ['accounts', 'payments'])
  const base = { clientId, scopes, certificateThumbprint: 'thumb' }
  const thirdParty: ThirdParty =
    kind === 'own'
      ? { ...base, grant: 'client_credentials' }
      : { ...base, grant: 'authorization_code', consentId: rest!, ...psu }
  return { admitted: true, thirdParty }
}

const familyOf = (url: string): Family => (url.split('/')[3] === 'pisp' ? 'pisp' : 'aisp')
const pathOf = (url: string): string => url.split('?')[0]!.replace(/^\/open-banking\/v[^/]+\/(aisp|pisp)/, '')

export const anInteractionId = (): string => randomUUID()
