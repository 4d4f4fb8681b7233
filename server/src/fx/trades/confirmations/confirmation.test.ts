import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openDesk } from '../../../../test/support/desk.ts'
import { makeDocument } from '../../../documents/make.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../../../kernel/values/ids.ts'
import { isDealt, mayBeDealt, tradeConfirmation } from './confirmation.ts'
import type { TradeStatus } from '../lifecycle.ts'
import { findTrade, lockTrade } from '../queries.ts'

const db = await testDatabase()
const issuer = {
  name: 'Example Bank',
  licence: 'Licensed.',
  safeguarding: 'Kept apart.',
  contact: 'desk@example.com',
  objectionDays: 7,
}
const openConfirming = () =>
  openDesk(db, 'RM', {
    given: { confirmedProducts: { Spot: async (_, trade) => [['Told by the product', trade.currencyPair]] } },
  })
const desk = await openConfirming()

async function booked(order: object = {}, more: object = {}) {
  const { body } = await desk.book((await desk.quote({ valueDate: '2026-11-27', ...order })).body.quoteId, more)
  return body as { tradeId: string }
}
const confirmationOf = (tradeId: string, headers = {}) => desk.get(`/v1/fx/trades/${tradeId}/confirmation`, headers)
const json = { accept: 'application/json' }

describe('the confirmation of a trade', () => {
  test('is one file for every request, also for concurrent ones, and the trade names it', async () => {
    const { tradeId } = await booked()
    const before = await desk.get(`/v1/fx/trades/${tradeId}`)
    expect(before.body.confirmationDocumentId).toBeNull()
    const answers = await Promise.all([1, 2, 3].map(() => confirmationOf(tradeId)))
    expect(answers.map(({ status, headers }) => `${status} ${String(headers['content-type'])}`)).toEqual(
      Array.from({ length: 3 }, () => '200 application/pdf'),
    )
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1)
    desk.time.now = new Date('2026-11-25T15:00:00Z')
    const later = await confirmationOf(tradeId)
    expect(later.body).toEqual(answers[0]!.body)
    const { body } = await confirmationOf(tradeId, json)
    expect(body).toMatchObject({
      kind: 'TradeConfirmation',
      sha256: createHash('sha256').update(later.body).digest('hex'),
      issuedAt: '2026-11-25T10:00:00.000Z',
    })
    const after = await desk.get(`/v1/fx/trades/${tradeId}`)
    expect(after.body.confirmationDocumentId).toBe(body.documentId)
    desk.time.now = new Date('2026-11-25T10:00:00Z')
  })

  test('stays as it was when the status of the trade changes', async () => {
    const { tradeId } = await booked()
    const { body } = await confirmationOf(tradeId, json)
    await db.pool.query("update fx_trades set status = 'Overdue' where trade_id = $1", [parseId('trd', tradeId)])
    expect((await confirmationOf(tradeId, json)).body).toEqual(body)
    await db.pool.query("update fx_trades set status = 'Executed' where trade_id = $1", [parseId('trd', tradeId)])
  })

  test('states the agreed terms', async () => {
    const { tradeId } = await booked({ buyCurrency: 'USD', sellCurrency: 'EUR' }, { clientReference: 'invoice 17' })
    const trade = (await findTrade(db.pool, desk.entityId, parseId('trd', tradeId)!))!
    const entity = { legalName: 'Client GmbH', lei: null, addresses: [], timeZone: 'Europe/Berlin' }
    const model = tradeConfirmation({
      trade,
      entity,
      buyAccount: undefined,
      sellAccount: undefined,
      issuer,
      more: [['Kind of forward', 'Open']],
      at: new Date('2026-11-25T10:00:00Z'),
    })
    const said = JSON.stringify(model)
    for (const text of [
      'Client GmbH',
      'Example Bank',
      '100,000.00 USD',
      '1.15954 USD per EUR',
      '27 November 2026',
      '25 November 2026, 10:00:00 UTC',
      'The amount bought',
      'invoice 17',
      '22A NEWT · 94A BILA · 30T 20261125 · 30V 20261127 · 36 1,15954 · 32B USD100000,00',
      'difference to us by 2 December 2026',
      'Kind of forward',
      tradeId,
    ]) {
      expect(said).toContain(text)
    }
    expect((await makeDocument(model)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('is not given for what was not dealt, and another entity’s trade is not found', async () => {
    const after = (...statuses: TradeStatus[]) =>
      isDealt({
        status: statuses.at(-1)!,
        history: statuses.map((status) => ({ status, at: '', by: 'client', reason: null })),
      })
    expect(after('PendingApproval')).toBe(false)
    expect(after('PendingApproval', 'Cancelled')).toBe(false)
    expect(after('QueuedForOpen')).toBe(false)
    expect(after('QueuedForOpen', 'Rejected')).toBe(false)
    expect(after('PendingApproval', 'Executed')).toBe(true)
    expect(after('Booked', 'Cancelled')).toBe(true)
    const { tradeId } = await booked()
    await inTransaction(db, async (tx) => {
      await lockTrade(tx, desk.entityId, parseId('trd', tradeId)!)
      await tx.query("update fx_trades set status = 'PendingApproval' where trade_id = $1", [parseId('trd', tradeId)])
    })
    const early = await confirmationOf(tradeId)
    expect([early.status, early.body.code, early.body.retryable]).toEqual([409, 'confirmation_not_ready', true])
    expect(mayBeDealt({ status: 'Rejected' })).toBe(false)
    const stranger = await openConfirming()
    expect((await stranger.get(`/v1/fx/trades/${tradeId}/confirmation`)).body.code).toBe('trade_not_found')
    expect((await confirmationOf(formatId('trd', newUuid()))).status).toBe(404)
    expect((await confirmationOf(tradeId, { accept: 'image/png' })).status).toBe(409)
  })

  test('in an unsupported format is rejected', async () => {
    const { tradeId } = await booked()
    expect((await confirmationOf(tradeId, { accept: 'image/png' })).status).toBe(406)
  })
})
