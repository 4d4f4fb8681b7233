import { findAccount } from '../../../accounts/index.ts'
import { documentResponse, getOrMakeDocument, type Issuer, sendDocument } from '../../../documents/index.ts'
import { findEntity } from '../../../entities/index.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import type { App, Deps } from '../../../kernel/http/http.ts'
import { formatId, parseId } from '../../../kernel/values/ids.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { refuseShared } from '../../../kernel/values/shared-refusals.ts'
import { AnyId, Input } from '../../../kernel/http/wire.ts'
import { amendmentFacts } from './confirmation-amendment.ts'
import { type ConfirmationFacts, isDealt, mayBeDealt, tradeConfirmation } from './confirmation.ts'
import { findTrade, noteConfirmation, type TradeRow } from '../queries.ts'
import type { TradeKind } from '../schema.ts'

/** Facts that products add to the confirmations of their trades. */
export type ConfirmedProducts = Partial<
  Record<TradeKind, (db: Queryable, trade: TradeRow) => Promise<ConfirmationFacts>>
>

export interface TradeConfirmationDeps extends Deps {
  issuer: Issuer
  products?: ConfirmedProducts
}

/** A trade has one confirmation, as the agreement does not change. */
const VERSION = 1

/** The confirmation of a trade: one file, made when it is first asked for and kept. */
export function tradeConfirmationRoutes(app: App, deps: TradeConfirmationDeps): void {
  app.get(
    '/v1/fx/trades/:tradeId/confirmation',
    {
      config: { scope: 'fx:trade' },
      schema: {
        summary: 'Get the confirmation of a trade',
        description:
          'Returns the agreed terms as a PDF once the trade is executed. Every request returns the same file. After the ' +
          'first request the trade shows it as `confirmationDocumentId`.',
        params: Input({ tradeId: AnyId('the trade') }),
        querystring: Input({}),
        response: documentResponse,
      },
    },
    async (request, reply) => {
      const { principal, params, receivedAt } = request
      const tradeId = parseId('trd', params.tradeId)
      const trade = tradeId && (await findTrade(deps.db.reader, principal.entityId, tradeId))
      if (!trade) throw refuseShared.trade_not_found()
      if (!isDealt(trade)) {
        const params = { resource: 'trade', status: trade.status, confirmed: 'Executed' }
        throw refuseShared.confirmation_not_ready(params, { retryable: mayBeDealt(trade) })
      }
      const { entityId } = trade
      const key = { entityId, kind: 'TradeConfirmation' as const, resourceId: tradeId, version: VERSION }
      const document = await getOrMakeDocument(deps.db, key, async () =>
        tradeConfirmation({ ...(await sourcesOf(deps, trade)), trade, issuer: deps.issuer, at: receivedAt }),
      )
      if (trade.confirmationDocumentId === null) await noteConfirmation(deps.db.pool, trade, document.documentId)
      return sendDocument(request, reply, document, `trade-confirmation-${formatId('trd', tradeId)}`)
    },
  )
}

async function sourcesOf({ db, products }: TradeConfirmationDeps, trade: TradeRow) {
  const { entityId, buyAccountId, sellAccountId } = trade
  const [entity, buyAccount, sellAccount, amendment, more] = await Promise.all([
    findEntity(db.reader, entityId),
    findAccount(db.reader, entityId, buyAccountId),
    findAccount(db.reader, entityId, sellAccountId),
    amendmentFacts(db.reader, trade),
    products?.[trade.kind]?.(db.reader, trade),
  ])
  invariant(entity, 'a trade has an entity')
  return { entity, buyAccount, sellAccount, amendment, more: more ?? [] }
}
