import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { App, Deps } from '../../kernel/http/http.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { cursorErrors, cursorShape, DEFAULT_LIMIT, pageOf, parseCursor } from '../../kernel/http/paging.ts'
import { ownEntity, type Principal } from '../../kernel/http/principal.ts'
import { futureErrors } from '../../kernel/http/ranges.ts'
import { type Parts, wholeQuery } from '../../kernel/http/readable.ts'
import type { FieldError } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import { chooseType } from '../../kernel/http/routing/media-types.ts'
import { checkNamedResources } from '../../kernel/http/routing/named-resources.ts'
import { pairErrors, parsePair } from '../../fx/calendar/index.ts'
import { ownFacility } from '../facilities/index.ts'
import { lineWriter, presentPair, presentTotals } from './present.ts'
import { addValue, noTotals, type Totals } from './rules.ts'
import { MtmPairsOut, MtmPairsQuery, MtmTradesOut, MtmTradesQuery } from './schema.ts'
import {
  eachLine,
  linesAfter,
  type MtmDeps,
  type MtmFilter,
  openValuation,
  pairTotals,
  reopenValuation,
  totalsOf,
  type Valuation,
} from './service.ts'
import { simulateRoute } from './simulate-route.ts'

export type MtmRouteDeps = Deps & MtmDeps

const LIST = 'mtm-trades'
const config = { scope: 'credit:read' as const }

/** Registers the valuations of open deals: by trade, by currency pair, and under a shock. */
export function mtmRoutes(app: App, deps: MtmRouteDeps): void {
  tradesRoute(app, deps)
  pairsRoute(app, deps)
  simulateRoute(app, deps)
}

const tradesResponse = {
  200: {
    description:
      'A page of trades with the totals of all trades, or all trades, one per line, with the totals in the last line.',
    content: {
      'application/json': { schema: MtmTradesOut },
      'application/x-ndjson': { schema: Type.Unsafe<Readable>({ type: 'string' }) },
    },
  },
}

function tradesRoute(app: App, deps: MtmRouteDeps): void {
  const remembered = rememberTotals()
  app.get(
    '/v1/credit/mtm/trades',
    {
      ...wholeQuery(MtmTradesQuery, (query, _isRead, request) => tradesErrors(query, request)),
      config,
      schema: {
        summary: 'List mark-to-market by trade',
        description:
          'The mark-to-market of a trade is the amount that the client will receive less the amount that it will pay, both at the market forward rate for the valuation date, on the side of a close-out. The valuation date is the value date of a fixed forward, otherwise the day the forward was priced for, and never before the spot date. Close-outs and extensions use the same date and rate. Values are discounted from the value date to today at the counter currency’s rate, and converted into the facility’s currency at the spot mid rate of the same market snapshot. `snapshotId` identifies that snapshot; all pages of a list use it. `Accept: application/x-ndjson` returns all trades in one response, one per line.',
        querystring: MtmTradesQuery,
        response: tradesResponse,
      },
    },
    async ({ principal, query, receivedAt, headers }, reply) => {
      checkFields(tradesErrors(query, { receivedAt }))
      const filter = await filterOf(app, deps, principal, query)
      const type = chooseType(headers.accept, ['application/json', 'application/x-ndjson'])
      void reply.header('vary', 'accept')
      const [snapshotId, atMs, after] = parseCursor(LIST, query.after, CURSOR) ?? []
      const valuation =
        snapshotId === undefined
          ? await openValuation(deps, filter, receivedAt, query.asAt === undefined ? undefined : new Date(query.asAt))
          : await reopenValuation(deps, filter, snapshotId, new Date(Number(atMs)))
      if (type === 'application/x-ndjson') {
        return reply.type(`${type}; charset=utf-8`).send(Readable.from(linesOf(deps, valuation), { objectMode: false }))
      }
      const { limit = DEFAULT_LIMIT } = query
      const totals = await remembered(valuation, after !== undefined, () => totalsOf(deps.db.reader, valuation))
      const lines = await linesAfter(deps.db.reader, valuation, after, limit + 1)
      const page = pageBytes(valuation, lines, limit, totals)
      return (reply as FastifyReply).type(`${type}; charset=utf-8`).send(page)
    },
  )
}

const CURSOR = [cursorShape.uuid, /^\d{13}$/, cursorShape.uuid]

/** A page as JSON, `MtmTradesOut`: its lines are written as those of the stream. */
function pageBytes(
  valuation: Valuation,
  lines: Awaited<ReturnType<typeof linesAfter>>,
  limit: number,
  totals: Totals[],
): Buffer {
  const { snapshotId } = valuation.snapshot
  const atMs = valuation.at.getTime().toString()
  const { data, nextCursor } = pageOf(LIST, lines, limit, lineWriter(valuation), ({ deal }) => [
    snapshotId,
    atMs,
    deal.tradeId,
  ])
  const rest = JSON.stringify({ nextCursor, ...heading(valuation, totals) }).slice(1)
  return bytesOf(['{"data":[', ...data.map((line, i) => (i === 0 ? line : `,${line}`)), `],${rest}`])
}

/**
 * Encodes lines of ids, dates, decimals and codes, which are ASCII. Each is copied as Latin-1: as one string they would first be
 * copied into one, and as UTF-8 each character would be looked at.
 */
function bytesOf(ascii: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(ascii.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const text of ascii) end += bytes.write(text, end, 'latin1')
  return bytes
}

const heading = (valuation: Valuation, totals: Totals[]) => ({
  totals: totals.map(presentTotals),
  snapshotId: formatId('snp', valuation.snapshot.snapshotId),
  asAt: valuation.at.toISOString(),
})

/** Lines that are sent together. */
const LINES_AT_ONCE = 250

/** All trades as lines of JSON, then one line with the totals. */
async function* linesOf(deps: Pick<MtmRouteDeps, 'db'>, valuation: Valuation): AsyncGenerator<Buffer> {
  const totals = new Map<string, Totals>()
  const write = lineWriter(valuation)
  for await (const lines of eachLine(deps.db.reader, valuation)) {
    for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
      const texts: string[] = []
      for (const line of lines.slice(from, from + LINES_AT_ONCE)) {
        const { currency } = line.facts.valuer
        const sums = totals.get(currency) ?? noTotals(currency)
        totals.set(currency, sums)
        addValue(sums, line.value)
        texts.push(`${write(line)}\n`)
      }
      yield bytesOf(texts)
    }
  }
  yield bytesOf([`${JSON.stringify(heading(valuation, [...totals.values()]))}\n`])
}

const MOST_REMEMBERED = 200

/** The totals of a list are the same on all its pages: they are summed up for the first one. */
function rememberTotals() {
  const known = new Map<string, Totals[]>()
  return async (valuation: Valuation, isLaterPage: boolean, sum: () => Promise<Totals[]>): Promise<Totals[]> => {
    const key = JSON.stringify([valuation.snapshot.snapshotId, valuation.at, Object.entries(valuation.filter).sort()])
    const found = isLaterPage ? known.get(key) : undefined
    if (found) return found
    const totals = await sum()
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(key, totals)
    return totals
  }
}

function pairsRoute(app: App, deps: MtmRouteDeps): void {
  app.get(
    '/v1/credit/mtm/currency-pairs',
    {
      ...wholeQuery(MtmPairsQuery, (query, _isRead, request) => filterErrors(query, request)),
      config,
      schema: {
        summary: 'List mark-to-market by currency pair',
        description: 'Returns the totals of `mtm/trades` in market convention: base currency bought is long.',
        querystring: MtmPairsQuery,
        response: { 200: MtmPairsOut },
      },
    },
    async ({ principal, query, receivedAt }) => {
      checkFields(filterErrors(query, { receivedAt }))
      const filter = await filterOf(app, deps, principal, query)
      const asAt = query.asAt === undefined ? undefined : new Date(query.asAt)
      const valuation = await openValuation(deps, filter, receivedAt, asAt)
      const pairs = await pairTotals(deps.db.reader, valuation)
      return {
        data: pairs.map((totals) => presentPair(valuation, totals)),
        nextCursor: null,
        ...heading(valuation, byCurrency(pairs)),
      }
    },
  )
}

function byCurrency(pairs: Totals[]): Totals[] {
  const totals = new Map<string, Totals>()
  for (const pair of pairs) {
    const sums = totals.get(pair.currency) ?? noTotals(pair.currency)
    totals.set(pair.currency, sums)
    sums.tradeCount += pair.tradeCount
    sums.mtmMinor += pair.mtmMinor
    sums.undiscountedMinor += pair.undiscountedMinor
    sums.notionalMinor += pair.notionalMinor
  }
  return [...totals.values()]
}

type Received = { receivedAt: Date }

const filterErrors = (query: Parts<MtmPairsQuery>, { receivedAt }: Received): FieldError[] => [
  ...pairErrors(query.currencyPair, '?currencyPair'),
  ...futureErrors(query, receivedAt),
]

const tradesErrors = (query: Parts<MtmTradesQuery>, received: Received): FieldError[] => [
  ...filterErrors(query, received),
  ...cursorErrors(LIST, query, CURSOR),
]

const NAMED = { tradeId: { prefix: 'trd' as const, missing: refuseShared.trade_not_found } }

/** @throws entity_not_found, facility_not_found, trade_not_found */
async function filterOf(
  app: App,
  deps: MtmRouteDeps,
  principal: Principal,
  query: Partial<MtmTradesQuery>,
): Promise<MtmFilter> {
  const entityId = ownEntity(principal, query.entityId)
  const facility = query.facilityId === undefined ? undefined : await ownFacility(deps, principal, query.facilityId)
  await checkNamedResources(app.owners, NAMED, query, [entityId])
  const tradeId = query.tradeId === undefined ? undefined : parseId('trd', query.tradeId)
  return {
    entityId,
    ...(facility && { facilityId: facility.facilityId }),
    ...(tradeId !== undefined && { tradeId }),
    ...(query.currencyPair !== undefined && { currencyPair: parsePair(query.currencyPair).symbol }),
  }
}
