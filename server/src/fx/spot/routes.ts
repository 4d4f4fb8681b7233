import { createCommandSets, runInSets } from '../../kernel/http/sets/command-set.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { ruleErrors, reportAllErrors } from '../../kernel/http/readable.ts'
import { DryRun } from '../../kernel/http/wire.ts'
import { payoutErrors, presentTrade, Trade, withPayees } from '../trades/index.ts'
import { spotBooking } from './schema.ts'
import { bookSpot, type BookingDeps, spotBookings } from './service.ts'

export function spotRoutes(app: App, deps: Deps & BookingDeps): void {
  const body = spotBooking(deps.payouts)
  const sets = createCommandSets(deps, 'spot.book', spotBookings(deps))
  app.post(
    '/v1/fx/trades/spot',
    {
      ...reportAllErrors({
        body: withPayees(
          deps.payouts,
          ruleErrors(body, 'body', ({ payments }) => payoutErrors(payments)),
        ),
      }),
      config: { scope: 'fx:trade', role: 'maker' },
      schema: {
        summary: 'Book a spot quote',
        description:
          'The quote must not have expired when the request is received. The sell amount of an ABS entity is put on hold ' +
          'immediately. An RM entity deals on credit within its settlement limit: the sell amount must be in the sell ' +
          'account by `cutOffAt`. While the RM entity has not paid an earlier deal that is due, its sell amount is also put ' +
          'on hold immediately. The trade settles when the value date begins in UTC, or immediately if dealt for that day.',
        querystring: DryRun,
        body,
        response: { 201: Trade },
      },
    },
    async (request, reply) =>
      runInSets(sets, request, reply, request.body, async (context) => ({
        status: 201,
        body: presentTrade(await bookSpot(deps, context, request.body)),
      })),
  )
}
