import { expect } from 'vitest'
import { setProfile } from '../../src/entities/index.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { newUuid } from '../../src/kernel/values/ids.ts'
import { Decimal } from '../../src/kernel/values/rates.ts'
import { givenClientRow, operatorAct } from './clients.ts'
import { type Answer, openDesk } from './desk.ts'

/** A Wednesday, with the market open. */
const NOW = '2026-11-25T10:00:00.000Z'

/** An FX desk whose entity may place limit and stop orders, in a market that is set by hand. */
export async function openOrderDesk(
  db: Db,
  kind: 'RM' | 'ABS' = 'ABS',
  options: Parameters<typeof openDesk>[2] & { enabled?: boolean } = {},
) {
  const { enabled = true, ...of } = options
  const desk = await openDesk(db, kind, { now: NOW, ...of })
  const enable = async (orders: boolean) => {
    const { features } = (await desk.settings()).settings
    await inTransaction(db, (tx) => setProfile(tx, desk.entityId, { features: { ...features, orders } }, operatorAct))
    await expect.poll(async () => (await desk.settings()).settings.features.orders).toBe(orders)
  }
  if (enabled) await enable(true)
  const ordered = {
    ...desk.wire,
    type: 'Limit',
    buyCurrency: 'EUR',
    sellCurrency: 'USD',
    fixedSide: 'Buy',
    amount: '100000.00',
    rate: '1.15000',
  }
  const place = (change: object = {}, headers = {}, query = ''): Promise<Answer> =>
    desk.post(`/v1/fx/orders${query}`, { ...ordered, ...change }, headers)
  return {
    ...desk,
    time: desk.time,
    enable,
    place,
    /** Places an order that is accepted, and returns its id. */
    async placed(change: object = {}): Promise<string> {
      const { status, body } = await place(change)
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body.orderId as string
    },
    order: async (orderId: string): Promise<Answer['body']> => (await desk.get(`/v1/fx/orders/${orderId}`)).body,
    cancel: (orderId: string, headers = {}) => desk.post(`/v1/fx/orders/${orderId}/cancel`, {}, headers),
    trade: async (tradeId: string): Promise<Answer['body']> => (await desk.get(`/v1/fx/trades/${tradeId}`)).body,
    /** Another client of the entity, or a named one, decides on an order. */
    async decide(verb: 'approve' | 'reject', orderId: string, who = newUuid(), headers = {}): Promise<Answer> {
      const clientId = await givenClientRow(db, desk.entityId, { clientId: who })
      return desk.post(`/v1/fx/orders/${orderId}/${verb}`, {}, { authorization: `Bearer ${clientId}`, ...headers })
    },
    /** Sets the middle of EUR/USD, with the usual spread of a pip, and handles what is reached. */
    async moveTo(mid: string) {
      setMiddle(desk.market, mid)
      await desk.advance(desk.time.now.toISOString())
    },
    /** Handles all that is due now. */
    run: () => desk.advance(desk.time.now.toISOString()),
  }
}

/** Sets the middle of EUR/USD without handling what it reaches. */
export function setMiddle(market: Awaited<ReturnType<typeof openDesk>>['market'], mid: string): void {
  const value = new Decimal(mid)
  market.prices = { EUR: [value.minus('0.00005').toFixed(6), value.toFixed(6), value.plus('0.00005').toFixed(6)] }
}
