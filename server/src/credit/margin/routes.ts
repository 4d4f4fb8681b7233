import { runCommand } from '../../kernel/http/command.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { amountErrors, parseAmount } from '../../kernel/values/money.ts'
import { listRoute } from '../../kernel/http/lists.ts'
import { cursorShape } from '../../kernel/http/paging.ts'
import { ownEntity } from '../../kernel/http/principal.ts'
import { wholeBody } from '../../kernel/http/readable.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import { DryRun, Input } from '../../kernel/http/wire.ts'
import { findAccount } from '../../accounts/index.ts'
import { refuseFacility } from '../facilities/index.ts'
import { type SettleDeps, settleCall } from './calls.ts'
import { presentCall } from './present.ts'
import { findCall, listCalls } from './queries.ts'
import { refuse } from './rules.ts'
import { CallParam, CallsQuery, MarginCallOut, Settlement } from './schema.ts'

/** Margin calls: list, one, and settle from an account. */
export function marginRoutes(app: App, deps: Deps & SettleDeps): void {
  listRoute(app, {
    path: '/v1/credit/margin-calls',
    name: 'margin-calls',
    cursor: [cursorShape.uuid],
    config: { scope: 'credit:read', entities: 'several' },
    summary: 'List margin calls',
    description:
      'Returns calls for initial and variation margin with the outstanding amount and the time by which to pay it.',
    query: CallsQuery,
    item: MarginCallOut,
    resources: {
      facilityId: { prefix: 'fac', missing: refuseFacility.facility_not_found },
      tradeId: { prefix: 'trd', missing: refuseShared.trade_not_found },
    },
    rows: ({ entityIds, query }, { limit, after }) =>
      listCalls(deps.db.reader, {
        entityIds,
        facilityId: query.facilityId && parseId('fac', query.facilityId),
        tradeId: query.tradeId && parseId('trd', query.tradeId),
        kind: query.type,
        status: query.status,
        after: after?.[0],
        limit,
      }),
    present: presentCall,
    keyOf: ({ marginCallId }) => [marginCallId],
  })

  app.get(
    '/v1/credit/margin-calls/:marginCallId',
    {
      config: { scope: 'credit:read' },
      schema: {
        summary: 'Get a margin call',
        description:
          'Returns a call for margin with its reason, the outstanding amount and the time by which to pay it.',
        params: CallParam,
        querystring: Input({}),
        response: { 200: MarginCallOut },
      },
    },
    async ({ principal, params }) => {
      const marginCallId = parseId('mgc', params.marginCallId)
      const call = marginCallId && (await findCall(deps.db.reader, principal.entityId, marginCallId))
      if (!call) throw refuse.margin_call_not_found()
      return presentCall(call)
    },
  )

  settleRoute(app, deps)
}

/** Returns the errors of a payment amount in the call's currency. */
const settlementErrors = ({ amount }: { amount?: string | undefined }) => amountErrors(amount, undefined, '/amount')

function settleRoute(app: App, deps: Deps & SettleDeps): void {
  app.post(
    '/v1/credit/margin-calls/:marginCallId/settle',
    {
      ...wholeBody(Settlement, settlementErrors),
      config: { scope: 'fx:forward', role: 'maker' },
      schema: {
        summary: 'Pay a margin call',
        description: 'Pays the outstanding amount or a part of it. The margin is released when it is no longer needed.',
        params: CallParam,
        querystring: DryRun,
        body: Settlement,
        response: { 200: MarginCallOut },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'marginCall.settle', async (context) => {
        const { tx, principal } = context
        const { body, params } = request
        checkFields(settlementErrors(body))
        const entityId = ownEntity(principal, body.entityId)
        const marginCallId = parseId('mgc', params.marginCallId)
        const call = marginCallId && (await findCall(tx, entityId, marginCallId))
        if (!call) throw refuse.margin_call_not_found()
        const accountId = parseId('acc', body.accountId)
        const account = accountId && (await findAccount(tx, entityId, accountId))
        if (!account) throw refuseShared.account_not_found({ accountId: body.accountId })
        const order = {
          entityId,
          marginCallId: call.marginCallId,
          account,
          ...(body.amount === undefined ? {} : { amountMinor: parseAmount(body.amount, call.currency) }),
        }
        return { status: 200, body: presentCall(await settleCall(tx, deps, order, context)) }
      }),
  )
}
