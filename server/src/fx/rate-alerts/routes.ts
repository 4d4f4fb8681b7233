import { type Answer, runCommand } from '../../kernel/http/command.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { listRoute } from '../../kernel/http/lists.ts'
import { cursorShape } from '../../kernel/http/paging.ts'
import { etagOf } from '../../kernel/http/routing/if-match.ts'
import { wholeBody } from '../../kernel/http/readable.ts'
import { DryRun, Input } from '../../kernel/http/wire.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { getPair, pairErrors } from '../calendar/index.ts'
import { presentRateAlert } from './present.ts'
import { findRateAlert, listRateAlerts, type RateAlertRow } from './queries.ts'
import { rateAlertErrors, refuse } from './rules.ts'
import { RateAlert, RateAlertFilter, RateAlertOrder, RateAlertParams } from './schema.ts'
import { cancelRateAlert, createRateAlert, type RateAlertDeps } from './service.ts'

const config = { scope: 'fx:quote' } as const

const answer = (status: number, alert: RateAlertRow, at: Date): Answer => ({
  status,
  body: presentRateAlert(alert, at),
  headers: { etag: etagOf(alert) },
})

/** Registers rate alerts. */
export function rateAlertRoutes(app: App, deps: Deps & RateAlertDeps): void {
  commandRoutes(app, deps)
  readRoutes(app, deps)
}

function commandRoutes(app: App, deps: Deps & RateAlertDeps): void {
  app.post(
    '/v1/fx/rate-alerts',
    {
      ...wholeBody(RateAlertOrder, (order, _isRead, { receivedAt }) => rateAlertErrors(order, receivedAt)),
      config: { ...config, role: 'any' },
      schema: {
        summary: 'Create a rate alert',
        description:
          'Notifies you once, by an event and by e-mail, when the spot market’s middle reaches a rate. The market is compared every second ' +
          'while it is open. The middle includes neither the market’s spread nor your mark-up, and nothing is dealt. An entity can have ' +
          '200 active alerts.',
        querystring: DryRun,
        body: RateAlertOrder,
        response: { 201: RateAlert },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'rateAlert.create', async (context) =>
        answer(201, await createRateAlert(deps, context, request.body), context.at),
      ),
  )

  app.post(
    '/v1/fx/rate-alerts/:rateAlertId/cancel',
    {
      config: { ...config, role: 'any' },
      schema: {
        summary: 'Cancel a rate alert',
        description:
          'Cancels an active rate alert. One that the market has reached, or that has expired, stays as it is.',
        querystring: DryRun,
        params: RateAlertParams,
        response: { 200: RateAlert },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'rateAlert.cancel', async (context) =>
        answer(200, await cancelRateAlert(context, request.params.rateAlertId), context.at),
      ),
  )
}

function readRoutes(app: App, deps: Deps): void {
  listRoute(app, {
    path: '/v1/fx/rate-alerts',
    name: 'rate-alerts',
    cursor: [cursorShape.uuid],
    config: { ...config, entities: 'several' },
    summary: 'List rate alerts',
    description: 'Returns rate alerts, newest first; without `status` only active ones.',
    query: RateAlertFilter,
    item: RateAlert,
    errors: ({ currencyPair }) => pairErrors(currencyPair, '?currencyPair'),
    rows: ({ entityIds, query: { status = 'Active', currencyPair }, receivedAt }, { limit, after }) =>
      listRateAlerts(deps.db.reader, {
        entityIds,
        at: receivedAt,
        status,
        currencyPair: currencyPair === undefined ? undefined : getPair(currencyPair).symbol,
        limit,
        after,
      }),
    present: (alert, { receivedAt }) => presentRateAlert(alert, receivedAt),
    keyOf: ({ rateAlertId }) => [rateAlertId],
  })

  app.get(
    '/v1/fx/rate-alerts/:rateAlertId',
    {
      config,
      schema: {
        summary: 'Get a rate alert',
        description: 'Returns a rate alert; once it was triggered, with the time, the market’s middle and its source.',
        querystring: Input({}),
        params: RateAlertParams,
        response: { 200: RateAlert },
      },
    },
    async ({ principal, params, receivedAt }, reply) => {
      const rateAlertId = parseId('ral', params.rateAlertId)
      const alert = rateAlertId && (await findRateAlert(deps.db.reader, principal.entityId, rateAlertId))
      if (!alert) throw refuse.rate_alert_not_found()
      return reply.header('etag', etagOf(alert)).send(presentRateAlert(alert, receivedAt))
    },
  )
}
