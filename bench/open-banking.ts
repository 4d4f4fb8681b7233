import { constants, type KeyObject, randomUUID, sign } from 'node:crypto'
import { checked, p99, perSecond } from './against-echo.ts'
import type { BenchContext } from './context.ts'
import { httpRequest, type LoadResult, median, runLoad } from './load.ts'
import type { Figure } from './report.ts'
import { openThirdParty, type ThirdParty } from './third-party.ts'

const CONNECTIONS = 16
/** Connections of the load beside a read: enough to occupy a core and the thread pool. */
const BESIDE = 8
const BASE = '/open-banking/v4.0'
/** Consents created before a round's payments, per second of its length: each takes a journey of six requests. */
const PAYMENTS_A_SECOND = 300
const AT_ONCE = 4

/**
 * Open banking over mutual TLS: requests a second of one core of the server's process, against the PS256 signatures that
 * one core makes a second; and whether a signed load holds up other requests.
 */
export async function openBankingFigures(context: BenchContext): Promise<Figure[]> {
  context.progress('registering a third party')
  const third = await openThirdParty(context.server)
  try {
    const cases = await openCases(context, third)
    const figures: Figure[] = []
    for (const each of cases) figures.push(await measure(context, third, each))
    figures.push(await besideFigure(context, third, cases))
    return figures
  } finally {
    third.close()
  }
}

interface Case {
  name: string
  sample: 'accounts' | 'consents' | 'payments' | 'reads'
  expected: number
  /** The requests of a round, or as many as the time takes; undefined when there are no more. */
  prepare(): Promise<() => string | undefined>
}

async function openCases({ seconds }: BenchContext, third: ThirdParty): Promise<Case[]> {
  const unlimited = (request: () => string) => () => Promise.resolve(request)
  const balances = await balancesRequest(third)
  const token = await third.token('payments')
  const consents = await consentRequests(third, token)
  const [first] = await payments(third, token, 1)
  const made = (await third.call(`${BASE}/pisp/domestic-payments`, first!)) as { Data: { DomesticPaymentId: string } }
  const status = httpRequest('GET', `${BASE}/pisp/domestic-payments/${made.Data.DomesticPaymentId}`, bearer(token))
  return [
    {
      name: 'Account information (balances; the standard signs payments alone)',
      sample: 'accounts',
      expected: 200,
      prepare: unlimited(() => balances),
    },
    {
      name: 'Payment consents, request and answer signed',
      sample: 'consents',
      expected: 201,
      prepare: unlimited(consents),
    },
    {
      name: 'Payments, request and answer signed',
      sample: 'payments',
      expected: 201,
      async prepare() {
        const prepared = await payments(third, token, Math.ceil(PAYMENTS_A_SECOND * seconds))
        return () => {
          const next = prepared.pop()
          return next && httpRequest('POST', `${BASE}/pisp/domestic-payments`, next.headers, next.body)
        }
      },
    },
    {
      name: 'A payment read, answer signed',
      sample: 'reads',
      expected: 200,
      prepare: unlimited(() => status),
    },
  ]
}

async function measure(context: BenchContext, third: ThirdParty, each: Case): Promise<Figure> {
  const { server, rounds, seconds, progress } = context
  const run = async () => {
    const request = await each.prepare()
    const plan = { port: server.port, connections: CONNECTIONS, seconds, request, open: () => third.open() }
    return checked(each.name, await runLoad({ ...plan, meter: () => server.processorSeconds() }), each.expected)
  }
  await run() // warm
  const [signatures, results]: [number[], LoadResult[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    progress(`open banking, ${each.sample}, round ${round} of ${rounds}`)
    signatures.push(signaturesPerSecond(third.signingKey, seconds))
    results.push(await run())
  }
  const ofCore = results.map(({ answers, metered }) => answers / metered)
  const ratio = median(ofCore.map((rate, i) => rate / signatures[i]!))
  const round = (values: number[]) => Math.round(median(values)).toLocaleString('en')
  return {
    name: `${each.name}, per second of one core, of the PS256 signatures that a second makes`,
    value: ratio,
    unit: 'ratio',
    note: `${round(ofCore)} of ${round(signatures)}, PostgreSQL’s time aside: ${(1 / ratio).toFixed(1)} signatures’ time each; ${perSecond(results)} at ${CONNECTIONS} connections, p99 ${p99(results)} ms`,
  }
}

/** PS256 signatures (RSA, 2048 bits) that a second of one core's time makes, one after the other. */
function signaturesPerSecond(key: KeyObject, seconds: number): number {
  const input = Buffer.alloc(1024, 'a')
  const options = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  const [began, before] = [performance.now(), process.cpuUsage()]
  let made = 0
  for (; performance.now() < began + seconds * 1000; made++) sign('sha256', input, options)
  const { user, system } = process.cpuUsage(before) // microseconds
  return (made * 1e6) / (user + system)
}

/** p99 of a balance read on the main interface: alone, beside signed requests, and beside as many connections that sign nothing. */
async function besideFigure(context: BenchContext, third: ThirdParty, cases: Case[]): Promise<Figure> {
  const { server, entities, rounds, seconds, progress } = context
  const { accounts, token } = entities[0]!
  const read = httpRequest('GET', `/v1/balances?accountId=${accounts[0]!.wireId}`, bearer(token))
  const reads = async () => {
    const plan = { port: server.port, connections: 1, seconds, request: () => read }
    return checked('balance', await runLoad(plan), 200)
  }
  const beside = async (sample: Case['sample']) => {
    const each = cases.find((one) => one.sample === sample)!
    const request = await each.prepare()
    const plan = { port: server.port, connections: BESIDE, seconds, request, open: () => third.open() }
    const [result, load] = await Promise.all([reads(), runLoad(plan)])
    return { result, load: checked(each.name, load, each.expected) }
  }
  const alone: LoadResult[] = []
  const results = { signed: [] as LoadResult[], unsigned: [] as LoadResult[], load: [] as LoadResult[] }
  for (let round = 0; round <= rounds; round++) {
    progress(`a read beside signing, round ${round} of ${rounds}`)
    const [quiet, signed, unsigned] = [await reads(), await beside('consents'), await beside('accounts')]
    if (round === 0) continue // warm
    alone.push(quiet)
    results.signed.push(signed.result)
    results.load.push(signed.load)
    results.unsigned.push(unsigned.result)
  }
  return {
    name: `p99 of an unsigned read beside ${BESIDE} connections of signed requests, against one beside none`,
    value: median(results.signed.map((result, i) => result.p99 / alone[i]!.p99)),
    unit: 'times',
    note: `${p99(results.signed)} ms beside ${perSecond(results.load)} signed, ${p99(alone)} ms alone, ${p99(results.unsigned)} ms beside ${BESIDE} connections that sign nothing`,
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The balances of one account, with the user's consent. */
async function balancesRequest(third: ThirdParty): Promise<string> {
  const permissions = ['ReadAccountsBasic', 'ReadBalances']
  const consent = (await third.call(`${BASE}/aisp/account-access-consents`, {
    headers: bearer(await third.token('accounts')),
    body: JSON.stringify({ Data: { Permissions: permissions }, Risk: {} }),
  })) as unknown as { Data: { ConsentId: string } }
  const token = await third.approved(consent.Data.ConsentId, 'accounts')
  const accounts = (await third.call(`${BASE}/aisp/accounts`, { headers: bearer(token) })) as unknown as {
    Data: { Account: { AccountId: string }[] }
  }
  const [account] = accounts.Data.Account
  return httpRequest('GET', `${BASE}/aisp/accounts/${account!.AccountId}/balances`, bearer(token))
}

const RISK = { PaymentContextCode: 'TransferToThirdParty' }
const INITIATION = {
  InstructionIdentification: 'BENCH',
  EndToEndIdentification: 'BENCH',
  InstructedAmount: { Amount: '1.00', Currency: 'GBP' },
  CreditorAccount: {
    SchemeName: 'UK.OBIE.SortCodeAccountNumber',
    Identification: '08999966374958',
    Name: 'Northern Looms',
  },
  RemittanceInformation: { Unstructured: ['Bench'] },
}
const CONSENT = JSON.stringify({ Data: { Initiation: INITIATION }, Risk: RISK })

/** Requests for consent to a payment, each with a key of its own; all have one body, which is signed once. */
async function consentRequests(third: ThirdParty, token: string): Promise<() => string> {
  const key = 'x'.repeat(36)
  const headers = { ...bearer(token), 'x-jws-signature': await third.sign(CONSENT), 'x-idempotency-key': key }
  const [head, tail] = httpRequest('POST', `${BASE}/pisp/domestic-payment-consents`, headers, CONSENT).split(key)
  return () => `${head}${randomUUID()}${tail}`
}

interface PaymentCall {
  headers: Record<string, string>
  body: string
}

/** Payments to which the user has agreed, ready to be sent. */
async function payments(third: ThirdParty, token: string, count: number): Promise<PaymentCall[]> {
  const made: PaymentCall[] = []
  let left = count
  const worker = async () => {
    while (left-- > 0) made.push(await payment(third, token))
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker))
  return made
}

async function payment(third: ThirdParty, token: string): Promise<PaymentCall> {
  const headersOf = async (by: string, body: string) => ({
    ...bearer(by),
    'x-jws-signature': await third.sign(body),
    'x-idempotency-key': randomUUID(),
  })
  const consent = (await third.call(`${BASE}/pisp/domestic-payment-consents`, {
    headers: await headersOf(token, CONSENT),
    body: CONSENT,
  })) as unknown as { Data: { ConsentId: string } }
  const { ConsentId } = consent.Data
  const body = JSON.stringify({ Data: { ConsentId, Initiation: INITIATION }, Risk: RISK })
  return { headers: await headersOf(await third.approved(ConsentId, 'payments'), body), body }
}
