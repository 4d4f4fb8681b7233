import type { App, Deps } from '../../kernel/http/http.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { ownEntity } from '../../kernel/http/principal.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { type Parts, wholeBody } from '../../kernel/http/readable.ts'
import { type FieldError, fieldError, Refusal } from '../../kernel/values/refusals.ts'
import { checkFields, refuseShape } from '../../kernel/http/validation.ts'
import { Input } from '../../kernel/http/wire.ts'
import { pairErrors, parsePair } from '../../fx/calendar/index.ts'
import { dealErrors } from '../../fx/quotes/index.ts'
import { askedPercent, type FacilityRow } from '../facilities/index.ts'
import { NET } from '../margin/index.ts'
import { SimulationOrder, SimulationOut } from './schema.ts'
import type { MtmDeps } from './service.ts'
import { type SimulatedCall, type SimulatedState, type SimulatedTrade, shockOf, simulate } from './simulate.ts'

/** Registers the simulation of a shock or a proposed trade: a POST that stores nothing. */
export function simulateRoute(app: App, deps: Deps & MtmDeps): void {
  app.post(
    '/v1/credit/simulate',
    {
      ...wholeBody(SimulationOrder, simulationErrors),
      config: { scope: 'credit:read', role: 'any' },
      schema: {
        summary: 'Simulate rate shocks or one more forward',
        description:
          'Nothing is stored. A shock of a cross moves its base currency’s USD pair. The forward is a fixed one, priced ' +
          'at the present market without mark-up, and valued after the shocks.',
        querystring: Input({}),
        body: SimulationOrder,
        response: { 200: SimulationOut },
      },
    },
    async ({ principal, body, receivedAt }) => {
      checkFields(simulationErrors(body))
      const entityId = ownEntity(principal, body.entityId)
      const order = { entityId, shocks: shocksOf(deps, body), ...(body.trade && { trade: body.trade }) }
      const { facilities, trade } = await simulate(deps, order, receivedAt)
      return {
        facilities: facilities.map(({ facility, before, after }) => ({
          facilityId: formatId('fac', facility.facilityId),
          currency: facility.currency,
          before: presentState(facility, before),
          after: presentState(facility, after),
        })),
        trade: trade ? presentTrade(trade) : null,
        asAt: receivedAt.toISOString(),
      }
    },
  )
}

/**
 * Returns the errors of an order that need no market data, as far as it is readable: an empty simulation, a shock that
 * leaves no rate.
 */
function simulationErrors(
  { shocks = [], trade }: Parts<SimulationOrder>,
  isRead: (pointer: string) => boolean = () => true,
): FieldError[] {
  const invalid = (pointer: string, reason: string) => fieldError(pointer, refuseShape.value_invalid({ reason }))
  const isEmpty = isRead('/shocks') && isRead('/trade') && shocks.length === 0 && !trade
  const deadly = 'a shock leaves a rate above zero: more than -100 percent'
  return [
    ...(isEmpty ? ['/shocks', '/trade'].map((at) => invalid(at, 'name at least one shock or a trade')) : []),
    ...shocks.flatMap(({ currencyPair, percent }, i) => [
      ...pairErrors(currencyPair, `/shocks/${i}/currencyPair`),
      ...(percent === undefined || new Decimal(percent).gt(-100) ? [] : [invalid(`/shocks/${i}/percent`, deadly)]),
    ]),
    ...(trade ? dealErrors(trade, (name) => `/trade/${name}`) : []),
  ]
}

const shocksOf = ({ sources }: MtmDeps, { shocks = [] }: SimulationOrder) =>
  shocks.map(({ currencyPair, percent }) => shockOf(sources.calendars, parsePair(currencyPair), percent))

const MOST_CALLS = 100

function presentState({ currency, limitMinor }: FacilityRow, { usage, calls }: SimulatedState) {
  const money = (minor: bigint) => formatAmount(minor, currency)
  return {
    utilised: money(usage.utilisedMinor),
    available: money(usage.availableMinor),
    unpaidLosses: money(usage.unpaidMinor),
    isLimitExceeded: usage.utilisedMinor > limitMinor,
    mtm: money(usage.mtmMinor),
    marginCallTotal: money(calls.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)),
    marginCallCount: calls.length,
    marginCalls: calls.slice(0, MOST_CALLS).map((call) => presentCall(call, currency)),
  }
}

const presentCall = ({ tradeId, amountMinor }: SimulatedCall, currency: string) => ({
  tradeId: tradeId === undefined || tradeId === NET ? null : formatId('trd', tradeId),
  subject:
    tradeId === undefined
      ? ('ProposedTrade' as const)
      : tradeId === NET
        ? ('NetPosition' as const)
        : ('Trade' as const),
  amount: formatAmount(amountMinor, currency),
  currency,
})

function presentTrade(trade: SimulatedTrade) {
  const { deal, decision, rate } = trade
  const refused = decision instanceof Refusal
  return {
    currencyPair: deal.pair.symbol,
    rate: rate.toFixed(deal.pair.quoteDp),
    buyAmount: formatAmount(trade.buyMinor, trade.buyCurrency),
    sellAmount: formatAmount(trade.sellMinor, trade.sellCurrency),
    valueDate: deal.valueDate,
    isPossible: !refused,
    facilityId: refused ? null : formatId('fac', decision.facility.facilityId),
    creditTermId: refused ? null : formatId('ctm', decision.term.termId),
    initialMargin: refused
      ? null
      : {
          percent: askedPercent(decision.initialMargin),
          amount: formatAmount(trade.initialMarginMinor, trade.sellCurrency),
          currency: trade.sellCurrency,
        },
    refusal: refused ? { code: decision.code, message: decision.message } : null,
  }
}
