import { runCommand } from '../../kernel/http/command.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { listRoute } from '../../kernel/http/lists.ts'
import { cursorShape } from '../../kernel/http/paging.ts'
import { refuseEntity } from '../../kernel/http/principal.ts'
import { wholeBody } from '../../kernel/http/readable.ts'
import { AnyId, DryRun, Input } from '../../kernel/http/wire.ts'
import { pairErrors, parsePair } from '../calendar/index.ts'
import { refuseQuotes } from '../quotes/index.ts'
import { bookHeldRate, bookingErrors, type HeldBookingDeps } from './book.ts'
import { presentBooked, presentHeldRate } from './present.ts'
import { findHeldRate, listHeldRates } from './queries.ts'
import { cancelHeldRate, heldRateErrors, type HeldQuoteDeps, quoteHeldRate } from './quote.ts'
import { HeldRate, HeldRateBooking, HeldRateFilter, HeldRateOrder, HeldRateTrade } from './schema.ts'

export type HeldRateBookingDeps = HeldBookingDeps & HeldQuoteDeps

const config = { scope: 'fx:heldrate', entityKind: 'ABS' } as const

export function heldRateRoutes(app: App, deps: Deps & HeldRateBookingDeps): void {
  const zoneOf = async (entityId: string): Promise<string> => {
    const profile = await deps.entities.get(entityId)
    if (!profile) throw refuseEntity.entity_not_found()
    return profile.entity.timeZone
  }

  app.post(
    '/v1/fx/quotes/held-rate',
    {
      ...wholeBody(HeldRateOrder, (order, _isRead, { principal }) => heldRateErrors(deps, principal, order)),
      config: { ...config, role: 'maker' },
      schema: {
        summary: 'Request a held rate',
        description:
          'Holds a price for a time, for an estimated amount. The rate includes a premium, which grows with the ' +
          'pair’s volatility and the square root of the time.',
        querystring: DryRun,
        body: HeldRateOrder,
        response: { 201: HeldRate },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'heldRate.quote', async (context) => {
        const { held, profile } = await quoteHeldRate(deps, context, request.body)
        return { status: 201, body: presentHeldRate(held, profile.entity.timeZone, context.at) }
      }),
  )

  listRoute(app, {
    path: '/v1/fx/quotes/held-rate',
    name: 'held-rates',
    cursor: [/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/, cursorShape.uuid],
    config: { ...config, entities: 'several' },
    summary: 'List held rates',
    description: 'Returns held rates by expiry, earliest first; without `status` only those that can be booked.',
    query: HeldRateFilter,
    item: HeldRate,
    errors: ({ currencyPair }) => pairErrors(currencyPair, '?currencyPair'),
    async rows({ entityIds, query: { status, currencyPair, expiringBefore }, receivedAt }, { limit, after }) {
      const rows = await listHeldRates(deps.db.reader, {
        entityIds,
        at: receivedAt,
        limit,
        ...(status && { status }),
        ...(currencyPair && { currencyPair: parsePair(currencyPair).symbol }),
        ...(expiringBefore && { expiringBefore: new Date(expiringBefore) }),
        ...(after && { after }),
      })
      return Promise.all(rows.map(async (held) => ({ held, zone: await zoneOf(held.entityId) })))
    },
    present: ({ held, zone }, { receivedAt }) => presentHeldRate(held, zone, receivedAt),
    keyOf: ({ held: { expiresAt, quoteId } }) => [expiresAt.toISOString(), quoteId],
  })

  app.get(
    '/v1/fx/quotes/held-rate/:quoteId',
    {
      config,
      schema: {
        summary: 'Get a held rate',
        description: 'Returns a held rate with its price, expiry, and the part of its amount that can still be booked.',
        querystring: Input({}),
        params: Input({ quoteId: AnyId('the held rate') }),
        response: { 200: HeldRate },
      },
    },
    async ({ principal, params, receivedAt }) => {
      const quoteId = parseId('quo', params.quoteId)
      const held = quoteId && (await findHeldRate(deps.db.reader, principal.entityId, quoteId))
      if (!held) throw refuseQuotes.quote_not_found()
      return presentHeldRate(held, await zoneOf(principal.entityId), receivedAt)
    },
  )

  app.post(
    '/v1/fx/quotes/held-rate/:quoteId/cancel',
    {
      config: { ...config, role: 'maker' },
      schema: {
        summary: 'Cancel a held rate',
        description: 'Releases its share of the limit on open held rates; trades booked at it stay valid.',
        querystring: DryRun,
        params: Input({ quoteId: AnyId('the held rate') }),
        response: { 200: HeldRate },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'heldRate.cancel', async (context) => {
        const held = await cancelHeldRate(context, request.params.quoteId)
        return { status: 200, body: presentHeldRate(held, await zoneOf(held.entityId), context.at) }
      }),
  )

  app.post(
    '/v1/fx/trades/held-rate',
    {
      ...wholeBody(HeldRateBooking, bookingErrors),
      config: { ...config, role: 'maker' },
      schema: {
        summary: 'Book a held rate',
        description:
          'Deals at the held price if the request arrives before the expiry, otherwise by the held rate’s ' +
          'post-expiry action; `execution` states which. ExecuteAtMarketOpen queues a booking outside market hours ' +
          '(QueuedForOpen): it shows the rate and amounts of the last price until it is dealt at the opening.',
        querystring: DryRun,
        body: HeldRateBooking,
        response: { 201: HeldRateTrade },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'heldRate.book', async (context) => ({
        status: 201,
        body: presentBooked(await bookHeldRate(deps, context, request.body)),
      })),
  )
}
