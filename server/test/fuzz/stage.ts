import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../../src/kernel/db/db.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { officialErrors } from '../support/official-openapi.ts'
import { approveAs, type Listeners, openThirdParty, type TestThirdParty } from '../support/third-party.ts'
import { mainInterface } from './main-interface.ts'
import { type Document, type Operation, operationsOf } from './openapi.ts'
import { openJourneys, psuPages } from './psu-pages.ts'
import type { Front } from './run.ts'
import { thirdPartyInterface } from './third-party-interface.ts'

/** Parts of a sandbox that the fuzzer needs; it may run in another process. */
export type Aim = Pick<Listeners, 'pages' | 'issuer' | 'ca' | 'credentials' | 'newSoftware'> & { db: Db }

const PERMISSIONS = [
  'ReadAccountsDetail',
  'ReadBalances',
  'ReadTransactionsDetail',
  'ReadTransactionsCredits',
  'ReadTransactionsDebits',
  'ReadStatementsDetail',
  'ReadBeneficiariesDetail',
]

/** Prepares a sandbox: tokens of its clients, a third party with consents, tokens of users and open journeys. */
export async function openFronts(aim: Aim): Promise<{ fronts: Front[]; renew: () => Promise<void> }> {
  const { pages, issuer, credentials } = aim
  const third = await openThirdParty(aim as unknown as Listeners)
  const psu = credentials.psus[0]!
  const state = {
    main: [''],
    banking: [''],
    consents: [] as { id: string; scope: string }[],
    journeys: [] as Awaited<ReturnType<typeof openJourneys>>,
  }
  const renew = async () => {
    await aim.db.pool.query('delete from user_failures') // wrong passwords of the fuzzer must not end its own journeys
    const pairs = [...Object.values(credentials.clients), ...Object.values(credentials.approvers)]
    state.main = await Promise.all(pairs.map((client) => tokenOf(pages, client)))
    state.consents = await consentsOf(third)
    state.banking = [await third.token('accounts payments'), await userToken(aim, third), 'unknown-token-of-nobody']
    state.journeys = await openJourneys({ origin: pages, third, psu, consents: state.consents.slice(1) })
  }
  await renew()
  const document = (await (await fetch(`${pages}/openapi.json`)).json()) as Document
  const main = mainInterface(pages, operationsOf(document), () => state.main)
  const banking = thirdPartyInterface({ issuer, third, operations: bankingOperations(), tokens: () => state.banking })
  const users = (...given: Parameters<ReturnType<typeof psuPages>>) =>
    psuPages({ origin: pages, third, psu, consents: state.consents }, () => state.journeys)(...given)
  const fronts: Front[] = [
    { name: 'main', weight: 5, aim: main, errorsOf: ({ operation }, hit) => operation?.errorsOf(answerOf(hit)) ?? [] },
    {
      name: 'third parties',
      weight: 3,
      aim: banking,
      errorsOf: ({ operation }, hit) => operation?.errorsOf(answerOf(hit)) ?? [],
    },
    { name: 'pages', weight: 2, aim: users, errorsOf: (_aimed, hit) => pageErrors(hit) },
  ]
  return { fronts, renew }
}

const answerOf = ({ status, headers, body }: Parameters<Front['errorsOf']>[1]) => ({
  status,
  type: headers['content-type'] ?? '',
  body,
  headers,
})

/** A page is a page, whatever was sent: never an answer that a browser would run or keep. */
function pageErrors({ status, headers }: Parameters<Front['errorsOf']>[1]): string[] {
  const type = headers['content-type'] ?? ''
  if (status >= 300 && status < 400) return []
  if (!type.startsWith('text/html')) return []
  return headers['content-security-policy'] === undefined ? ['a page without a content security policy'] : []
}

async function tokenOf(
  origin: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await fetch(`${origin}/v1/oauth2/token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Consents that wait for a user: the first is approved at once, the others are left to the journeys. */
async function consentsOf(third: TestThirdParty): Promise<{ id: string; scope: string }[]> {
  const token = await third.token('accounts')
  const body = JSON.stringify({ Data: { Permissions: PERMISSIONS }, Risk: {} })
  const ask = async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await third.api('/open-banking/v4.0/aisp/account-access-consents', token, {
      method: 'POST',
      body,
      headers,
    })
    return { id: answer.body.Data.ConsentId as string, scope: 'openid accounts' }
  }
  const pay = async () => ({ id: await third.paymentConsent('1.00'), scope: 'openid payments' })
  return [await ask(), await ask(), await pay(), await ask(), await pay()]
}

async function userToken(aim: Aim, third: TestThirdParty): Promise<string> {
  const { id } = (await consentsOf(third))[0]!
  const { answer } = await approveAs(aim as unknown as Listeners, await third.link(id), aim.credentials.psus[0]!)
  const { body } = await third.redeem(answer['code']!)
  return body.access_token as string
}

const SPECIFICATIONS = path.join(serverDirectory, '..', '..', 'shared', 'specs', 'obie')
const FAMILIES = { aisp: 'account-info-openapi.json', pisp: 'payment-initiation-openapi.json' } as const

/** Operations of the standard, from its official files where they are at hand; otherwise the most used ones. */
function bankingOperations(): Operation[] {
  if (!existsSync(SPECIFICATIONS)) return COMMON_PATHS.flatMap(withoutFiles)
  return (['3.1', '4.0'] as const).flatMap((version) =>
    (['aisp', 'pisp'] as const).flatMap((family) => {
      const file = path.join(SPECIFICATIONS, `v${version}`, FAMILIES[family])
      const base = `/open-banking/v${version}/${family}`
      return operationsOf(JSON.parse(readFileSync(file, 'utf8')) as Document, base).map((operation) => ({
        ...operation,
        errorsOf: (answer) => {
          const { status, body, headers = {} } = answer as Parameters<Operation['errorsOf']>[0] & { headers?: object }
          const told = {
            method: operation.method,
            path: operation.path.slice(base.length),
            status,
            body,
            headers: { ...headers },
          }
          return OUTSIDE.has(status) ? [] : officialErrors(version, family, told)
        },
      })) satisfies Operation[]
    }),
  )
}

/** Statuses that HTTP gives before an operation is found, which the official files do not list everywhere. */
const OUTSIDE = new Set([404, 405, 406, 413, 414, 415, 431, 503])

const COMMON_PATHS = [
  'aisp/account-access-consents',
  'pisp/domestic-payment-consents',
  'pisp/international-payment-consents',
  'aisp/accounts',
  'aisp/accounts/{AccountId}/transactions',
  'aisp/balances',
]

const withoutFiles = (name: string): Operation[] =>
  ['v3.1', 'v4.0'].map((version) => ({
    method: name.endsWith('consents') ? 'POST' : 'GET',
    path: `/open-banking/${version}/${name}`,
    parameters: [],
    ...(name.endsWith('consents') && { body: { type: 'object' } }),
    errorsOf: () => [],
  }))
