import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { testDatabase } from '../support/database.ts'
import { moveToNextMonth } from '../support/next-month.ts'
import { officialErrors, officialRegistrationErrors } from '../support/official-openapi.ts'
import {
  type Answer,
  approveAs,
  call,
  type Listeners,
  openListeners,
  openThirdParty,
  registrationClaims,
  signed,
} from '../support/third-party.ts'
import { PERMISSIONS } from '../examples/open-banking.ts'

interface Operation {
  version: '3.1' | '4.0'
  group: 'pisp' | 'aisp'
  base: string
  method: string
  path: string
  security: Record<string, unknown>[]
}

const file = path.join(serverDirectory, '..', '..', 'shared', 'specs', 'obie', 'derived', 'operations.json')
const isAtHand = existsSync(file)
if (!isAtHand) console.warn(`no list of the standard's operations at ${file}: that each one answers is not tested`)
const operations = isAtHand ? (JSON.parse(readFileSync(file, 'utf8')) as Operation[]) : []

const domestic = {
  InstructionIdentification: 'I-1',
  EndToEndIdentification: 'E-1',
  InstructedAmount: { Amount: '10.00', Currency: 'EUR' },
  CreditorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000', Name: 'Muster GmbH' },
}
const international = {
  InstructionIdentification: 'I-2',
  EndToEndIdentification: 'E-2',
  CurrencyOfTransfer: 'USD',
  InstructedAmount: { Amount: '200.00', Currency: 'USD' },
  ExchangeRateInformation: { UnitCurrency: 'GBP', RateType: 'Actual' },
  Creditor: { Name: 'Tooling Inc.', PostalAddress: { StreetName: 'Lake Street', TownName: 'Chicago', Country: 'US' } },
  CreditorAgent: { SchemeName: 'UK.OBIE.NCC.US', Identification: '021000021' },
  CreditorAccount: { SchemeName: 'UK.OBIE.BBAN', Identification: '1234567890', Name: 'Tooling Inc.' },
}
/** Client data is neither stored by caches nor guessed by browsers. */
const KEPT_FROM_CACHES = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

describe.skipIf(!isAtHand)('every operation of the standard answers, over mutual TLS with tokens of users', () => {
  let listeners: Listeners
  let third: Awaited<ReturnType<typeof openThirdParty>>
  let own: string
  const usersTokens: Record<string, string> = {}
  beforeAll(async () => {
    listeners = await openListeners(await testDatabase())
    await moveToNextMonth(listeners) // whose predecessor has a statement
    third = await openThirdParty(listeners)
    own = await third.token('accounts payments')
  })
  afterAll(() => listeners?.close())

  async function send({ base, group, method }: Operation, at: string, token: string, body?: object): Promise<Answer> {
    if (body && group === 'pisp') return third.signedPost(base + at, token, body)
    const text = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return third.api(base + at, token, { method, ...text })
  }

  /** A token of the user's approval of a consent. */
  async function approved(consentId: string, scope: string): Promise<string> {
    const link = await third.link(consentId, { scope: `openid ${scope}` })
    const { answer } = await approveAs(listeners, link, listeners.credentials.psus[0]!, (ids) =>
      scope === 'accounts' ? ids : ids.slice(0, 1),
    )
    return (await third.redeem(answer['code']!)).body.access_token as string
  }

  for (const version of ['3.1', '4.0'] as const) {
    // Consents first, then what they allow, and the deletion last: each step leaves the ids that the next one names.
    const rank = ({ method, path: at }: Operation) =>
      (method === 'DELETE' ? 9 : 0) + (/consents/.test(at) ? 0 : 3) + (method === 'POST' ? 0 : 1)
    const inOrder = operations.filter((each) => each.version === version).sort((a, b) => rank(a) - rank(b))
    const ids: Record<string, string> = {}
    const tokens: Record<string, string> = {}

    test(`v${version} has 28 operations`, () => {
      expect(inOrder).toHaveLength(28)
    })

    test.each(inOrder.map((each) => [`${each.method} ${each.path}`, each] as const))(
      `v${version} %s`,
      async (_, operation) => {
        const { method, path: template, group } = operation
        const kind = /^\/(domestic|international|account)/.exec(template)?.[1] ?? 'account'
        const name = (parameter: string) => (parameter === 'ConsentId' ? `${kind}-consent` : parameter)
        const at = template.replace(/\{(\w+)\}/g, (_match, parameter: string) => ids[name(parameter)]!)
        expect(at).not.toContain('undefined')
        const isUsers = operation.security.some((each) => 'PSUOAuth2Security' in each)
        if (isUsers)
          tokens[kind] ??= await approved(ids[`${kind}-consent`]!, group === 'aisp' ? 'accounts' : 'payments')
        const answer = await send(operation, at, isUsers ? tokens[kind]! : own, bodyFor(template, method, ids))
        expect([answer.status, answer.text]).toEqual([
          method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200,
          answer.text,
        ])
        expect(answer.headers).toMatchObject(KEPT_FROM_CACHES)
        if (template.endsWith('/file')) return // any type: the official file knows JSON alone
        expect(officialErrors(version, group, { ...answer, method, path: at, body: answer.text })).toEqual([])
        keepIds(ids, kind, answer)
      },
    )
  }

  test.each(operations.map((each) => [`v${each.version} ${each.method} ${each.path}`, each] as const))(
    '%s rejects a query parameter it does not have, before anything else of the request counts',
    async (_, operation) => {
      const { version, group, method, security } = operation
      const isUsers = security.some((each) => 'PSUOAuth2Security' in each)
      usersTokens[group] ??= await approved(
        await (group === 'aisp' ? third.consent(PERMISSIONS) : third.paymentConsent('10.00')),
        group === 'aisp' ? 'accounts' : 'payments',
      )
      const at = `${operation.path.replaceAll(/\{\w+\}/g, 'x')}?unheardOf=1`
      const answer = await send(operation, at, isUsers ? usersTokens[group] : own, method === 'POST' ? {} : undefined)
      const code = version === '4.0' ? 'U005' : 'UK.OBIE.Field.Unexpected'
      expect([answer.status, answer.body.Errors[0]]).toEqual([
        400,
        expect.objectContaining({ ErrorCode: code, Message: expect.stringContaining('Unknown query parameter') }),
      ])
      expect(answer.headers).toMatchObject(KEPT_FROM_CACHES)
      expect(answer.headers['x-jws-signature'] === undefined).toBe(group === 'aisp')
    },
  )

  test('the four of registration', async () => {
    const url = `/register/${third.clientId}`
    const claims = { ...registrationClaims(third.software), client_id: third.clientId }
    const put = await third.api(url, own, {
      method: 'PUT',
      headers: { 'content-type': 'application/jose' },
      body: await signed(third.software, claims),
    })
    const got = await third.api(url, own)
    const schema = 'OBRegistrationProperties1'
    for (const answer of [third.registered, put, got])
      expect(officialRegistrationErrors('3.4', schema, answer.body)).toEqual([])
    for (const answer of [third.registered, put, got]) expect(answer.headers).toMatchObject(KEPT_FROM_CACHES)
    const gone = await third.api(url, own, { method: 'DELETE' })
    expect([third.registered, put, got, gone].map(({ status }) => status)).toEqual([201, 200, 200, 204])
    expect((await third.api(url, own)).status).toBe(401)
    expect((await call(listeners, url, { certificate: third.certificate })).status).toBe(401)
  })
})

function bodyFor(template: string, method: string, ids: Record<string, string>): object | undefined {
  if (method !== 'POST') return undefined
  if (template === '/account-access-consents') return { Data: { Permissions: PERMISSIONS }, Risk: {} }
  const Initiation = template.startsWith('/domestic') ? domestic : international
  const kind = template.startsWith('/domestic') ? 'domestic' : 'international'
  if (template.endsWith('-consents')) return { Data: { Initiation }, Risk: {} }
  return { Data: { ConsentId: ids[`${kind}-consent`], Initiation }, Risk: {} }
}

function keepIds(ids: Record<string, string>, kind: string, { body }: Answer): void {
  const data = (body as { Data?: Record<string, unknown> } | undefined)?.Data ?? {}
  for (const name of ['DomesticPaymentId', 'InternationalPaymentId'])
    if (data[name] !== undefined) ids[name] ??= data[name] as string
  if (data['ConsentId'] !== undefined) ids[`${kind}-consent`] ??= data['ConsentId'] as string
  for (const [list, name] of [
    ['Account', 'AccountId'],
    ['Statement', 'StatementId'],
  ] as const) {
    const [first] = (data[list] ?? []) as Record<string, string>[]
    if (first?.[name] !== undefined) ids[name] ??= first[name]
  }
}
