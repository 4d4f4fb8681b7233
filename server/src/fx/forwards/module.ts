import type { EntityDirectory } from '../../entities/index.ts'
import { defineModule } from '../../kernel/module.ts'
import { approvedCloseOuts, approvedForwards } from './amendments/amendment-waiting.ts'
import { lockDeal, reconcilePaid } from './closing/reconcile.ts'
import { coverSettlement, lossCoverWork } from './closing/loss-cover.ts'
import { type CancelDeps, refusedDrawdown } from './drawdowns/cancel.ts'
import { approvedDrawdown } from './drawdowns/drawdown.ts'
import { forwardSettlements } from './drawdowns/settlement.ts'
import { closeOutConfirmation, drawdownConfirmation, forwardConfirmation } from './surface/confirmation.ts'
import { type ForwardRouteDeps, forwardRoutes } from './surface/routes.ts'
import { closeOutForMargin, forwardWork } from './surface/work.ts'
import { forwardAudits } from './record/audits.ts'
import { forwardEvents } from './record/lifecycle.ts'
import { milestoneEvents } from './closing/watch.ts'

/** Forwards: booking, drawdowns, amendments, close-outs and the sale of margin for an unpaid loss. */
export const forwardsModule = defineModule<ForwardRouteDeps & CancelDeps & { entities: EntityDirectory }>({
  name: 'fx/forwards',
  events: [forwardEvents, milestoneEvents],
  reactions: (context) => ({
    'initialMargin.received': (tx, act, { entityId, resourceId }) =>
      reconcilePaid(context, tx, { entityId, tradeId: resourceId }, act),
  }),
  ports: (context) => ({
    lockDeal,
    closeOut: closeOutForMargin(context),
    settlements: { ...forwardSettlements(context), Spot: coverSettlement },
    approvedProducts: {
      Forward: approvedForwards(context),
      CloseOut: approvedCloseOuts(context),
      Drawdown: { ...approvedDrawdown(context), ...refusedDrawdown(context) },
    },
    confirmedProducts: {
      Forward: forwardConfirmation,
      Drawdown: drawdownConfirmation,
      CloseOut: closeOutConfirmation,
    },
  }),
  routes: forwardRoutes,
  jobs: (context) => ({ ...forwardWork(context), ...lossCoverWork(context) }),
  audits: forwardAudits,
})
