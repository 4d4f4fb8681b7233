import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { ObVersion } from '../../src/open-banking/http/index.ts'
import { domestic, international } from '../support/initiation.ts'
import {
  approveAs,
  call,
  type Listeners,
  registrationClaims,
  signed,
  type TestThirdParty,
} from '../support/third-party.ts'
import { type Answer, type Recorded, shortened } from './player.ts'

/** One request of an example. */
interface Asked {
  token: string
  path?: Record<string, string>
  headers?: Record<string, string>
  /** An object is sent as JSON; a text is a signed message. */
  body?: object | string
}

interface ApiDocument {
  paths: Record<string, Record<string, { operationId: string; parameters: { name: string }[] }>>
}

type Player = ReturnType<typeof createPlayer>

/** Plays the operations of an API document as a third party, and records each. */
function createPlayer(listeners: Listeners, third: TestThirdParty, document: ApiDocument) {
  const recorded: Record<string, Recorded> = {}
  const places = new Map(
    Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, { operationId, parameters }]) => [
        operationId,
        { method: method.toUpperCase(), template, isSigned: parameters.some(({ name }) => name === 'x-jws-signature') },
      ]),
    ),
  )
  return {
    recorded,
    example: async (operation: string, { token, path = {}, headers = {}, body }: Asked): Promise<Answer> => {
      const { method, template, isSigned } = places.get(operation)!
      const text = typeof body === 'object' ? JSON.stringify(body) : body
      const type = typeof body === 'string' ? 'application/jose' : 'application/json'
      const shown = {
        'x-fapi-interaction-id': randomUUID(),
        ...(isSigned && {
          'x-idempotency-key': randomUUID(),
          'x-jws-signature': await third.messages.sign(Buffer.from(text!)),
        }),
      }
      const address = template.replace(/\{(\w+)\}/g, (_, name: string) => path[name]!)
      const answer = await call(listeners, address, {
        method,
        headers: { ...shown, ...headers, authorization: `Bearer ${token}`, ...(text && { 'content-type': type }) },
        certificate: third.certificate,
        ...(text && { body: text }),
      })
      record(recorded, operation, {
        parameters: { ...path, ...shown },
        ...(body && { request: { type, value: body } }),
        answer,
      })
      return answer.body
    },
  }
}

/** Keeps an executed call as an operation's example. */
function record(
  recorded: Record<string, Recorded>,
  operation: string,
  { answer, ...asked }: Pick<Recorded, 'parameters' | 'request'> & { answer: Awaited<ReturnType<typeof call>> },
): void {
  const { status, headers, text, body } = answer
  const isDone = status >= 200 && status < 300
  expect({ operation, isDone, text: isDone ? '' : text }).toEqual({ operation, isDone: true, text: '' })
  expect(recorded, `a second example of ${operation}`).not.toHaveProperty(operation)
  const media = String(headers['content-type'] ?? '').split(';')[0]!
  const value: unknown = body === undefined ? text : shortened(body)
  recorded[operation] = { ...asked, response: { status, type: media, ...(value === '' ? {} : { value }) } }
}

/** Permissions that read everything of the accounts that a user chooses. */
export const PERMISSIONS = [
  'ReadAccountsDetail',
  'ReadBalances',
  'ReadBeneficiariesDetail',
  'ReadStatementsDetail',
  'ReadTransactionsDetail',
  'ReadTransactionsCredits',
  'ReadTransactionsDebits',
]

/**
 * Plays every operation of the documents of open banking: a third party registers, and reads accounts and pays in both versions.
 * The documents are read from the server; the examples are returned by document and operation.
 */
export async function playOpenBanking(listeners: Listeners, third: TestThirdParty) {
  const documentOf = async (name: string) => {
    const document = (await listeners.app.inject({ url: `/openapi/${name}.json` })).json<ApiDocument>()
    return createPlayer(listeners, third, document)
  }
  const registration = await documentOf('client-registration')
  record(registration.recorded, 'registerClient', {
    parameters: {},
    request: { type: 'application/jose', value: third.registration },
    answer: third.registered,
  })
  const played: Record<string, Player['recorded']> = {}
  for (const version of ['4.0', '3.1'] as const) {
    const player = await documentOf(`open-banking-v${version}`)
    await playVersion(listeners, third, { ...player, version })
    played[`open-banking-v${version}`] = player.recorded
  }
  await playRegistration(third, registration)
  return { ...played, 'client-registration': registration.recorded }
}

/** Reads, replaces and ends the registration. */
async function playRegistration(third: TestThirdParty, { example }: Player): Promise<void> {
  const path = { clientId: third.clientId }
  const token = await third.token()
  await example('getClient', { token, path })
  const claims = { ...registrationClaims(third.software), client_id: third.clientId }
  await example('replaceClient', { token, path, body: await signed(third.software, claims) })
  await example('deleteClient', { token: await third.token(), path })
}

interface Versioned extends Player {
  version: ObVersion
}

/** Plays the operations of a version: access to accounts, then a payment of each kind. */
async function playVersion(listeners: Listeners, third: TestThirdParty, versioned: Versioned): Promise<void> {
  const own = await third.token('accounts payments')
  /** Approves a consent as a user, with one account for a payment; returns the token. */
  const approve = async (consentId: string, scope: 'accounts' | 'payments'): Promise<string> => {
    const link = await third.link(consentId, { scope: `openid ${scope}` })
    const choose = (ids: string[]) => (scope === 'accounts' ? ids : ids.slice(0, 1))
    const { answer } = await approveAs(listeners, link, listeners.credentials.psus[0]!, choose)
    return (await third.redeem(answer['code']!)).body.access_token as string
  }
  await playAccounts(third, versioned, own, approve)
  for (const kind of ['Domestic', 'International'] as const) await playPayment(versioned, kind, own, approve)
}

type Approve = (consentId: string, scope: 'accounts' | 'payments') => Promise<string>

async function playAccounts(
  third: TestThirdParty,
  { example, version }: Versioned,
  own: string,
  approve: Approve,
): Promise<void> {
  const asked = { token: own, body: { Data: { Permissions: PERMISSIONS }, Risk: {} } }
  const { ConsentId } = (await example('createAccountAccessConsent', asked)).Data
  await example('getAccountAccessConsent', { token: own, path: { ConsentId } })
  const token = await approve(ConsentId, 'accounts')
  const accounts = (await example('listAccounts', { token })).Data.Account as { AccountId: string }[]
  await example('listBalances', { token })
  await example('listBeneficiaries', { token })
  await example('listTransactions', { token })
  for (const { AccountId } of accounts) {
    await third.api(`/open-banking/v${version}/aisp/accounts/${AccountId}/statements`, token)
    vi.setSystemTime(Date.now() + 1000) // lists begin with the statement that was issued last
  }
  const { StatementId, AccountId } = (await example('listStatements', { token })).Data.Statement[0]
  const path = { AccountId }
  for (const list of ['getAccount', 'listAccountBalances', 'listAccountBeneficiaries', 'listAccountTransactions'])
    await example(list, { token, path })
  await example('listAccountStatements', { token, path })
  const statement = { AccountId, StatementId }
  await example('getStatement', { token, path: statement })
  await example('listStatementTransactions', { token, path: statement })
  await example('getStatementFile', { token, path: statement, headers: { accept: 'text/csv' } })
  await example('deleteAccountAccessConsent', { token: own, path: { ConsentId } })
}

async function playPayment(
  { example, version }: Versioned,
  kind: 'Domestic' | 'International',
  own: string,
  approve: Approve,
): Promise<void> {
  const Initiation = kind === 'Domestic' ? domestic(version) : international(version)
  const consent = { token: own, body: { Data: { Initiation }, Risk: {} } }
  const { ConsentId } = (await example(`create${kind}PaymentConsent`, consent)).Data
  const path = { ConsentId }
  await example(`get${kind}PaymentConsent`, { token: own, path })
  const token = await approve(ConsentId, 'payments')
  await example(`confirm${kind}PaymentFunds`, { token, path })
  const order = { token, body: { Data: { ConsentId, Initiation }, Risk: {} } }
  const made = (await example(`create${kind}Payment`, order)).Data
  const paid = { token: own, path: { PaymentId: made[`${kind}PaymentId`] as string } }
  await example(`get${kind}Payment`, paid)
  await example(`get${kind}PaymentDetails`, paid)
}
