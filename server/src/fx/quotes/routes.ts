import { idempotencyKey, runCommand } from '../../kernel/http/command.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { wholeBody } from '../../kernel/http/readable.ts'
import { Input } from '../../kernel/http/wire.ts'
import { dealErrors } from './fields.ts'
import { presentQuote } from './present.ts'
import { storeQuote } from './queries.ts'
import { SpotQuote, SpotQuoteOrder } from './schema.ts'
import { priceSpotQuote, type QuoteDeps, whyNotStored } from './service.ts'
import type { QuoteStore } from './store.ts'

export interface QuoteRouteDeps extends QuoteDeps {
  quotes: QuoteStore
}

export function quoteRoutes(app: App, deps: Deps & QuoteRouteDeps): void {
  app.post(
    '/v1/fx/quotes/spot',
    {
      ...wholeBody(SpotQuoteOrder, (order) => dealErrors(order)),
      config: { scope: 'fx:quote', role: 'any' },
      schema: {
        summary: 'Quote a spot deal',
        description:
          'Returns a firm price for one deal, valid for as long as the entity’s settings state. Without `valueDate` ' +
          'it is for the earliest possible date, and without account ids for the default account of each currency.',
        querystring: Input({}),
        body: SpotQuoteOrder,
        response: { 201: SpotQuote },
      },
    },
    async (request, reply) => {
      const { principal, body, receivedAt } = request
      if (idempotencyKey(deps, request) === undefined) {
        const priced = await priceSpotQuote(deps, principal, body, receivedAt)
        const answer = await deps.quotes.store({ ...priced.quote, epoch: request.epoch })
        if (!answer.isStored) throw whyNotStored(priced, answer)
        return reply.code(201).send(presentQuote(priced, answer))
      }
      return runCommand(deps, request, reply, 'spot.quote', async ({ tx }) => {
        const priced = await priceSpotQuote(deps, principal, body, receivedAt)
        const answer = await storeQuote(tx, priced.quote)
        if (!answer.isStored) throw whyNotStored(priced, answer)
        return { status: 201, body: presentQuote(priced, answer) }
      })
    },
  )
}
