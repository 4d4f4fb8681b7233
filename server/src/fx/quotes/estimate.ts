import { type Static, Type } from 'typebox'
import { type EntityDirectory, findMarkup } from '../../entities/index.ts'
import type { App } from '../../kernel/http/http.ts'
import { formatAmount, parseAmount } from '../../kernel/values/money.ts'
import { ownEntity, refuseEntity } from '../../kernel/http/principal.ts'
import { Decimal, formatRate, roundRate } from '../../kernel/values/rates.ts'
import { type Parts, wholeQuery } from '../../kernel/http/readable.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import {
  Amount,
  AmountOut,
  AnyId,
  CurrencyCode,
  DayText,
  Input,
  Instant,
  Resource,
  Rate,
} from '../../kernel/http/wire.ts'
import {
  type Calendars,
  checkForwardDate,
  checkPair,
  checkValueDate,
  earliestValueDate,
  type Pair,
} from '../calendar/index.ts'
import {
  clientAmounts,
  inverseRate,
  marketPrice,
  type PriceDates,
  priceDeal,
  type PriceSources,
} from '../pricing/index.ts'
import { dealErrors, fixedCurrencyOf } from './fields.ts'
import { FixedSide } from './schema.ts'
import { valueIn } from './value.ts'

const EstimateQuery = Input({
  buyCurrency: CurrencyCode,
  sellCurrency: CurrencyCode,
  fixedSide: FixedSide,
  amount: Amount,
  valueDate: Type.Optional({
    ...DayText,
    description: 'Default: the earliest date. A date after spot is priced as a forward.',
  }),
  entityId: Type.Optional(AnyId('the entity to price for. Default: the market mid rate')),
})
type EstimateQuery = Static<typeof EstimateQuery>

const Estimate = Resource('RateEstimate', {
  currencyPair: Type.String({ examples: ['EUR/USD'] }),
  indicativeRate: Rate,
  inverseRate: Type.String({ description: 'Inverse of the rate, for display only.' }),
  mid: Rate,
  buyCurrency: CurrencyCode,
  buyAmount: AmountOut,
  sellCurrency: CurrencyCode,
  sellAmount: AmountOut,
  fixedSide: FixedSide,
  valueDate: DayText,
  tenor: Type.String({
    description: 'T0, T1, T2, or for a forward the tenor by which it is priced.',
    examples: ['T2', '3M'],
  }),
  asOf: { ...Instant, description: 'Time of the last market rate; older while the market is closed.' },
  bookable: Type.Literal(false),
})

/** Dependencies of estimates. Their market may differ from that of firm quotes: reference rates, for example. */
interface EstimateDeps {
  estimates: PriceSources
  entities: EntityDirectory
}

/**
 * Registers estimates. They are not binding: they use no limit, are not stored, and are available while the market is
 * closed.
 */
export function estimateRoutes(app: App, deps: EstimateDeps): void {
  app.get(
    '/v1/fx/quotes/estimate',
    {
      ...wholeQuery(EstimateQuery, queryErrors),
      config: { scope: 'fx:quote', entities: 'any' },
      schema: {
        summary: 'Get an indicative price',
        description:
          'Returns the price for the entity `entityId`, or the market mid rate if you send none. An estimate cannot be booked.',
        querystring: EstimateQuery,
        response: { 200: Estimate },
      },
    },
    async ({ principal, query, receivedAt }, reply) => {
      checkFields(queryErrors(query))
      const amountMinor = parseAmount(query.amount, fixedCurrencyOf(query))
      const entityId = query.entityId === undefined ? undefined : ownEntity(principal, query.entityId)
      const pair = checkPair(deps.estimates.calendars, query.buyCurrency, query.sellCurrency)
      const dates = datesOf(deps.estimates.calendars, pair, receivedAt, query.valueDate)
      const deal = { query, pair, dates, amountMinor, at: receivedAt }
      const price = entityId === undefined ? middlePrice(deps, deal) : await clientPrice(deps, deal, entityId)
      reply.header('cache-control', 'private, max-age=1')
      return present(deal, price)
    },
  )
}

const queryErrors = (query: Parts<EstimateQuery>) => dealErrors(query, (name) => `?${name}`)

/** Returns the dealable dates up to spot, and forward dates after it. */
function datesOf(calendars: Calendars, pair: Pair, at: Date, wanted?: string): Deal['dates'] {
  const isForward = wanted !== undefined && wanted > earliestValueDate(calendars, pair, at).spotDate
  return isForward ? checkForwardDate(calendars, pair, at, wanted) : checkValueDate(calendars, pair, at, wanted)
}

interface Deal {
  query: EstimateQuery
  pair: Pair
  dates: PriceDates & { tenor: string }
  amountMinor: bigint
  at: Date
}

interface Estimated {
  rate: Decimal
  mid: Decimal
  asOf: Date
  baseMinor: bigint
  counterMinor: bigint
}

function middlePrice({ estimates }: EstimateDeps, { query, pair, dates, amountMinor, at }: Deal): Estimated {
  const { outright, asOf } = marketPrice(estimates, pair, dates, at)
  const rate = roundRate(outright.mid, pair.quoteDp, 'half-up')
  const side = query.buyCurrency === pair.base ? 'Buy' : 'Sell'
  const rates = { side, rate, cost: outright.mid } as const
  return { rate, mid: outright.mid, asOf, ...clientAmounts(pair, rates, fixedCurrencyOf(query), amountMinor) }
}

async function clientPrice(deps: EstimateDeps, deal: Deal, entityId: string): Promise<Estimated> {
  const { query, pair, dates, amountMinor, at } = deal
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  const fixed = { minor: amountMinor, currency: fixedCurrencyOf(query) }
  const size = valueIn(deps.estimates.market, fixed, profile.entity.baseCurrency, at)
  const tier = { currencyPair: pair.symbol, tenor: dates.tenor, amountMinor: size }
  const markupBps = new Decimal(findMarkup(profile.pricing, tier))
  const { buyCurrency, fixedSide } = query
  return priceDeal(deps.estimates, { pair, buyCurrency, fixedSide, amountMinor, dates, markupBps }, at)
}

function present({ query, pair, dates }: Deal, { rate, mid, asOf, baseMinor, counterMinor }: Estimated) {
  const { buyCurrency, sellCurrency, fixedSide } = query
  const [buyMinor, sellMinor] = buyCurrency === pair.base ? [baseMinor, counterMinor] : [counterMinor, baseMinor]
  return {
    currencyPair: pair.symbol,
    indicativeRate: formatRate(rate, pair.quoteDp),
    inverseRate: inverseRate(rate),
    mid: formatRate(mid, pair.quoteDp + 1),
    buyCurrency,
    buyAmount: formatAmount(buyMinor, buyCurrency),
    sellCurrency,
    sellAmount: formatAmount(sellMinor, sellCurrency),
    fixedSide,
    valueDate: dates.date,
    tenor: dates.tenor,
    asOf: asOf.toISOString(),
    bookable: false as const,
  }
}
