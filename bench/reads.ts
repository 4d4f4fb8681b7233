import type { BenchContext } from './context.ts'
import { httpRequest, type LoadResult, median, runLoad } from './load.ts'
import type { Figure } from './report.ts'

const CONNECTIONS = 64

interface Case {
  name: string
  sample: string
  method: 'GET' | 'POST'
  path: () => string
  body?: string
  expected: number
}

/** Spot quotes and balance reads against an echo of answers of the same size. */
export async function readFigures(context: BenchContext): Promise<Figure[]> {
  const [entity] = context.entities
  const authorization = `Bearer ${entity!.token}`
  const quote = {
    entityId: entity!.wireId,
    buyCurrency: 'USD',
    sellCurrency: 'EUR',
    fixedSide: 'Sell',
    amount: '10000.00',
  }
  const account = () => entity!.accounts[Math.floor(Math.random() * entity!.accounts.length)]!.wireId
  const cases: Case[] = [
    {
      name: 'Spot quotes, stored durably, of the echo',
      sample: 'quote',
      method: 'POST',
      path: () => '/v1/fx/quotes/spot',
      body: JSON.stringify(quote),
      expected: 201,
    },
    {
      name: 'Balance of an account, of the echo',
      sample: 'balance',
      method: 'GET',
      path: () => `/v1/balances?accountId=${account()}`,
      expected: 200,
    },
  ]
  const figures: Figure[] = []
  for (const each of cases) figures.push(await measure(context, each, { authorization }))
  return figures
}

async function measure(context: BenchContext, each: Case, headers: Record<string, string>): Promise<Figure> {
  const { server, echo, rounds, seconds } = context
  await teachEcho(context, each, headers)
  const echoed = httpRequest(each.method, `/like/${each.sample}`, headers, each.body)
  const run = (port: number, request: () => string) => runLoad({ port, connections: CONNECTIONS, seconds, request })
  const ours = () => httpRequest(each.method, each.path(), headers, each.body)
  await run(server.port, ours) // warm
  const [limits, results]: [LoadResult[], LoadResult[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    context.progress(`${each.sample}, round ${round} of ${rounds}`)
    limits.push(await run(echo.port, () => echoed))
    results.push(await run(server.port, ours))
    const { statuses } = results.at(-1)!
    if (Object.keys(statuses).some((status) => Number(status) !== each.expected))
      throw new Error(`${each.name}: ${JSON.stringify(statuses)}`)
  }
  const ratios = results.map((result, i) => result.perSecond / limits[i]!.perSecond)
  const rate = (of: LoadResult[]) =>
    `${Math.round(median(of.map((result) => result.perSecond))).toLocaleString('en')}/s`
  const p99 = (of: LoadResult[]) => median(of.map((result) => result.p99)).toFixed(1)
  return {
    name: each.name,
    value: median(ratios),
    unit: 'ratio',
    floor: 0.3,
    note: `${rate(results)} of ${rate(limits)}; p99 ${p99(results)} ms against ${p99(limits)} ms`,
  }
}

/** Has the echo answer what the service answers, so that both send as many bytes. */
async function teachEcho({ server, echo }: BenchContext, each: Case, headers: Record<string, string>): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const init =
    each.body === undefined ? { headers } : { method: each.method, headers: { ...headers, ...json }, body: each.body }
  const answer = await fetch(`http://127.0.0.1:${server.port}${each.path()}`, init)
  const body = await answer.text()
  if (answer.status !== each.expected) throw new Error(`${each.name}: ${answer.status} ${body}`)
  await fetch(`http://127.0.0.1:${echo.port}/samples/${each.sample}`, { method: 'POST', headers: json, body })
}
