import type { ResourceVerb } from '../../../kernel/values/emitted.ts'
import { runCommand } from '../../../kernel/http/command.ts'
import type { App, Deps } from '../../../kernel/http/http.ts'
import { AnyId, DryRun, Input } from '../../../kernel/http/wire.ts'
import { approvalOfTrade, type DecideDeps, decideTrade } from './approvals.ts'
import { presentTrade } from '../present.ts'
import { Trade, TradeApproval } from '../schema.ts'

const OneParams = Input({ tradeId: AnyId('the trade, or the drawdown') })

/** Registers the approval, rejection and approval details of trades and drawdowns. */
export function tradeApprovalRoutes(app: App, deps: Deps & DecideDeps): void {
  decisionRoute(app, deps, {
    path: 'approve',
    operation: 'trade.approve',
    decision: 'Approved',
    summary: 'Approve a trade or drawdown',
    description:
      'The last required approval executes the trade as booked. The service checks everything again that may have changed: entity, product, pair, accounts, value date, limits, credit and funds. If the market has moved in either direction by more than the entity’s `approvalPriceToleranceBps` since the trade was priced, the approval is rejected with `trade_price_moved`. A held rate stays valid until it ends. After a rejected approval the trade stays pending and can be approved once the cause is resolved, until it lapses: a price is valid for at most 15 minutes. Request a new quote to deal immediately.',
  })
  decisionRoute(app, deps, {
    path: 'reject',
    operation: 'trade.reject',
    decision: 'Rejected',
    summary: 'Reject a trade or drawdown',
    description: 'The trade is cancelled, with the payments attached to it.',
  })

  app.get(
    '/v1/fx/trades/:tradeId/approval',
    {
      config: { scope: 'fx:trade' },
      schema: {
        summary: 'Get the approval of a trade',
        description:
          'Returns the approvals that the trade or drawdown requires, those given, the clients that can or cannot approve, and the time at which the approval lapses.',
        querystring: Input({}),
        params: OneParams,
        response: { 200: TradeApproval },
      },
    },
    ({ principal, params }) => approvalOfTrade(deps.db.reader, principal, params.tradeId),
  )
}

interface DecisionRoute {
  path: string
  operation: ResourceVerb
  decision: 'Approved' | 'Rejected'
  summary: string
  description: string
}

function decisionRoute(
  app: App,
  deps: Deps & DecideDeps,
  { path, operation, decision, summary, description }: DecisionRoute,
): void {
  app.post(
    `/v1/fx/trades/:tradeId/${path}`,
    {
      config: { scope: 'payments:approve', role: 'approver' },
      schema: { summary, description, querystring: DryRun, params: OneParams, response: { 200: Trade } },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, operation, async (context) => ({
        status: 200,
        body: presentTrade(await decideTrade(deps, context, request.params.tradeId, decision)),
      })),
  )
}
