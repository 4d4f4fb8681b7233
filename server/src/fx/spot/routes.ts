import { createCommandSets, runInSets } from '../../kernel/http/sets/command-set.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { ruleErrors, reportAllErrors } from '../../kernel/http/readable.ts'
import { DryRun } from '../../kernel/http/wire.ts'
import { payoutFaults, presentTrade, Trade, withPayees } from '../trades/index.ts'
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
          ruleErrors(body, 'body', ({ payments }) => payoutFaults(payments)),
        ),
      }),
      config: { scope: 'fx:trade', role: 'maker' },
      schema: {
        summary: 'Book a spot quote',
        description:
          'The quote must not have expired when the request is received. An ABS entity’s sell amount is held at once; an ' +
          'RM entity deals on credit within its settlement limit and must have it in the sell account by `cutOffAt`; while ' +
          'it has not paid for an earlier deal in time, its sell amount is held at once too. It settles when the value ' +
          'date begins in UTC, or at once when dealt for the same day.',
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
