import type { App, Deps } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { listRoute } from '../../kernel/http/lists.ts'
import { cursorShape } from '../../kernel/http/paging.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { AnyId, Input } from '../../kernel/http/wire.ts'
import { pairErrors, parsePair } from '../calendar/index.ts'
import { presentTrade } from './present.ts'
import { findTrade, listTrades } from './queries.ts'
import { Trade, TradeFilter } from './schema.ts'

export function tradeRoutes(app: App, deps: Deps): void {
  const config = { scope: 'fx:trade' as const }

  listRoute(app, {
    path: '/v1/fx/trades',
    name: 'trades',
    cursor: [cursorShape.uuid],
    config: { ...config, entities: 'several' },
    summary: 'List trades',
    description:
      'Returns spot trades, forwards and trades at held rates, newest first. Filter by kind, status, pair, dates or your own reference.',
    query: TradeFilter,
    item: Trade,
    ranges: [
      ['tradeDateFrom', 'tradeDateTo'],
      ['valueDateFrom', 'valueDateTo'],
    ],
    errors: ({ currencyPair }) => pairErrors(currencyPair, '?currencyPair'),
    async rows({ entityIds, query }, { limit, after }) {
      const { tradeType, tradeSubtype, drawable, currencyPair, updatedSince, ...filter } = query
      return listTrades(deps.db.reader, {
        ...filter,
        entityIds,
        kind: tradeType,
        subtype: tradeSubtype,
        currencyPair: currencyPair && parsePair(currencyPair).symbol,
        isDrawable: drawable,
        updatedSince: updatedSince === undefined ? undefined : new Date(updatedSince),
        after: after?.[0],
        limit,
      })
    },
    present: presentTrade,
    keyOf: ({ tradeId }) => [tradeId],
  })

  app.get(
    '/v1/fx/trades/:tradeId',
    {
      config,
      schema: {
        summary: 'Get a trade',
        description: 'Returns a trade of any kind with its amounts, dates, settlement and history.',
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
