import { addDays, weekdayOf } from '../server/src/kernel/values/days.ts'
import { compareWithEcho, type EchoCase, latencyFigure, throughputFigure } from './against-echo.ts'
import type { BenchContext } from './context.ts'
import { openBook } from './forwards.ts'
import { mtmFigures } from './mtm.ts'
import type { BenchEntity } from './population.ts'
import type { Figure } from './report.ts'

/** Open forwards of the clients that ask for quotes of forwards: each is priced into the client's credit. */
const OPEN_FORWARDS = [
  { open: 0, floor: 0.2 },
  { open: 100, floor: 0.18 },
]

/** Quotes, and the mark-to-market of many open forwards. */
export async function fxFigures(context: BenchContext, forwards: number): Promise<Figure[]> {
  return [...(await quoteFigures(context)), ...(await mtmFigures(context, forwards))]
}

interface QuoteCase extends EchoCase {
  floor: number
  goal?: number
}

/** Spot and forward quotes, throughput and p99, against an echo of answers of the same size. */
async function quoteFigures(context: BenchContext): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { floor, goal, ...each } of await quoteCases(context)) {
    const comparison = await compareWithEcho(context, each)
    figures.push(throughputFigure(comparison, floor, goal), latencyFigure(comparison))
  }
  return figures
}

async function quoteCases(context: BenchContext): Promise<QuoteCase[]> {
  const fund = context.entities[0]!
  const spot = { name: 'Spot quotes, stored durably', sample: 'spot-quote', floor: 0.3, ...quoteBy(fund, 'spot') }
  const cases: QuoteCase[] = [spot]
  for (const { open, floor } of OPEN_FORWARDS) {
    const company = await openBook(context, open)
    const valueDate = await dealableDay(context, company)
    const name = `Forward quotes, stored durably, of a client with ${open === 0 ? 'no' : open} open forwards`
    cases.push({ name, sample: `forward-quote-${open}`, floor, goal: 0.35, ...quoteBy(company, 'forwards', valueDate) })
  }
  return cases
}

/** Returns the spot date: the second day from the clock's on which the pair can settle. */
export async function spotDay({ server }: BenchContext, client: BenchEntity): Promise<string> {
  const today = await clockDay(server, client)
  for (const days of [2, 3, 4, 5, 6, 7, 8, 9]) {
    const valueDate = addDays(today, days)
    const { path, headers, body } = quoteBy(client, 'spot', valueDate)
    const json = { ...headers, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${server.port}${path()}`, { method: 'POST', headers: json, body })
    if (((await answer.json()) as { tenor?: string }).tenor === 'T2') return valueDate
  }
  throw new Error('no spot date within nine days')
}

async function clockDay({ port }: BenchContext['server'], { token }: BenchEntity): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/sandbox/clock`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { now: string }).now.slice(0, 10)
}

/** A request for a quote of selling EUR 10,000 for USD. */
export function quoteBy({ wireId, token }: BenchEntity, product: 'spot' | 'forwards', valueDate?: string) {
  const deal = { buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Sell', amount: '10000.00' }
  return {
    method: 'POST' as const,
    path: () => `/v1/fx/quotes/${product}`,
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ entityId: wireId, ...deal, valueDate }),
    expected: 201,
  }
}

const WEEKS = 13

/** A Wednesday in three months, by business time, that the currencies can be delivered on: a holiday is refused. */
export async function dealableDay({ server }: BenchContext, company: BenchEntity): Promise<string> {
  const address = `http://127.0.0.1:${server.port}`
  const headers = { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' }
  const today = await clockDay(server, company)
  const wednesday = addDays(today, 7 * WEEKS + 3 - weekdayOf(today))
  let said = ''
  for (const day of [0, 1, 2, 3].map((weeks) => addDays(wednesday, 7 * weeks))) {
    const { path, method, body } = quoteBy(company, 'forwards', day)
    const answer = await fetch(`${address}${path()}`, { method, headers, body })
    said = await answer.text()
    if (answer.status === 201) return day
  }
  throw new Error(`no forward could be quoted: ${said}`)
}
