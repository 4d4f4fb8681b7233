import { beforeAll, describe, expect, test, vi } from 'vitest'
import { operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { type ForwardDesk, openForwardDesk } from '../../../test/support/forward-desk.ts'
import { checkPayee, createBeneficiary } from '../../beneficiaries/index.ts'
import { setProfile } from '../../entities/index.ts'
import { loadModulusTable } from '../../payments/validation/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()
const WINDOW = { forwardType: 'Window', accessDate: '2026-12-01' }
const HOUSE = '00000000-0000-7000-8000-000000000001'
const minor = (amount: string) => BigInt(amount.replace('.', ''))
const payee = {
  name: 'Muster Maschinenbau GmbH',
  address: { line1: 'Hauptstrasse 1', city: 'Berlin', countryCode: 'DE' },
  countryCode: 'DE',
  bankCountryCode: 'DE',
  currency: 'EUR',
  iban: 'DE89370400440532013000',
}
const payment = (amount: string, more: object = {}) => ({
  amount,
  creditorAccount: payee,
  reference: 'Invoice 7',
  ...more,
})

describe('a forward drawn in parts', () => {
  test('lists its drawdowns in pages, the newest first, with the sums of all of them', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward({ forwardType: 'Open' })
    const ids: string[] = []
    for (const amount of ['1.00', '2.00', '3.00']) ids.unshift((await desk.draw(tradeId, amount)).body.drawdownId)
    const page = async (query: string) =>
      (await desk.get(`/v1/fx/trades/forwards/${tradeId}/drawdowns?limit=2${query}`)).body
    const first = await page('')
    const second = await page(`&after=${first.nextCursor}`)
    const shown = [...first.data, ...second.data].map(({ drawdownId }: { drawdownId: string }) => drawdownId)
    expect(shown).toEqual(ids)
    expect([second.nextCursor, second.totals.drawnBuy, first.totals.drawnBuy]).toEqual([null, '6.00', '6.00'])
    expect(errorCode(await page('&after=x'))).toBe('cursor_invalid')
  })

  test('delivers each part at the contract’s rate, the last the exact rest, and leaves the positions flat', async () => {
    const desk = await openForwardDesk(db)
    const before = await desk.balances(HOUSE)
    await desk.fund('USD', 100_000_000n)
    const forward = await desk.forward(WINDOW)
    const first = await desk.draw(forward.tradeId, '333333.33', { valueDate: '2026-12-04' })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      tradeId: forward.tradeId,
      status: 'Booked',
      buyAmount: '333333.33',
      rate: forward.rate,
      valueDate: '2026-12-04',
      fundingMethod: 'CurrencyAccount',
      remaining: { buyAmount: '166666.67' },
    })
    expect((await desk.read(forward.tradeId)).status).toBe('PartiallyDrawn')
    await desk.advance('2026-12-04T00:00:00.000Z')
    expect(await desk.trade(first.body.drawdownId)).toMatchObject({
      kind: 'Drawdown',
      status: 'Settled',
      parentTradeId: forward.tradeId,
    })
    const last = await desk.draw(forward.tradeId, first.body.remaining.sellAmount, { currency: 'USD' })
    expect(last.body).toMatchObject({
      buyAmount: '166666.67',
      sellAmount: first.body.remaining.sellAmount,
      remaining: { buyAmount: '0.00', sellAmount: '0.00' },
    })
    expect((await desk.read(forward.tradeId)).status).toBe('FullyDrawn')
    await desk.advance('2026-12-09T12:00:00.000Z')
    expect(await desk.read(forward.tradeId)).toMatchObject({ status: 'Settled', forward: { drawnPercent: '100.00' } })
    const { totals, data } = await desk.drawdowns(forward.tradeId)
    expect(totals).toMatchObject({
      drawnBuy: '500000.00',
      drawnSell: forward.sellAmount,
      remainingBuy: '0.00',
      remainingSell: '0.00',
    })
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['Settled', 'Settled'])

    const balances = await desk.balances()
    expect(balances).toMatchObject({
      'client:EUR': 50_000_000n,
      'client:USD': 100_000_000n - minor(forward.sellAmount),
      'fx_position:EUR': 0n,
      'fx_position:USD': 0n,
    })
    const { rows } = await db.pool.query(
      `select revenue_minor as revenue from fx_trades where entity_id = $1 and kind = 'Forward'`,
      [desk.entityId],
    )
    expect(balances['fx_revenue:USD']).toBe(rows[0].revenue)
    const after = await desk.balances(HOUSE)
    const change = (name: string) => (after[name] as bigint) - ((before[name] as bigint) ?? 0n)
    expect(change('nostro:EUR')).toBe(-50_000_000n)
    expect(change('nostro:USD')).toBe(minor(forward.sellAmount) - rows[0].revenue)
    const exposure = await db.pool.query('select base_minor from credit_exposures where entity_id = $1', [
      desk.entityId,
    ])
    expect(exposure.rows[0].base_minor).toBe(0n)
    expect(await desk.events()).toEqual(
      expect.arrayContaining(['drawdown.booked', 'forward.partiallyDrawn', 'drawdown.settled', 'forward.fullyDrawn']),
    )
  })
  test('concurrent drawdowns never exceed the remaining amount', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward()
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.draw(tradeId, '150000.00')))
    expect(answers.map(({ status, body }) => errorCode(body) ?? status).sort()).toEqual(
      [201, 201, 201, 'exceeds_balance', 'exceeds_balance', 'exceeds_balance'].sort(),
    )
    expect((await desk.drawdowns(tradeId)).totals).toMatchObject({ drawnBuy: '450000.00', remainingBuy: '50000.00' })
  })
})

describe('a drawdown is refused', () => {
  let desk: ForwardDesk
  let fixed: string
  let window: string
  beforeAll(async () => {
    desk = await openForwardDesk(db)
    fixed = (await desk.forward({ amount: '1000.00' })).tradeId
    window = (await desk.forward({ ...WINDOW, amount: '1000.00' })).tradeId
  })

  test.each([
    [400, 'amount_invalid', 'window', '-1', {}],
    [400, 'value_not_allowed', 'window', '1.00', { fundingMethod: 'Cheque' }],
    [400, 'forward_choice_invalid', 'window', '1.00', { tradeId: undefined }],
    [422, 'exceeds_balance', 'window', '1000.01', {}],
    [422, 'draw_currency_invalid', 'window', '1.00', { currency: 'GBP' }],
    [422, 'not_drawable_yet', 'window', '1.00', { valueDate: '2026-11-30' }],
    [422, 'forward_matured', 'window', '1.00', { valueDate: '2027-02-25' }],
    [422, 'value_date_unavailable', 'window', '1.00', { valueDate: '2026-12-25' }],
    [422, 'fixed_forward_only_on_value_date', 'fixed', '1.00', { valueDate: '2027-02-23' }],
    [422, 'pad_not_approved', 'window', '1.00', { fundingMethod: 'Pre-Authorized Debit' }],
    [422, 'payment_currency_mismatch', 'window', '1.00', { payments: [payment('1.00', { currency: 'USD' })] }],
    [422, 'payments_exceed_drawdown', 'window', '1.00', { payments: [payment('0.60'), payment('0.41')] }],
  ])('%i %s: of the %s forward %s, %o', async (status, code, which, amount, more) => {
    const answer = await desk.draw(which === 'fixed' ? fixed : window, amount, more)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
    expect((await desk.read(which === 'fixed' ? fixed : window)).status).toBe('Open')
  })

  test('all field errors are reported together, and all payments in another currency are named', async () => {
    const payments = [payment('1.001', { currency: 'EUR' }), payment('1.001'), payment('0.00', { currency: 'EUR' })]
    const { status, body } = await desk.draw(window, '0.001', { tradeIds: [fixed], tradeId: window, payments })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([
      { pointer: '/tradeId', code: 'forward_choice_invalid' },
      { pointer: '/amount', code: 'too_many_decimals' },
      { pointer: '/payments/0/amount', code: 'too_many_decimals' },
      { pointer: '/payments/2/amount', code: 'amount_not_positive' },
    ])
    const foreign = [payment('1.00', { currency: 'USD' }), payment('1.00'), payment('1.00', { currency: 'GBP' })]
    const other = (await desk.draw(window, '10.00', { payments: foreign })).body
    expect(other.errors).toMatchObject([{ pointer: '/payments/0/currency' }, { pointer: '/payments/2/currency' }])
  })

  test('with the amount or date that would be accepted', async () => {
    expect((await desk.draw(window, '1000.01')).body.params).toEqual({ remaining: '1000.00', currency: 'EUR' })
    const early = await desk.draw(window, '1.00', { valueDate: '2026-11-30' })
    expect(early.body.params).toEqual({ accessDate: '2026-12-01', nextAvailable: '2026-12-01' })
  })

  test('for a trade that does not exist or is not a forward', async () => {
    expect(errorCode((await desk.draw(formatId('trd', newUuid()), '1.00')).body)).toBe('trade_not_found')
    const spot = await desk.book((await desk.quote({ fixedSide: 'Sell', amount: '10.00' })).body.quoteId)
    const drawn = await desk.draw(spot.body.tradeId, '1.00')
    expect([drawn.status, errorCode(drawn.body), drawn.body.params]).toEqual([
      422,
      'trade_not_forward',
      { tradeId: spot.body.tradeId, kind: 'Spot' },
    ])
  })

  test('while a margin call is overdue', async () => {
    const other = await openForwardDesk(db, { facility: { overdueAction: 'Alert' } })
    const { tradeId } = await other.forward({ ...WINDOW, amount: '500000.00' })
    const { quoteId } = (await other.quoteForward()).body
    await db.pool.query(
      `with margin as (insert into credit_margins (entity_id, facility_id, kind, trade_id, currency, required_minor, created_at, updated_at)
         select entity_id, facility_id, 'Variation', trade_id, 'GBP', 0, now(), now() from fx_forwards where entity_id = $1 returning *),
       due as (insert into credit_cash_margins (entity_id, facility_id, kind, currency, amount_minor)
         select entity_id, facility_id, 'VariationDue', 'GBP', 100 from margin)
       insert into margin_calls (entity_id, margin_call_id, facility_id, kind, trade_id, reason_trade_ids, currency, amount_minor,
         outstanding_minor, status, issued_at, due_at, explanation, updated_at)
         select entity_id, $2, facility_id, 'Variation', trade_id, array[trade_id], 'GBP', 100, 100, 'Overdue', now(), now(), 'x', now() from margin`,
      [other.entityId, newUuid()],
    )
    const answer = await other.draw(tradeId, '1.00')
    expect([answer.status, errorCode(answer.body)]).toEqual([422, 'margin_call_overdue'])
    // Nor is anything opened or extended; closing out stays possible.
    expect(errorCode((await other.quoteForward()).body)).toBe('margin_call_overdue')
    expect(errorCode((await other.bookForward(quoteId)).body)).toBe('margin_call_overdue')
    const extend = { ...other.wire, type: 'Extend', newValueDate: '2027-03-24' }
    expect(errorCode((await other.amend(tradeId, extend)).body)).toBe('margin_call_overdue')
    expect((await other.amend(tradeId, { ...other.wire, type: 'CloseOut' })).status).toBe(201)
    const details = await other.read(tradeId)
    const extending = details.forward.permittedActions.find(({ action }: { action: string }) => action === 'extend')
    expect(extending).toMatchObject({ permitted: false, reason: { code: 'margin_call_overdue' } })
    expect(details.forward.permittedActions[0]).toMatchObject({
      action: 'drawdown',
      permitted: false,
      reason: { code: 'margin_call_overdue' },
    })
  })
})

describe('funding', () => {
  test('by wire a drawdown awaits the money, shows account and deadline, and settles on its day when the money is there', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward(WINDOW)
    const { body } = await desk.draw(tradeId, '1000.00', { fundingMethod: 'Wire Transfer', valueDate: '2026-12-04' })
    expect(body).toMatchObject({
      status: 'AwaitingFunds',
      fundingMethod: 'WireTransfer',
      fundingInstructions: {
        accountId: formatId('acc', desk.account('USD').accountId),
        amount: body.sellAmount,
        currency: 'USD',
        reference: body.drawdownId,
        received: '0.00',
        iban: expect.stringMatching(/^[A-Z]{2}[0-9]{2}/),
        bic: expect.stringMatching(/^[A-Z]{6}/),
      },
      waitingFor: 'Wire',
    })
    await desk.receive('USD', minor(body.sellAmount))
    await desk.advance('2026-12-03T23:00:00.000Z')
    expect((await desk.trade(body.drawdownId)).status).toBe('AwaitingFunds') // the money is there, the day is not
    await desk.advance('2026-12-04T00:00:00.000Z')
    expect((await desk.trade(body.drawdownId)).status).toBe('Settled')
  })

  const byWire = { fundingMethod: 'WireTransfer', valueDate: '2026-12-04' }

  test('a drawdown by wire takes no other money of the account: it waits for the wire, is overdue without it, and then cancelled', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward(WINDOW)
    await desk.receive('USD', 10_000_00n)
    const { body } = await desk.draw(tradeId, '1000.00', byWire)
    await desk.advance('2026-12-04T00:00:00.000Z')
    expect((await desk.trade(body.drawdownId)).status).toBe('AwaitingFunds')
    await desk.advance(body.fundingInstructions.payBy)
    expect(await desk.trade(body.drawdownId)).toMatchObject({ status: 'Overdue' })
    await desk.advance(new Date(Date.parse(body.fundingInstructions.payBy) + 86_400_000).toISOString())
    expect((await desk.trade(body.drawdownId)).status).toBe('Cancelled')
    expect((await desk.balances())['client:USD']).toBe(10_000_00n)
  })

  test('wires that carry the reference of a drawdown fund it in parts; nothing else uses them', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward(WINDOW)
    const { body } = await desk.draw(tradeId, '1000.00', byWire)
    const whole = minor(body.sellAmount)
    const reference = `Our drawdown ${body.drawdownId}`
    await desk.receive('USD', 400_00n, reference)
    expect((await desk.balances())['client:USD']).toEqual([400_00n, 400_00n])
    await desk.advance('2026-12-04T08:00:00.000Z')
    const [listed] = (await desk.get(`/v1/fx/trades/forwards/${tradeId}/drawdowns`)).body.data
    expect(listed).toMatchObject({ status: 'AwaitingFunds', fundingInstructions: { received: '400.00' } })
    await desk.receive('USD', whole - 400_00n, reference)
    await desk.advance('2026-12-04T08:00:00.000Z')
    expect((await desk.trade(body.drawdownId)).status).toBe('Settled')
    expect((await desk.balances())['client:USD']).toBe(0n)
  })

  test('a wire without a reference funds the first drawdown that it covers, and is free again when that is cancelled', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward(WINDOW)
    const large = (await desk.draw(tradeId, '2000.00', byWire)).body
    const small = (await desk.draw(tradeId, '1000.00', { ...byWire, valueDate: '2026-12-07' })).body
    await desk.receive('USD', minor(small.sellAmount))
    expect((await desk.balances())['client:USD']).toEqual([minor(small.sellAmount), minor(small.sellAmount)])
    await desk.post(`/v1/fx/trades/forwards/drawdowns/${small.drawdownId}/cancel`, {})
    expect((await desk.balances())['client:USD']).toBe(minor(small.sellAmount))
    expect((await desk.trade(large.drawdownId)).status).toBe('AwaitingFunds')
  })

  test('without the money it is overdue after its cut-off, and cancelled after the grace: its part can be drawn again', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward(WINDOW)
    const { body } = await desk.draw(tradeId, '1000.00', {
      valueDate: '2026-12-04',
      payments: [payment('10.00', { paymentDate: '2026-12-07' })],
    })
    await desk.advance(body.fundingInstructions.payBy)
    expect((await desk.trade(body.drawdownId)).status).toBe('Overdue')
    await desk.advance(new Date(Date.parse(body.fundingInstructions.payBy) + 86_400_000).toISOString())
    expect((await desk.trade(body.drawdownId)).status).toBe('Cancelled')
    expect(await desk.read(tradeId)).toMatchObject({ status: 'Open', forward: { balance: { buyAmount: '500000.00' } } })
    expect((await desk.get(`/v1/payments/${body.paymentIds[0]}`)).body).toMatchObject({
      status: 'Cancelled',
      statusReason: { code: 'TradeCancelled' },
    })
  })

  test('by pre-authorized debit, where it is approved, the money is collected on the day', async () => {
    const desk = await openForwardDesk(db)
    const change = { preAuthorizedDebit: { enabled: true, banks: ['Hausbank'] } }
    await inTransaction(db, (tx) => setProfile(tx, desk.entityId, change, operatorAct))
    const { tradeId } = await desk.forward(WINDOW)
    const order = { fundingMethod: 'PreAuthorizedDebit', valueDate: '2026-12-04' }
    const drawn = await vi.waitFor(async () => {
      const answer = await desk.draw(tradeId, '1000.00', order)
      expect(answer.status).toBe(201)
      return answer
    }, 30_000)
    await desk.advance('2026-12-04T00:00:00.000Z')
    expect((await desk.trade(drawn.body.drawdownId)).status).toBe('Settled')
    expect(await desk.balances()).toMatchObject({ 'client:EUR': 100_000n, 'client:USD': 0n })
  })
})

test('a drawdown is cancelled before its funding cut-off, not after it, and not twice', async () => {
  const desk = await openForwardDesk(db)
  const { tradeId } = await desk.forward(WINDOW)
  const drawn = (await desk.draw(tradeId, '500000.00', { valueDate: '2026-12-04' })).body
  expect((await desk.read(tradeId)).status).toBe('FullyDrawn')
  const cancelled = await desk.cancel(drawn.drawdownId)
  expect([cancelled.status, cancelled.body.status]).toEqual([200, 'Cancelled'])
  expect(cancelled.body.remaining.buyAmount).toBe('500000.00')
  expect((await desk.read(tradeId)).status).toBe('Open')
  expect(errorCode((await desk.cancel(drawn.drawdownId)).body)).toBe('drawdown_not_cancellable')
  const late = (await desk.draw(tradeId, '1000.00', { valueDate: '2026-12-04' })).body
  await desk.advance(late.fundingInstructions.payBy)
  expect(errorCode((await desk.cancel(late.drawdownId)).body)).toBe('drawdown_not_cancellable')
  expect(errorCode((await desk.cancel(tradeId)).body)).toBe('trade_not_found')
})

describe('several forwards', () => {
  test('are drawn the oldest first, each as a drawdown of its own, and no more than all of them have', async () => {
    const desk = await openForwardDesk(db)
    const [first, second, third] = [
      await desk.forward({ ...WINDOW, amount: '100.00' }),
      await desk.forward({ ...WINDOW, amount: '200.00' }),
      await desk.forward({ ...WINDOW, amount: '300.00' }),
    ]
    const tradeIds = [third, first, second].map(({ tradeId }) => tradeId)
    const { status, body } = await desk.draw('', '250.00', {
      tradeIds,
      payments: [payment('140.00'), payment('90.00')],
    })
    expect(status).toBe(201)
    expect(
      body.drawdowns.map((each: { tradeId: string; buyAmount: string }) => [each.tradeId, each.buyAmount]),
    ).toEqual([
      [first.tradeId, '100.00'],
      [second.tradeId, '150.00'],
    ])
    expect(body.drawdowns[0].sellAmount).toBe(first.sellAmount)
    expect(body.totals.buyAmount).toBe('250.00')
    expect(body.drawdowns.map(({ paymentIds }: { paymentIds: string[] }) => paymentIds.length)).toEqual([1, 1])
    expect((await desk.read(third.tradeId)).status).toBe('Open')
    expect((await desk.draw('', '350.01', { tradeIds })).body).toMatchObject({ code: 'exceeds_balance' })
    const spans = await desk.draw('', '350.00', { tradeIds: tradeIds.slice(0, 2), payments: [payment('340.00')] })
    expect(spans.body).toMatchObject({ code: 'exceeds_balance', params: { remaining: '300.00' } }) // one is used up
    const split = await desk.draw('', '350.00', {
      tradeIds: [second.tradeId, third.tradeId],
      payments: [payment('340.00')],
    })
    expect(split.body).toMatchObject({
      code: 'payment_fits_no_drawdown',
      errors: [{ pointer: '/payments/0/amount' }],
    })
  })

  test('cannot be drawn together if their currencies differ', async () => {
    const desk = await openForwardDesk(db)
    const one = await desk.forward({ ...WINDOW, amount: '100.00' })
    const other = await desk.forward({ ...WINDOW, amount: '100.00', buyCurrency: 'GBP' })
    const answer = await desk.draw('', '150.00', { tradeIds: [one.tradeId, other.tradeId] })
    expect([answer.status, errorCode(answer.body)]).toEqual([422, 'forwards_differ'])
  })
})

describe('attached payments', () => {
  test('are real payments, linked to the drawdown, made with it and paid when it has settled', async () => {
    const desk = await openForwardDesk(db)
    await desk.fund('USD', 1_000_000n)
    const { tradeId } = await desk.forward(WINDOW)
    const { body } = await desk.draw(tradeId, '1000.00', {
      valueDate: '2026-12-04',
      payments: [payment('600.00'), payment('400.00')],
    })
    expect(body.paymentIds).toHaveLength(2)
    const read = async () => (await desk.get(`/v1/payments/${body.paymentIds[0]}`)).body
    expect(await read()).toMatchObject({
      status: 'Scheduled',
      tradeId: body.drawdownId,
      amount: '600.00',
      currency: 'EUR',
      paymentDate: '2026-12-04',
    })
    await desk.advance('2026-12-09T12:00:00.000Z')
    expect((await read()).status).toBe('Completed')
    expect((await desk.balances())['client:EUR']).toBe(0n)
  })

  test('without a beneficiary go to the forward’s default beneficiary', async () => {
    const desk = await openForwardDesk(db)
    const { beneficiaryId: stored } = await inTransaction(db, (tx) =>
      createBeneficiary(tx, desk.entityId, checkPayee(payee, loadModulusTable()), operatorAct),
    )
    const beneficiaryId = formatId('ben', stored)
    const { tradeId, forward } = await desk.forward({ ...WINDOW, defaultBeneficiaryId: beneficiaryId })
    expect(forward.defaultBeneficiaryId).toBe(beneficiaryId)
    const nobody = payment('1.00', { creditorAccount: undefined })
    const { body } = await desk.draw(tradeId, '1000.00', { payments: [nobody] })
    expect((await desk.get(`/v1/payments/${body.paymentIds[0]}`)).body).toMatchObject({ beneficiaryId })
    const twice = payment('1.00', { beneficiaryId })
    const { errors } = (await desk.draw(tradeId, '0', { payments: [nobody, twice] })).body
    expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/amount',
      '/payments/1/creditorAccount',
    ])
  })

  test('with errors reject the whole drawdown, each error at its JSON pointer', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward(WINDOW)
    const payments = [
      payment('1.00'),
      payment('1.00', { creditorAccount: undefined }),
      payment('1.00', { paymentDate: '2026-11-30' }),
    ]
    const { status, body } = await desk.draw(tradeId, '1000.00', { payments })
    expect(status).toBeGreaterThanOrEqual(400)
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers).toEqual(expect.arrayContaining(['/payments/1/beneficiaryId', '/payments/2/tradeId']))
    expect(pointers.some((pointer: string) => pointer.startsWith('/payments/0'))).toBe(false)
    expect((await desk.read(tradeId)).status).toBe('Open')
    const { rows } = await db.pool.query('select 1 from payments where entity_id = $1', [desk.entityId])
    expect(rows).toEqual([])
  })
})
