import { createFacility, type NewFacility, type NewTerm } from '../../src/credit/facilities/index.ts'
import type { ForwardPolicy } from '../../src/fx/forwards/index.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { operatorAct } from './clients.ts'
import { openDesk } from './desk.ts'
import { DEFAULT_POLICY, type Given } from './process.ts'

/** A Friday: spot of EUR/USD is Tuesday 24 November 2026. */
export const NOW = '2026-11-20T10:00:00.000Z'
/** Three months after that spot. */
export const THREE_MONTHS = '2027-02-24'

const term: NewTerm = {
  name: 'Margin waived',
  products: ['Forward'],
  forwardTypes: ['Fixed', 'Window', 'Open', 'Variable'],
  currencyPairs: null,
  maxTenor: 'P24M',
  limitMinor: 200_000_000n,
  initialMarginPercent: '5',
  initialMarginWaived: true,
}

/** A GBP 2,000,000 facility whose one term waives initial margin, unless said otherwise. */
export const givenFacility = (
  db: Db,
  entityId: string,
  change: Partial<NewFacility> = {},
  termChange: Partial<NewTerm> = {},
): Promise<string> =>
  inTransaction(db, (tx) =>
    createFacility(
      tx,
      {
        entityId,
        name: 'Forward facility',
        currency: 'GBP',
        limitMinor: 200_000_000n,
        utilisationBasis: 'Notional',
        marginMethod: 'PerTrade',
        callBasis: 'RateMove',
        thresholdPercent: '2.5',
        callPercent: '2.5',
        minimumCallMinor: 100_000n,
        dueBusinessDays: 2,
        maxTenor: 'P24M',
        effectiveFrom: '2026-11-20',
        reviewDate: '2027-11-20',
        terms: [{ ...term, ...termChange }],
        ...change,
      },
      operatorAct,
    ),
  )

/** Opens an RM entity's FX desk that deals forwards with a facility, at a constant market. */
export async function openForwardDesk(
  db: Db,
  options: {
    now?: string
    currencies?: string[]
    facility?: Partial<NewFacility> | 'none'
    term?: Partial<NewTerm>
    policy?: ForwardPolicy
    given?: Given
  } = {},
) {
  const { policy = DEFAULT_POLICY } = options
  const desk = await openDesk(db, 'RM', {
    now: options.now ?? NOW,
    policy,
    ...(options.given ? { given: options.given } : {}),
    ...(options.currencies ? { currencies: options.currencies } : {}),
  })
  // Its payments need no verification of the payee first, which a payer in the EU or the UK would.
  await db.pool.query(`update entities set jurisdiction = 'CA' where entity_id = $1`, [desk.entityId])
  if (options.facility !== 'none') await givenFacility(db, desk.entityId, options.facility, options.term)
  const base = '/v1/fx/trades/forwards'
  const quoteForward = (order: object = {}, headers = {}) =>
    desk.post(
      '/v1/fx/quotes/forwards',
      {
        ...desk.wire,
        buyCurrency: 'EUR',
        sellCurrency: 'USD',
        fixedSide: 'Buy',
        amount: '500000.00',
        valueDate: THREE_MONTHS,
        ...order,
      },
      headers,
    )
  const bookForward = (quoteId: string, more: object = {}, headers = {}) =>
    desk.post(
      base,
      { ...desk.wire, quoteId, forwardReasoning: 'Goods', fundsDelivery: 'Deliverable', ...more },
      headers,
    )
  return {
    ...desk,
    /** Dependencies of reconciling a forward. */
    reconciling: { sources: desk.sources, policy },
    quoteForward,
    bookForward,
    /** A booked forward. */
    async forward(order: object = {}, more: object = {}) {
      const quote = await quoteForward(order)
      if (quote.status !== 201) throw new Error(JSON.stringify(quote.body))
      const booked = await bookForward(quote.body.quoteId, more)
      if (booked.status !== 201) throw new Error(JSON.stringify(booked.body))
      return booked.body
    },
    read: async (tradeId: string) => (await desk.get(`${base}/${tradeId}`)).body,
    margin: async (tradeId: string) => (await desk.get(`${base}/${tradeId}/initial-margin`)).body,
    drawdowns: async (tradeId: string) => (await desk.get(`${base}/${tradeId}/drawdowns`)).body,
    draw: (tradeId: string, amount: string, more: object = {}, headers = {}) =>
      desk.post(
        `${base}/drawdowns`,
        {
          ...desk.wire,
          ...('tradeIds' in more ? {} : { tradeId }),
          currency: 'EUR',
          amount,
          fundingMethod: 'CurrencyAccount',
          ...more,
        },
        headers,
      ),
    cancel: (drawdownId: string) => desk.post(`${base}/drawdowns/${drawdownId}/cancel`, {}),
    amend: (tradeId: string, order: object) => desk.post(`${base}/${tradeId}/amendments/quote`, order),
    bookAmendment: (tradeId: string, quoteId: string) => desk.post(`${base}/${tradeId}/amendments`, { quoteId }),
    trade: async (tradeId: string) => (await desk.get(`/v1/fx/trades/${tradeId}`)).body,
  }
}
export type ForwardDesk = Awaited<ReturnType<typeof openForwardDesk>>

/** Returns calls of the credit routes of a desk that deals forwards. */
export function creditOf(desk: ForwardDesk) {
  const send = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    (await (method === 'GET' ? desk.get(url) : desk.post(url, payload ?? {}))).body
  return {
    facility: async () => (await send('GET', '/v1/credit/facilities')).data[0],
    mtm: () => send('GET', `/v1/credit/mtm/trades?entityId=${desk.wire.entityId}`),
    run: () => send('POST', '/v1/sandbox/margin-runs', {}),
    call: (id: string) => send('GET', `/v1/credit/margin-calls/${id}`),
    simulate: () =>
      send('POST', '/v1/credit/simulate', { ...desk.wire, shocks: [{ currencyPair: 'EUR/USD', percent: '1' }] }),
  }
}
