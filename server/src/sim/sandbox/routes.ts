import { actOf } from '../../kernel/values/act.ts'
import { runCommand } from '../../kernel/http/command.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { formatRate } from '../../kernel/values/rates.ts'
import { refusals } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { beforeResponse } from '../../kernel/jobs/before-response.ts'
import type { Worker } from '../../kernel/jobs/work.ts'
import { getPair } from '../../fx/calendar/index.ts'
import {
  canSettle,
  tradeMoves,
  lockInOrder,
  presentTrade,
  type ProductSettlements,
  settleTrade,
  Trade,
} from '../../fx/trades/index.ts'
import type { SandboxMarket } from '../market/index.ts'
import { MAGIC_VALUES } from './magic-values.ts'
import { type ResetDeps, resetSandbox } from './reset.ts'
import { MagicValues, MarketMove, MarketView, Nothing, PairParam, ResetView, TradeParam } from './schema.ts'

const refuse = refusals({
  trade_not_settleable: {
    status: 409,
    message: 'The {kind} is {status}. Only {allowed} trades can be settled. For a forward, settle its drawdowns.',
  },
})

interface SandboxDeps extends ResetDeps {
  worker: Pick<Worker, 'runDue'>
  market: Pick<SandboxMarket, 'move' | 'refresh'>
  /** Resumes items that wait for the money of a settlement. */
  /** Settlement steps of products. */
  products?: ProductSettlements
}

const config = { scope: 'sandbox:simulate' as const }
/** The sandbox is one for all entities. */
const shared = { ...config, entities: 'any' as const }

/** Registers the sandbox functions for testers, except the clock. Each responds when all due jobs have run. */
export function sandboxRoutes(app: App, deps: Deps & SandboxDeps): void {
  settleRoute(app, deps)
  marketRoute(app, deps)
  resetRoute(app, deps)
  app.get(
    '/v1/sandbox/magic-values',
    {
      config: shared,
      schema: {
        summary: 'List magic values',
        description:
          'Returns the words in names and references that decide the course of a payment, check or approval.',
        querystring: Nothing,
        response: { 200: MagicValues },
      },
    },
    () => ({ data: [...MAGIC_VALUES], nextCursor: null }),
  )
}

function settleRoute(app: App, deps: Deps & SandboxDeps): void {
  app.post(
    '/v1/sandbox/trades/:tradeId/settle',
    {
      config: { ...config, role: 'any' },
      schema: {
        summary: 'Settle a trade now',
        description:
          'Settles the trade now, whatever its value date. Without funds in the sell account the trade waits for them.',
        querystring: Nothing,
        params: TradeParam,
        body: Nothing,
        response: { 200: Trade },
      },
      onSend: beforeResponse(() => deps.worker.runDue(deps.clock.now())),
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'sandboxTrade.settle', async (context) => {
        const { tx, principal } = context
        const tradeId = parseId('trd', request.params.tradeId)
        const found = tradeId && (await lockInOrder(tx, deps.products, principal.entityId, tradeId))
        if (!found) throw refuseShared.trade_not_found()
        if (!canSettle(found)) {
          const { kind, status } = found
          throw refuse.trade_not_settleable({ kind, status, allowed: tradeMoves.settle.from })
        }
        const { products } = deps
        const trade = await settleTrade(tx, found, { ...actOf(context), products })
        return { status: 200, body: presentTrade(trade) }
      }),
  )
}

function marketRoute(app: App, deps: Deps & SandboxDeps): void {
  app.post(
    '/v1/sandbox/market/:pair',
    {
      config: { ...shared, role: 'any' },
      schema: {
        summary: 'Move the market rate of a pair',
        description: 'The random walk continues from there. Moving a cross moves its base currency’s USD pair.',
        querystring: Nothing,
        params: PairParam,
        body: MarketMove,
        response: { 200: MarketView },
      },
      onSend: beforeResponse(async () => {
        await deps.market.refresh() // this process shows the move
        await deps.worker.runDue(deps.clock.now())
      }),
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'sandboxMarket.move', async ({ tx }) => {
        const pair = getPair(request.params.pair)
        const { mid, at } = await deps.market.move(tx, pair, request.body)
        return {
          status: 200,
          body: { currencyPair: pair.symbol, mid: formatRate(mid, pair.quoteDp + 1), at: at.toISOString() },
        }
      }),
  )
}

function resetRoute(app: App, deps: Deps & SandboxDeps): void {
  app.post(
    '/v1/sandbox/reset',
    {
      config: { ...shared, role: 'any' },
      schema: {
        summary: 'Reset the sandbox',
        description: 'Restores the seeded data. Clients, their secrets and their tokens stay valid.',
        querystring: Nothing,
        body: Nothing,
        response: { 200: ResetView },
      },
    },
    async () => {
      await resetSandbox(deps)
      await deps.worker.runDue(deps.clock.now())
      return {
        message: 'The sandbox is as first seeded. Client ids, secrets and tokens are the same as before.',
        credentialsKept: true,
        now: deps.clock.now().toISOString(),
      }
    },
  )
}
