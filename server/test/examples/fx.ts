import type { Scene } from './player.ts'

/** Spot deals, orders, forwards, held rates, rate alerts, their dates and prices. */
export async function playFx(scene: Scene): Promise<void> {
  await playReference(scene)
  await playSpot(scene)
  await playOrders(scene)
  await playForwards(scene)
  await playHeldRates(scene)
  await playRateAlerts(scene)
}

async function playReference({ example, entities }: Scene): Promise<void> {
  const pair = { buyCurrency: 'GBP', sellCurrency: 'EUR' }
  await example('getEarliestSettlement', { as: 'rm', query: pair })
  await example('listSpotValueDates', { as: 'rm', query: { ...pair, from: '2026-11-16', to: '2026-11-19' } })
  await example('listCalendars', { as: 'rm', query: { currency: 'GBP', from: '2026-12-01', to: '2026-12-31' } })
  await example('estimateRate', {
    as: 'rm',
    query: { ...pair, fixedSide: 'Buy', amount: '10000.00', entityId: entities.rm },
  })
}

async function playSpot({ example, prepare, entities, requireApproval }: Scene): Promise<void> {
  const entityId = entities.rm
  const order = { entityId, buyCurrency: 'GBP', sellCurrency: 'EUR', fixedSide: 'Buy', amount: '10000.00' }
  const quote = await example('quoteSpot', { as: 'rm', body: order })
  const trade = await example('bookSpot', { as: 'rm', body: { entityId, quoteId: quote.quoteId } })
  const path = { tradeId: trade.tradeId }
  await example('listTrades', { as: 'rm', query: { tradeType: 'Spot', limit: '2' } })
  await example('getTrade', { as: 'rm', path })
  await example('getTradeConfirmation', { as: 'rm', path, headers: { accept: 'application/json' } })
  const change = { entityId, type: 'Move', newValueDate: '2026-11-18' }
  const amendment = await example('quoteSpotAmendment', { as: 'rm', path, body: change })
  await example('bookSpotAmendment', { as: 'rm', path, body: { entityId, quoteId: amendment.quoteId } })

  await requireApproval('rm', 'Trade', '60000.00')
  const book = async () => {
    const large = await prepare('quoteSpot', { as: 'rm', body: { ...order, amount: '80000.00' } })
    return prepare('bookSpot', { as: 'rm', body: { entityId, quoteId: large.quoteId } })
  }
  const [approved, rejected] = [await book(), await book()]
  await example('getTradeApproval', { as: 'rmApprover', path: { tradeId: approved.tradeId } })
  await example('approveTrade', { as: 'rmApprover', path: { tradeId: approved.tradeId } })
  await example('rejectTrade', { as: 'rmApprover', path: { tradeId: rejected.tradeId } })
}

/** Orders: one that is cancelled, and two that need approval under the policy on trades. */
async function playOrders({ example, prepare, entities }: Scene): Promise<void> {
  const deal = { entityId: entities.rm, type: 'Limit', buyCurrency: 'GBP', sellCurrency: 'EUR', fixedSide: 'Sell' }
  const order = { ...deal, amount: '10000.00', rate: '0.90000' }
  const { orderId } = await example('placeOrder', { as: 'rm', body: order })
  await example('listOrders', { as: 'rm', query: { status: 'Active', limit: '2' } })
  await example('getOrder', { as: 'rm', path: { orderId } })
  await example('cancelOrder', { as: 'rm', path: { orderId } })

  const place = () => prepare('placeOrder', { as: 'rm', body: { ...order, amount: '80000.00' } })
  const [approved, rejected] = [await place(), await place()]
  await example('getOrderApproval', { as: 'rmApprover', path: { orderId: approved.orderId } })
  await example('approveOrder', { as: 'rmApprover', path: { orderId: approved.orderId } })
  await example('rejectOrder', { as: 'rmApprover', path: { orderId: rejected.orderId } })
}

async function playForwards(scene: Scene): Promise<void> {
  const { example, prepare, entities } = scene
  const entityId = entities.rm
  const order = {
    entityId,
    buyCurrency: 'GBP',
    sellCurrency: 'EUR',
    fixedSide: 'Buy',
    amount: '50000.00',
    reason: 'Goods',
    forwardType: 'Window',
    accessDate: '2026-11-27',
    valueDate: '2027-03-19',
  }
  const quote = await example('quoteForward', { as: 'rm', body: order })
  const booking = { entityId, quoteId: quote.quoteId, forwardReasoning: 'Goods', fundsDelivery: 'Deliverable' }
  const { tradeId } = await example('bookForward', { as: 'rm', body: booking })
  const path = { tradeId }
  await example('listForwardReasons', { as: 'rm' })
  await example('getForward', { as: 'rm', path })
  const amend = { type: 'Extend', newValueDate: '2027-04-16', currency: 'GBP', amount: '10000.00' }
  const amendment = await example('quoteForwardAmendment', { as: 'rm', path, body: amend })
  await example('bookForwardAmendment', { as: 'rm', path, body: { quoteId: amendment.quoteId } })
  await playCredit(scene, tradeId)

  await prepare('moveClock', { as: 'rm', body: { set: '2026-11-27T10:00:00.000Z' } })
  const draw = { entityId, tradeId, currency: 'GBP', amount: '5000.00', fundingMethod: 'CurrencyAccount' }
  const drawn = await example('createDrawdowns', { as: 'rm', body: draw })
  await example('listDrawdowns', { as: 'rm', path })
  await example('cancelDrawdown', { as: 'rm', path: { drawdownId: drawn.drawdownId } })
}

/** Facility, margin and mark-to-market, with a forward under a term that asks for initial margin. */
async function playCredit(scene: Scene, tradeId: string): Promise<void> {
  const { example, prepare, entities, accounts } = scene
  const entityId = entities.rm
  const { data } = await example('listFacilities', { as: 'rm' })
  const path = { facilityId: data[0].facilityId }
  await example('listFacilityTerms', { as: 'rm', path })
  await example('getFacilityLetter', { as: 'rm', path, headers: { accept: 'application/json' } })
  await example('listTradeMtm', { as: 'rm', query: { tradeId } })
  await example('listCurrencyPairMtm', { as: 'rm', query: { currencyPair: 'EUR/GBP' } })
  await example('simulateCredit', {
    as: 'rm',
    body: { entityId, shocks: [{ currencyPair: 'EUR/GBP', percent: '5' }] },
  })
  const long = {
    entityId,
    buyCurrency: 'GBP',
    sellCurrency: 'EUR',
    fixedSide: 'Buy',
    amount: '20000.00',
    reason: 'Services',
    forwardType: 'Fixed',
    valueDate: '2027-06-18',
  }
  const quote = await prepare('quoteForward', { as: 'rm', body: long })
  const booking = { entityId, quoteId: quote.quoteId, forwardReasoning: 'Services', fundsDelivery: 'Deliverable' }
  const margined = await prepare('bookForward', { as: 'rm', body: booking })
  await example('getForwardInitialMargin', { as: 'rm', path: { tradeId: margined.tradeId } })
  // With money in the default account, the call would be collected at once.
  const marginAccount = await scene.openFunded('rm', 'GBP', '20000.00')
  const { data: balances } = await prepare('listBalances', { as: 'rm', query: { accountId: accounts.rm.GBP } })
  await prepare('createPayment', {
    as: 'rm',
    body: {
      accountId: accounts.rm.GBP,
      beneficiaryId: scene.beneficiaryId,
      amount: balances[0].available,
      currency: 'GBP',
      paymentDate: '2026-11-16',
      reference: 'Supplier',
    },
  })
  await example('moveMarket', { as: 'rm', path: { pair: 'EURGBP' }, body: { shiftPercent: '8' } })
  await example('runMargin', { as: 'rm', body: {} })
  const calls = await example('listMarginCalls', { as: 'rm', query: { status: 'Issued' } })
  const { marginCallId } = calls.data[0]
  await example('getMarginCall', { as: 'rm', path: { marginCallId } })
  await example('settleMarginCall', {
    as: 'rm',
    path: { marginCallId },
    body: { entityId, accountId: marginAccount },
  })
}

async function playHeldRates({ example, prepare, entities, accounts }: Scene): Promise<void> {
  const entityId = entities.abs
  const order = {
    entityId,
    buyCurrency: 'GBP',
    sellCurrency: 'EUR',
    fixedSide: 'Buy',
    estimatedAmount: '20000.00',
    tenor: 'PT4H',
    postExpiryAction: 'AcceptAtSpot',
  }
  const held = await example('createHeldRate', { as: 'abs', body: order })
  await example('listHeldRates', { as: 'abs', query: { entityId } })
  await example('getHeldRate', { as: 'abs', path: { quoteId: held.quoteId } })
  await example('bookHeldRate', {
    as: 'abs',
    body: {
      entityId,
      quoteId: held.quoteId,
      sellAccountId: accounts.abs.EUR,
      buyAccountId: accounts.abs.GBP,
      amount: '18000.00',
    },
  })
  const other = await prepare('createHeldRate', { as: 'abs', body: order })
  await example('cancelHeldRate', { as: 'abs', path: { quoteId: other.quoteId } })
}

async function playRateAlerts({ example, entities }: Scene): Promise<void> {
  const order = { entityId: entities.rm, currencyPair: 'GBP/USD', rate: '2.00000', direction: 'AtOrAbove' }
  const alert = await example('createRateAlert', { as: 'rm', body: { ...order, note: 'Pay the June invoices' } })
  const path = { rateAlertId: alert.rateAlertId }
  await example('listRateAlerts', { as: 'rm', query: { entityId: entities.rm, limit: '2' } })
  await example('getRateAlert', { as: 'rm', path })
  await example('cancelRateAlert', { as: 'rm', path })
}
