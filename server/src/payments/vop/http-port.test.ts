import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf } from './outcomes.ts'
import { httpSchemes, noScheme, type Question, withOwnAccounts } from './index.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { askScheme } from './service.ts'

/** Provider on this machine that answers as the test prescribes. */
let answer: (response: ServerResponse) => void
const seen: { authorization: string | undefined; key: unknown; body: object }[] = []
const provider = createServer((request: IncomingMessage, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    const { authorization, 'idempotency-key': key } = request.headers
    seen.push({ authorization, key, body: JSON.parse(text) as object })
    answer(response)
  })
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/verify`
})
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})

const question: Question = {
  accountKey: 'UK:089999:66374958',
  country: 'GB',
  name: 'John Smith',
  partyType: 'Individual',
}
const says = (status: number, body: unknown) =>
  (answer = (response) => response.writeHead(status).end(JSON.stringify(body)))
const REQUEST = '01930000-0000-7000-8000-000000000001'
const ask = (budgetMs = 120_000) => askScheme({ ...httpSchemes({ url, token: 'secret' }), budgetMs }, question, REQUEST)

test('the provider is asked by scheme and account, with its token, and its code is understood', async () => {
  says(200, { code: 'MBAM', name: 'John A Smith', extra: true })
  const found = await ask()
  expect(seen.at(-1)).toEqual({
    authorization: 'Bearer secret',
    key: formatId('ver', REQUEST),
    body: {
      requestId: formatId('ver', REQUEST),
      scheme: 'UK_COP',
      sortCode: '089999',
      accountNumber: '66374958',
      country: 'GB',
      name: 'John Smith',
      partyType: 'Individual',
    },
  })
  expect(outcomeOf(found)).toEqual({ status: 'NearMatch', reasonCode: null, matchedName: 'John A Smith' })
})

test.each(['John\u0000Smith', 'John \ud800', 'J'.repeat(141), ''])(
  'a registered name that cannot be stored is left out: %j',
  async (name) => {
    says(200, { code: 'MBAM', name })
    expect(outcomeOf(await ask())).toEqual({ status: 'NearMatch', reasonCode: null, matchedName: null })
  },
)

test.each<[string, () => void, string]>([
  ['a failure', () => says(500, {}), 'NORR'],
  ['no JSON', () => (answer = (response) => response.end('<html>')), 'NORR'],
  ['no code', () => says(200, { status: 'ok' }), 'NORR'],
  ['a code nobody knows', () => says(200, { code: 'WHAT' }), 'NORR'],
  ['a redirection', () => (answer = (response) => response.writeHead(302, { location: url }).end()), 'NORR'],
])('%s counts as no answer', async (_what, prepare, code) => {
  prepare()
  expect(await ask()).toMatchObject({ code })
})

test('a provider that does not respond in time counts as no answer', async () => {
  answer = () => {}
  expect(await ask(200)).toMatchObject({ code: 'TIMEOUT' })
})

test('without a provider only accounts held with us can be verified', async () => {
  const account = { holders: ['Own Client GmbH'], type: 'Company' as const, identification: {}, state: 'Open' as const }
  const port = withOwnAccounts(noScheme, async ({ iban }) => (iban === 'DE02120300000000202051' ? account : undefined))
  const of = (iban: string) =>
    askScheme(port, { accountKey: iban, iban, country: 'DE', name: 'Own Client GmbH' }, REQUEST)
  expect(await of('DE02120300000000202051')).toMatchObject({ code: 'MTCH' })
  expect(outcomeOf(await of('DE89370400440532013000'))).toMatchObject({
    status: 'NotAvailable',
    reasonCode: 'pspNotParticipating',
  })
})
