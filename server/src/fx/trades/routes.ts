import type { App, Deps } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { cursorFaults, cursorShape, DEFAULT_LIMIT, pageOf, parseCursor } from '../../kernel/http/paging.ts'
import { rangeFaults } from '../../kernel/http/ranges.ts'
import { type Parts, wholeQuery } from '../../kernel/http/readable.ts'
import type { FieldError } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import { AnyId, Input, Page } from '../../kernel/http/wire.ts'
import { pairFaults, parsePair } from '../calendar/index.ts'
import { presentTrade } from './present.ts'
import { findTrade, listTrades } from './queries.ts'
import { Trade, TradeFilter } from './schema.ts'

const LIST = 'trades'

export function tradeRoutes(app: App, deps: Deps): void {
  const config = { scope: 'fx:trade' as const }

  app.get(
    '/v1/fx/trades',
    {
      ...wholeQuery(TradeFilter, filterFaults),
      config: { ...config, entities: 'several' },
      schema: { summary: 'List trades', querystring: TradeFilter, response: { 200: Page(Trade) } },
    },
    async ({ principals, query }) => {
      checkFields(filterFaults(query))
      const {
        limit = DEFAULT_LIMIT,
        after,
        tradeType,
        tradeSubtype,
        drawable,
        currencyPair,
        updatedSince,
        ...filter
      } = query
      const rows = await listTrades(deps.db.reader, {
        ...filter,
        entityIds: principals.map(({ entityId }) => entityId),
        kind: tradeType,
        subtype: tradeSubtype,
        currencyPair: currencyPair && parsePair(currencyPair).symbol,
        isDrawable: drawable,
        updatedSince: updatedSince === undefined ? undefined : new Date(updatedSince),
        after: parseCursor(LIST, after, [cursorShape.uuid])?.[0],
        limit,
      })
      return pageOf(LIST, rows, limit, presentTrade, ({ tradeId }) => [tradeId])
    },
  )

  app.get(
    '/v1/fx/trades/:tradeId',
    {
      config,
      schema: {
        summary: 'One trade',
        querystring: Input({}),
        params: Input({ tradeId: AnyId('the trade') }),
        response: { 200: Trade },
      },
    },
    async ({ principal, params }) => {
      const tradeId = parseId('trd', params.tradeId)
      const trade = tradeId && (await findTrade(deps.db.reader, principal.entityId, tradeId))
      if (!trade) throw refuseShared.trade_not_found()
      return presentTrade(trade)
    },
  )
}

const filterFaults = (query: Parts<TradeFilter>): FieldError[] => [
  ...rangeFaults(query, 'tradeDateFrom', 'tradeDateTo'),
  ...rangeFaults(query, 'valueDateFrom', 'valueDateTo'),
  ...pairFaults(query.currencyPair, '?currencyPair'),
  ...cursorFaults(LIST, query, [cursorShape.uuid]),
]
