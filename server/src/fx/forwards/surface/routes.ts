import { findAccount } from '../../../accounts/index.ts'
import { createCreditImage, type CreditImage, findInitialMargin } from '../../../credit/margin/index.ts'
import { idempotencyKey, runCommand, sendPreview } from '../../../kernel/http/command.ts'
import { createCommandSets, runInSets } from '../../../kernel/http/sets/command-set.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import type { App, Deps } from '../../../kernel/http/http.ts'
import { cursorErrors, cursorShape, DEFAULT_LIMIT, pageOf, parseCursor } from '../../../kernel/http/paging.ts'
import { ruleErrors, reportAllErrors, wholeBody, wholeQuery } from '../../../kernel/http/readable.ts'
import { checkFields } from '../../../kernel/http/validation.ts'
import { DryRun, Input, paging } from '../../../kernel/http/wire.ts'
import { AmendmentBooking, approvalOfTrade, findTrade, presentAmendment, withPayees } from '../../trades/index.ts'
import { bookAmendment } from '../amendments/amendment-booking.ts'
import { amendmentErrors, quoteAmendment } from '../amendments/amendment-quote.ts'
import { bookForward, forwardBookings, getForward } from '../booking/book.ts'
import { cancelDrawdown } from '../drawdowns/cancel.ts'
import { forwardDetails } from './details.ts'
import {
  type Drawn,
  drawDown,
  type DrawdownDeps,
  drawdownErrors,
  PAYEES,
  previewDrawdown,
} from '../drawdowns/drawdown.ts'
import {
  type DrawdownContext,
  presentAmended,
  presentDrawdown,
  presentDrawn,
  presentForward,
  presentForwardQuote,
  presentLegs,
  presentMargin,
  presentTotals,
} from './present.ts'
import { type DrawdownRow, type Forward, listDrawdowns, sumDrawdowns } from '../record/queries.ts'
import { freeOf } from '../record/free.ts'
import { forwardErrors, quoteForward } from '../booking/quote.ts'
import type { BookedForward } from '../booking/open.ts'
import { deskIn, deskInSets } from '../booking/quote-desk.ts'
import type { QuoteStore } from '../../quotes/index.ts'
import { FORWARD_REASONS } from '../record/reasons.ts'
import {
  Amendment,
  AmendmentOrder,
  AmendmentQuote,
  DrawdownBooked,
  DrawdownCancelled,
  DrawdownList,
  drawdownOrder,
  DrawdownParams,
  ForwardBooking,
  ForwardDetails,
  ForwardQuote,
  ForwardQuoteOrder,
  ForwardTrade,
  InitialMargin,
  OneParams,
  ReasonList,
} from '../record/schema.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { formatAmount } from '../../../kernel/values/money.ts'

export type ForwardRouteDeps = Deps & DrawdownDeps & { quotes: QuoteStore }
const RM = { entityKind: 'RM' as const }
const BASE = '/v1/fx/trades/forwards'

/** Quote, book and read forwards, draw them down, amend them. RM entities only. */
export function forwardRoutes(app: App, deps: ForwardRouteDeps): void {
  const image = createCreditImage(deps.db)
  dealRoutes(app, deps, image)
  readRoutes(app, deps)
  drawdownRoutes(app, deps, image)
  amendmentRoutes(app, deps, image)
}

const marginOf = (db: Queryable, { trade }: Forward) => findInitialMargin(db, trade.entityId, trade.tradeId)

const answerOf = ({ forward, margin }: BookedForward) => ({ status: 201, body: presentForward(forward, margin) })

function dealRoutes(app: App, deps: ForwardRouteDeps, image: CreditImage): void {
  const inSets = deskInSets(image, deps)
  const sets = createCommandSets(deps, 'forward.book', forwardBookings(deps, answerOf))
  app.post(
    '/v1/fx/quotes/forwards',
    {
      ...wholeBody(ForwardQuoteOrder, forwardErrors),
      config: { ...RM, scope: 'fx:quote', role: 'any' },
      schema: {
        summary: 'Quote a forward',
        description:
          'Returns a firm price for a value date after spot, valid for as long as the entity’s settings state. A ' +
          'window, open or variable forward is priced at the day of its window that is worst for the client. Credit ' +
          'and initial margin are checked, not reserved.',
        querystring: Input({}),
        body: ForwardQuoteOrder,
        response: { 201: ForwardQuote },
      },
    },
    async (request, reply) => {
      const { principal, body, receivedAt: at, epoch } = request
      if (idempotencyKey(deps, request) === undefined && body.defaultBeneficiaryId === undefined) {
        const quoted = await quoteForward(deps, inSets, { principal, at, epoch }, body)
        return reply.code(201).send(presentForwardQuote(quoted))
      }
      return runCommand(deps, request, reply, 'forward.quote', async (context) => ({
        status: 201,
        body: presentForwardQuote(await quoteForward(deps, deskIn(deps, context.tx), context, body)),
      }))
    },
  )

  app.post(
    BASE,
    {
      config: { ...RM, scope: 'fx:forward', role: 'maker' },
      schema: {
        summary: 'Book a forward',
        description:
          'The quote must not have expired when the request is received. Credit is checked again before the forward is booked. ' +
          '`payInitialMarginFromAccountId` posts the margin immediately. Otherwise fund the account of the margin currency; the forward can be drawn once the margin has arrived.',
        querystring: DryRun,
        body: ForwardBooking,
        response: { 201: ForwardTrade },
      },
    },
    async (request, reply) =>
      runInSets(sets, request, reply, request.body, async (context) =>
        answerOf(await bookForward(deps, context, request.body)),
      ),
  )
}

function readRoutes(app: App, deps: ForwardRouteDeps): void {
  const config = { ...RM, scope: 'fx:forward' as const }

  app.get(
    `${BASE}/reasons`,
    {
      config: { ...config, entities: 'any' },
      schema: {
        summary: 'List permitted reasons for a forward',
        description:
          'Returns the codes for `forwardReasoning`, which booking a forward requires, each with its meaning.',
        querystring: Input({}),
        response: { 200: ReasonList },
      },
    },
    () => ({
      data: Object.entries(FORWARD_REASONS).map(([code, description]) => ({ code, description })),
      nextCursor: null,
    }),
  )

  app.get(
    `${BASE}/:tradeId`,
    {
      config,
      schema: {
        summary: 'Get a forward',
        description:
          'Returns the remaining amounts, the margin, the current value, and the available actions or the reasons against them.',
        querystring: Input({}),
        params: OneParams,
        response: { 200: ForwardDetails },
      },
    },
    async ({ principal, params, receivedAt }) => {
      const forward = await getForward(deps.db.reader, principal.entityId, params.tradeId)
      return forwardDetails(deps, deps.db.reader, forward, receivedAt)
    },
  )

  app.get(
    `${BASE}/:tradeId/initial-margin`,
    {
      config,
      schema: {
        summary: 'Get the initial margin of a forward',
        description:
          'Returns the required and the received amount, the time by which to pay, and the part that drawdowns have used.',
        querystring: Input({}),
        params: OneParams,
        response: { 200: InitialMargin },
      },
    },
    async ({ principal, params }) => {
      const forward = await getForward(deps.db.reader, principal.entityId, params.tradeId)
      const { appliedMinor } = await sumDrawdowns(deps.db.reader, principal.entityId, forward.trade.tradeId)
      return presentMargin(forward, await marginOf(deps.db.reader, forward), appliedMinor)
    },
  )
}

/** Cursor name of a forward's drawdowns. */
const LIST = 'drawdowns'
const DrawdownsQuery = Input(paging)
const cursorError = (query: { after?: string | undefined }) => cursorErrors(LIST, query, [cursorShape.uuid])

async function drawdownsOf(db: Queryable, { trade }: Forward, page: { after?: string | undefined; limit: number }) {
  const rows = await listDrawdowns(db, trade.entityId, trade.tradeId, page)
  return Promise.all(rows.map(async (drawdown) => ({ drawdown, trade: (await tradeOf(db, drawdown))! })))
}

const tradeOf = (db: Queryable, { entityId, tradeId }: DrawdownRow) => findTrade(db, entityId, tradeId)

const drawdownContext = async (db: Queryable, forward: Forward): Promise<DrawdownContext> => ({
  marginCurrency: (await marginOf(db, forward))?.currency ?? forward.trade.sellCurrency,
  sellAccount: await findAccount(db, forward.trade.entityId, forward.trade.sellAccountId),
})

const DRAWDOWNS = {
  summary: 'List drawdowns of a forward',
  description:
    'Returns the drawdowns, newest first, with the amounts drawn and remaining in total, and their effect on the margin.',
  querystring: DrawdownsQuery,
  params: OneParams,
  response: { 200: DrawdownList },
}

function drawdownRoutes(app: App, deps: ForwardRouteDeps, image: CreditImage): void {
  const config = { ...RM, scope: 'fx:forward' as const }

  const body = drawdownOrder(deps.payouts)

  app.post(
    `${BASE}/drawdowns`,
    {
      ...reportAllErrors({ body: withPayees(deps.payouts, ruleErrors(body, 'body', drawdownErrors), PAYEES) }),
      config: { ...config, role: 'maker' },
      schema: {
        summary: 'Draw down one or more forwards',
        description:
          'Draws at the contract rate for a day in the drawdown window. Drawing the full remaining amount of one currency draws the exact remaining amount of the other. The buy amount is credited to the forward’s buy account; `payments` are made once it has arrived.',
        querystring: DryRun,
        body,
        response: { 201: DrawdownBooked },
      },
    },
    async (request, reply) => {
      const { receivedAt: at, principal, body: order } = request
      return request.query.dryRun && !order.payments?.length
        ? sendPreview(deps, request, reply, () => previewOf(deps, image, { principal, at }, order))
        : runCommand(deps, request, reply, 'drawdown.book', async (context) =>
            drawnAnswer(context.tx, await drawDown(deps, context, order)),
          )
    },
  )

  app.post(
    `${BASE}/drawdowns/:drawdownId/cancel`,
    {
      config: { ...config, role: 'maker' },
      schema: {
        summary: 'Cancel a drawdown',
        description:
          'Possible until the funding cut-off. Its part can be drawn again. Attached payments that are not yet sent ' +
          'are cancelled.',
        querystring: DryRun,
        params: DrawdownParams,
        response: { 200: DrawdownCancelled },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'drawdown.cancel', async (context) => {
        const cancelled = await cancelDrawdown(deps, context, request.params.drawdownId)
        return { status: 200, body: await presentCancelled(context.tx, cancelled) }
      }),
  )

  app.get(
    `${BASE}/:tradeId/drawdowns`,
    {
      ...wholeQuery(DrawdownsQuery, cursorError),
      config,
      schema: DRAWDOWNS,
    },
    async ({ principal, params, query }) => {
      checkFields(cursorError(query))
      const { limit = DEFAULT_LIMIT, after } = query
      const db = deps.db.reader
      const forward = await getForward(db, principal.entityId, params.tradeId)
      const page = { limit, after: parseCursor(LIST, after, [cursorShape.uuid])?.[0] }
      const [margin, rows] = [await marginOf(db, forward), await drawdownsOf(db, forward, page)]
      const context = await drawdownContext(db, forward)
      const currency = context.marginCurrency
      const money = (minor: bigint | undefined) => ({ amount: formatAmount(minor ?? 0n, currency), currency })
      return {
        ...pageOf(
          LIST,
          rows,
          limit,
          ({ trade, drawdown }) => presentDrawdown(trade, drawdown, context),
          ({ trade }) => [trade.tradeId],
        ),
        totals: presentTotals(forward),
        marginImpact: { released: money(margin?.releasedMinor), held: money(margin?.heldMinor) },
      }
    },
  )
}

async function drawnAnswer(db: Queryable, drawn: readonly Drawn[]) {
  const contexts = await Promise.all(drawn.map(({ forward }) => drawdownContext(db, forward)))
  return { status: 201, body: presentDrawn(drawn, contexts) }
}

async function previewOf(
  deps: ForwardRouteDeps,
  image: CreditImage,
  asker: Parameters<typeof previewDrawdown>[2],
  order: Parameters<typeof previewDrawdown>[3],
) {
  const db = deps.db.reader
  const credit = await image.of(asker.principal.entityId)
  return drawnAnswer(db, await previewDrawdown(deps, { db, credit }, asker, order))
}

async function presentCancelled(db: Queryable, { trade, drawdown, forward }: Drawn) {
  const shown = presentDrawdown(trade, drawdown, await drawdownContext(db, forward))
  return { ...shown, remaining: presentLegs(trade, freeOf(forward)) }
}

function amendmentRoutes(app: App, deps: ForwardRouteDeps, image: CreditImage): void {
  const config = { ...RM, scope: 'fx:forward' as const }

  app.post(
    `${BASE}/:tradeId/amendments/quote`,
    {
      ...wholeBody(AmendmentOrder, amendmentErrors),
      config: { ...config, role: 'any' },
      schema: {
        summary: 'Quote the amendment of a forward',
        description:
          'Closes the part at the market and settles the gain or loss in cash. The part that continues is priced at the ' +
          'market of its new date.',
        querystring: DryRun,
        params: OneParams,
        body: AmendmentOrder,
        response: { 201: AmendmentQuote },
      },
    },
    async (request, reply) => {
      const credit = await image.of(request.principal.entityId) // before the transaction: its connection waits for no other
      return runCommand(deps, request, reply, 'forward.quoteAmendment', async (context) => {
        const { row, forward } = await quoteAmendment(
          { ...deps, credit },
          context,
          request.params.tradeId,
          request.body,
        )
        return { status: 201, body: presentAmendment(row, forward.trade) }
      })
    },
  )

  app.post(
    `${BASE}/:tradeId/amendments`,
    {
      config: { ...config, role: 'maker' },
      schema: {
        summary: 'Book the amendment of a forward',
        description:
          'The quote must not have expired when the request is received. The forward is closed or reduced; if the amendment continues a part, a new forward is opened for it. Under an approval policy for trades, the amendment is `PendingApproval`: it waits for the approvals as a trade does, for at most 15 minutes.',
        querystring: DryRun,
        params: OneParams,
        body: AmendmentBooking,
        response: { 201: Amendment },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'forward.bookAmendment', async (context) => {
        const amended = await bookAmendment(deps, context, request.params.tradeId, request.body)
        const { tx } = context
        const nextMargin = amended.next && (await marginOf(tx, amended.next))
        const margins = { margin: await marginOf(tx, amended.forward), nextMargin }
        const { closeOutId, newTradeId } = amended.row
        const approval = await approvalOfTrade(tx, context.principal, formatId('trd', (newTradeId ?? closeOutId)!))
        return { status: 201, body: presentAmended(amended, margins, approval) }
      }),
  )
}
