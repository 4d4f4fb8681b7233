import { runCommand } from '../../kernel/http/command.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { ownEntity } from '../../kernel/http/principal.ts'
import { type Parts, wholeBody } from '../../kernel/http/readable.ts'
import { type FieldError, fieldError } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { checkFields, refuseShape } from '../../kernel/http/validation.ts'
import { DryRun } from '../../kernel/http/wire.ts'
import { AmendmentBooking, approvalOfTrade } from '../trades/index.ts'
import { bookSpotAmendment, checkNotReserved, quoteSpotAmendment } from './amend.ts'
import type { AmendDeps } from './amend-making.ts'
import { presentAmendedSpot, presentSpotAmendment } from './present.ts'
import { SpotAmendment, SpotAmendmentOrder, SpotAmendmentQuote, SpotParams } from './schema.ts'

const BASE = '/v1/fx/trades/spot'

/** A new value date is needed to move a trade and has no use otherwise. */
function spotAmendmentErrors({ type, newValueDate }: Parts<SpotAmendmentOrder>): FieldError[] {
  if (type === 'Move' && newValueDate === undefined) return [fieldError('/newValueDate', refuseShape.field_required())]
  if (type === undefined || type === 'Move' || newValueDate === undefined) return []
  return [fieldError('/newValueDate', refuseShape.unknown_field({ known: ['entityId', 'type'] }))]
}

/** Cancel, close out or move a spot trade that is not settled. */
export function spotAmendmentRoutes(app: App, deps: Deps & AmendDeps): void {
  app.post(
    `${BASE}/:tradeId/amendments/quote`,
    {
      ...wholeBody(SpotAmendmentOrder, spotAmendmentErrors),
      config: { scope: 'fx:trade', role: 'any' },
      schema: {
        summary: 'Quote the cancellation, close-out or move of a spot trade',
        description:
          'Cancel ends a trade that is Executed; CloseOut ends one that awaits its funds or is overdue. The opposite deal is ' +
          'priced at the market, without mark-up, and the difference is settled in cash: a loss immediately, a gain on the ' +
          'value date. Move closes the trade in the same way and books it again at the market of another spot value date.',
        querystring: DryRun,
        params: SpotParams,
        body: SpotAmendmentOrder,
        response: { 201: SpotAmendmentQuote },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'spot.quoteAmendment', async ({ tx, principal, at: now }) => {
        const { body, params } = request
        checkFields(spotAmendmentErrors(body))
        const entityId = ownEntity(principal, body.entityId)
        const { type, newValueDate } = body
        const order = { entityId, tradeId: tradeIdOf(params.tradeId), type, newValueDate }
        const { row, trade } = await quoteSpotAmendment(deps, tx, order, now)
        await checkNotReserved(tx, trade)
        return { status: 201, body: presentSpotAmendment(row, trade) }
      }),
  )

  app.post(
    `${BASE}/:tradeId/amendments`,
    {
      config: { scope: 'fx:trade', role: 'maker' },
      schema: {
        summary: 'Book the amendment of a spot trade',
        description:
          'Payments attached to the trade that have not been sent are cancelled with it. Under an approval policy for trades, the amendment is `PendingApproval`: it waits for the approvals as a trade does, for at most 15 minutes.',
        querystring: DryRun,
        params: SpotParams,
        body: AmendmentBooking,
        response: { 201: SpotAmendment },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'spot.bookAmendment', async (context) => {
        const { body, params } = request
        const amended = await bookSpotAmendment(deps, context, {
          entityId: ownEntity(context.principal, body.entityId),
          tradeId: tradeIdOf(params.tradeId),
          amendmentId: parseId('amq', body.quoteId),
          clientReference: body.clientReference ?? null,
        })
        const shown = presentAmendedSpot(amended)
        const madeId = (shown.newTradeId ?? shown.closeOutTradeId)!
        const approval = await approvalOfTrade(context.tx, context.principal, madeId)
        return { status: 201, body: { ...shown, approval } }
      }),
  )
}

/** @throws trade_not_found */
function tradeIdOf(wireId: string): string {
  const tradeId = parseId('trd', wireId)
  if (!tradeId) throw refuseShared.trade_not_found()
  return tradeId
}
