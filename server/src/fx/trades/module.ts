import { type EventViews, readEach } from '../../events/index.ts'
import type { Deps } from '../../kernel/http/http.ts'
import { defineModule } from '../../kernel/module.ts'
import { QUOTES_KEPT_MS } from '../quotes/index.ts'
import { tradeAudits } from './audits.ts'
import { deleteOldAmendments } from './amendments.ts'
import { tradeApprovalRoutes } from './approvals/approval-routes.ts'
import { type ApprovedProducts, LAPSE_TRADE_APPROVAL, lapseApprovalHandler } from './approvals/approvals.ts'
import {
  type ConfirmedProducts,
  type TradeConfirmationDeps,
  tradeConfirmationRoutes,
} from './confirmations/confirmation-routes.ts'
import { tradesAwaitingFunds } from './settlement/funding.ts'
import { presentTrade } from './present.ts'
import { Trade } from './schema.ts'
import { findTrade, type TradeRow } from './queries.ts'
import type { PayoutPort } from './settlement/payouts.ts'
import { tradeRoutes } from './routes.ts'
import { type ProductSettlements, SETTLE_TRADE, settlementHandler } from './settlement/settlement.ts'
import { settlementSet } from './settlement/settlement-set.ts'
import { tradeEvents } from './lifecycle.ts'

export interface TradeContext extends Deps, Pick<TradeConfirmationDeps, 'issuer'> {
  payouts: PayoutPort
  /** Product steps by kind of trade: booking after approval, settlement, confirmation details. */
  approvedProducts: ApprovedProducts
  settlements: ProductSettlements
  confirmedProducts: ConfirmedProducts
}

/** Trades of every kind: reading, approval, settlement, confirmation. */
export const tradesModule = defineModule<TradeContext>({
  name: 'fx/trades',
  events: [tradeEvents],
  routes(app, context) {
    tradeRoutes(app, context)
    tradeApprovalRoutes(app, { ...context, products: context.approvedProducts })
    tradeConfirmationRoutes(app, { ...context, products: context.confirmedProducts })
  },
  jobs: (context) => ({
    [SETTLE_TRADE]: settlementHandler({ products: context.settlements }),
    [LAPSE_TRADE_APPROVAL]: lapseApprovalHandler({ ...context, products: context.approvedProducts }),
  }),
  jobSets: (context) => ({ [SETTLE_TRADE]: settlementSet({ products: context.settlements }) }),
  ports: ({ settlements }) => ({
    funding: { trades: tradesAwaitingFunds({ products: settlements }) },
    eventViews: {
      trade: {
        scope: 'fx:trade',
        schema: Trade,
        read: readEach(findTrade),
        present: (trade: TradeRow) => presentTrade(trade),
      },
    } satisfies EventViews,
  }),
  resources: { amq: [['fx_amendments', 'amendment_id']], trd: [['fx_trades', 'trade_id']] },
  cleanUp: [(db, { business }, limit) => deleteOldAmendments(db, new Date(business.getTime() - QUOTES_KEPT_MS), limit)],
  audits: tradeAudits,
})
