import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setPolicy } from '../../src/approvals/index.ts'
import { readSettlementUsed, setLimits } from '../../src/entities/index.ts'
import { bookSpotAmendmentByOperator, quoteSpotAmendment } from '../../src/fx/spot/index.ts'
import { inTransaction } from '../../src/kernel/db/db.ts'
import { formatId, parseId } from '../../src/kernel/values/ids.ts'
import { AUDITS } from '../../src/composition/modules.ts'
import { auditLedger } from '../../src/ledger/index.ts'
import { givenClientRow, operatorAct } from '../support/clients.ts'
import { errorCode } from '../support/codes.ts'
import { testDatabase } from '../support/database.ts'
import { type Answer, openDesk } from '../support/desk.ts'
import { givenFacility, NOW } from '../support/forward-desk.ts'
import { AmendedDeals, DAILY_LIMIT, type Deal, POLICY_FROM, type Waiting } from './amended-deals.ts'

const seed = Number(process.env.SIMULATION_SEED ?? 20261120)
const numRuns = Number(process.env.SIMULATION_RUNS ?? 4)

const db = await testDatabase()
const SPOT_DATES = ['2026-11-23', '2026-11-24']
const FORWARD_DATES = ['2027-01-25', '2027-02-24', '2027-03-24']
const TRADES = '/v1/fx/trades'

const minorOf = (amount: unknown): bigint => BigInt(String(amount).replace('.', ''))
const amountOf = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

/** An entity under a policy for trades, with the model of its deals. */
async function open(kind: 'RM' | 'ABS') {
  const desk = await openDesk(db, kind, { now: NOW })
  if (kind === 'RM') await givenFacility(db, desk.entityId)
  await desk.fund('USD', 900_000_000n)
  const rule = { currency: 'EUR', fromMinor: POLICY_FROM, belowMinor: null, newPayeeOnly: false, steps: 1 }
  await inTransaction(db, (tx) => setLimits(tx, desk.entityId, { dailyTradeMinor: DAILY_LIMIT }, operatorAct))
  await inTransaction(db, (tx) => setPolicy(tx, desk.entityId, { resource: 'Trade', ...rule }, operatorAct))
  await expect.poll(async () => (await desk.settings()).settings.approvalPolicies.length).toBe(1)
  return { kind, desk, model: new AmendedDeals(), maker: desk.principal.clientId }
}
type World = Awaited<ReturnType<typeof open>>

/** Sends decisions of other clients at once. */
async function decide({ desk, maker }: World, id: string, verbs: readonly string[]): Promise<Answer[]> {
  desk.principal.clientId = await givenClientRow(db, desk.entityId)
  const answers = await Promise.all(verbs.map((verb) => desk.post(`${TRADES}/${id}/${verb}`, {})))
  desk.principal.clientId = maker
  return answers
}

/** Outcomes by what was asked: runs with nothing but rejections would prove little. */
const seen = new Map<string, number>()
const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)

const codeOf = ({ status, body }: Answer) => (status < 300 ? undefined : errorCode(body))

/** Deals spot or a forward; a deal that needs approval is approved. */
async function deal(world: World, product: Deal['product'], amountMinor: bigint, index: number): Promise<void> {
  const { desk, model } = world
  const isSpot = product === 'Spot'
  const dates = isSpot ? SPOT_DATES : FORWARD_DATES
  const valueDate = dates[index % dates.length]!
  const amount = amountOf(amountMinor)
  const order = { ...desk.wire, buyCurrency: 'EUR', sellCurrency: 'USD', fixedSide: 'Buy', amount, valueDate }
  const more = isSpot ? {} : { forwardType: 'Open' }
  const quoted = await desk.post(`/v1/fx/quotes/${isSpot ? 'spot' : 'forwards'}`, { ...order, ...more })
  if (!model.mayCount(amountMinor)) {
    expect(codeOf(quoted)).toBe('daily_limit_exceeded')
    return
  }
  const quote = quoted.body
  const facts = isSpot ? {} : { forwardReasoning: 'Goods', fundsDelivery: 'Deliverable' }
  const path = `${TRADES}/${isSpot ? 'spot' : 'forwards'}`
  const booked = await desk.post(path, { ...desk.wire, quoteId: quote.quoteId, ...facts })
  const id = String(booked.body.tradeId)
  const sellMinor = minorOf(quote.sellAmount)
  model.book({ id, product, valueDate, sellMinor, openMinor: amountMinor, drawnMinor: 0n })
  const isApproved = amountMinor < POLICY_FROM
  expect([booked.status, booked.body.status === 'PendingApproval']).toEqual([201, !isApproved])
  if (isApproved) return
  const [approved] = await decide(world, id, ['approve'])
  expect(codeOf(approved!)).toBeUndefined()
}

/** Draws an amendment that the model can ask for. */
function drawAmendment(model: AmendedDeals, choice: number): Omit<Waiting, 'id' | 'newSellMinor'> | undefined {
  const own = model.deals.filter(({ openMinor }) => openMinor > 0n)
  const chosen = own[choice % Math.max(1, own.length)]
  if (!chosen) return undefined
  const rest = Math.floor(choice / 7)
  if (chosen.product === 'Spot') {
    const newValueDate = SPOT_DATES.find((date) => date !== chosen.valueDate)!
    const minor = chosen.openMinor
    return rest % 2 === 0
      ? { deal: chosen, type: 'Cancel', minor, newValueDate: undefined }
      : { deal: chosen, type: 'Move', minor, newValueDate }
  }
  const free = model.freeMinor(chosen)
  const [sooner, later] = [FORWARD_DATES[0]!, FORWARD_DATES[2]!]
  const types = [
    { type: 'CloseOut', newValueDate: undefined },
    { type: 'Split', newValueDate: undefined },
    ...(chosen.valueDate < later ? [{ type: 'Extend', newValueDate: later } as const] : []),
    ...(chosen.valueDate > sooner ? [{ type: 'BringForward', newValueDate: sooner } as const] : []),
  ] as const
  const change = types[rest % types.length]!
  const isPart = change.type === 'Split' || choice % 3 > 0
  const part = ((free * BigInt((rest % 3) + 1)) / 4n / 100_000n) * 100_000n
  return { deal: chosen, ...change, minor: isPart && part > 0n ? part : free }
}

/** Books an amendment as one person, or two quotes of one amendment at once. */
async function amend(world: World, choice: number, isTwice: boolean): Promise<void> {
  const { desk, model } = world
  const drawn = drawAmendment(model, choice)
  if (!drawn) return
  const { deal: amended, type, minor, newValueDate } = drawn
  const isSpot = amended.product === 'Spot'
  const path = `${TRADES}/${isSpot ? 'spot' : 'forwards'}/${amended.id}/amendments`
  const amount = isSpot ? {} : { currency: 'EUR', amount: amountOf(minor > 0n ? minor : 1_000_000n) }
  const order = { ...desk.wire, type, ...amount, ...(newValueDate ? { newValueDate } : {}) }
  const isReserved = isSpot ? model.reservedMinor(amended) > 0n : minor === 0n
  const quotes = [
    await desk.post(`${path}/quote`, order),
    ...(isTwice ? [await desk.post(`${path}/quote`, order)] : []),
  ]
  if (isReserved) {
    for (const quote of quotes) expect(codeOf(quote)).toBe(isSpot ? 'amendment_pending' : 'exceeds_balance')
    return
  }
  if (type === 'Split' && minor === amended.openMinor) {
    expect(codeOf(quotes[0]!)).toBe('split_leaves_nothing')
    return
  }
  for (const quote of quotes) expect([quote.status, codeOf(quote)]).toEqual([201, undefined])
  const answers = await Promise.all(quotes.map(({ body }) => desk.post(path, { ...desk.wire, quoteId: body.quoteId })))
  const made = answers.filter(({ status }) => status === 201)
  for (const { body } of made) {
    const id = String(body.newTradeId ?? body.closeOutTradeId)
    const asked = { ...drawn, id, newSellMinor: body.newSellAmount === null ? 0n : minorOf(body.newSellAmount) }
    // The two may not fit together: which one came first is for the service to choose, but each fits what the other left.
    expect(minor, 'what is taken of a deal is free').toBeLessThanOrEqual(model.freeMinor(amended))
    note(`${amended.product} ${type} ${String(body.status)}`)
    if (minor >= POLICY_FROM) {
      expect(body).toMatchObject({ status: 'PendingApproval', bookedAt: null })
      model.waiting.push(asked)
    } else {
      expect([body.status, model.rejection(asked)]).toEqual(['Booked', undefined])
      model.make(asked)
    }
  }
  if (made.length === answers.length) return
  for (const answer of answers) if (answer.status !== 201) note(`${type} ${String(codeOf(answer))}`)
  const first = { ...drawn, newSellMinor: 0n }
  const reasons = ['amendment_pending', 'spot_trade_not_amendable', 'forward_not_open', 'exceeds_balance']
  const allowed = made.length > 0 ? [...reasons, model.rejection(first)] : [model.rejection(first)]
  for (const answer of answers) if (answer.status !== 201) expect(allowed).toContain(codeOf(answer))
}

/** Approves or rejects an amendment that waits, or both at once. */
async function decideOne(world: World, choice: number, verbs: readonly string[]): Promise<void> {
  const { model } = world
  const waiting = model.waiting[choice % Math.max(1, model.waiting.length)]
  if (!waiting) return
  const refusal = model.rejection(waiting)
  const answers = await decide(world, waiting.id, verbs)
  const isApproved = (answer: Answer, at: number) => verbs[at] === 'approve' && answer.status === 200
  for (const answer of answers) note(`${waiting.type} ${verbs.join()}: ${codeOf(answer) ?? String(answer.body.status)}`)
  const won = answers.filter(({ status }) => status === 200)
  if (refusal !== undefined && !verbs.includes('reject')) {
    for (const answer of answers) expect(codeOf(answer)).toBe(refusal)
    return
  }
  expect(won.length, 'decisions that took effect').toBe(1)
  if (answers.some(isApproved)) {
    expect(refusal).toBeUndefined()
    model.make(waiting)
  }
  model.decided(waiting)
}

/** Fifteen minutes end every wait. */
async function lapse({ desk, model }: World): Promise<void> {
  await desk.advance(new Date(desk.time.now.getTime() + 16 * 60_000).toISOString())
  for (const waiting of model.waiting) {
    note(`${waiting.type} lapsed`)
    const { status, history } = (await desk.get(`${TRADES}/${waiting.id}`)).body
    expect([status, history.at(-1).reason]).toEqual(['Cancelled', 'ApprovalLapsed'])
  }
  model.waiting = []
}

/** The operator cancels a spot trade, though an amendment of it may wait. */
async function cancelByOperator({ desk, model }: World, choice: number): Promise<void> {
  const own = model.deals.filter(({ product, openMinor }) => product === 'Spot' && openMinor > 0n)
  const chosen = own[choice % Math.max(1, own.length)]
  if (!chosen) return
  const order = { entityId: desk.entityId, tradeId: parseId('trd', chosen.id)!, type: 'Cancel' as const }
  await inTransaction(db, async (tx) => {
    const { row } = await quoteSpotAmendment(desk.deps, tx, order, desk.time.now)
    const act = { ...operatorAct, at: desk.time.now, wall: desk.time.now }
    await bookSpotAmendmentByOperator(desk.deps, tx, { ...order, amendmentId: row.amendmentId }, act)
  })
  chosen.openMinor = 0n
  note(`Spot ended by the operator, ${String(model.reservedMinor(chosen))} reserved`)
}

/** Draws half of what is free of a forward. */
async function drawDown({ desk, model }: World, choice: number): Promise<void> {
  const own = model.deals.filter((each) => each.product === 'Forward' && model.freeMinor(each) >= 1_000_000n)
  const chosen = own[choice % Math.max(1, own.length)]
  if (!chosen) return
  const free = model.freeMinor(chosen)
  const minor = choice % 2 === 0 ? free : (free / 200_000n) * 100_000n
  const order = { fundingMethod: 'CurrencyAccount', currency: 'EUR', amount: amountOf(minor), valueDate: '2026-11-25' }
  const path = `${TRADES}/forwards/drawdowns`
  const { status, body } = await desk.post(path, { ...desk.wire, tradeId: chosen.id, ...order })
  expect([status, status === 201 ? undefined : errorCode(body)]).toEqual([201, undefined])
  chosen.openMinor -= minor
  chosen.drawnMinor += minor
  note('drawn')
}

/** Reads the state that the service shows, in the form of the model. */
async function shown({ desk, model, kind }: World): Promise<ReturnType<AmendedDeals['expected']>> {
  const { rows } = await db.pool.query<{ used: bigint; exposure: bigint; held: bigint }>(
    `select (select coalesce(sum(used_minor), 0)::bigint from daily_usage where entity_id = $1 and kind = 'trade') as used,
       (select coalesce(sum(base_minor), 0)::bigint from credit_exposures where entity_id = $1) as exposure,
       (select coalesce(sum(held_minor), 0)::bigint from balances where entity_id = $1) as held`,
    [desk.entityId],
  )
  const { rows: pending } = await db.pool.query<{ id: string }>(
    `select trade_id as id from fx_trades where entity_id = $1 and status = 'PendingApproval'`,
    [desk.entityId],
  )
  const open: Record<string, bigint | boolean> = {}
  for (const { id, product } of model.deals) {
    const path = `${TRADES}/${product === 'Spot' ? '' : 'forwards/'}${id}`
    const { status, forward } = (await desk.get(path)).body
    const isOver = ['ClosedOut', 'Extended', 'Cancelled'].includes(status)
    open[id] = product === 'Spot' ? status === 'Executed' : isOver ? 0n : minorOf(forward.balance.buyAmount)
  }
  return {
    ...rows[0]!,
    settlement: kind === 'RM' ? await readSettlementUsed(db.reader, desk.entityId) : 0n,
    pending: pending.map(({ id }) => formatId('trd', id)).sort(),
    open,
  }
}

/** No trade is replaced by more than it had: each amendment of a spot trade takes all of it. */
const TWICE = `select trade_id from fx_amendments join fx_trades t using (entity_id, trade_id)
  where t.entity_id = $1 and t.kind = 'Spot' and booked_at is not null group by trade_id having count(*) > 1`

const choice = fc.nat(1000)
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('deal' as const), isSpot: fc.constantFrom(true, false, false), choice }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('amend' as const), isTwice: fc.boolean(), choice }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      verbs: fc.constantFrom(['approve'], ['approve'], ['reject'], ['approve', 'reject', 'approve']),
      choice,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lapse' as const), choice }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('operator' as const), choice }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('draw' as const), choice }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

async function perform(world: World, done: Act): Promise<void> {
  switch (done.do) {
    case 'deal': {
      const isSpot = done.isSpot || world.kind === 'ABS'
      const minor = BigInt((done.choice % 20) + 1) * 1_000_000n
      return deal(world, isSpot ? 'Spot' : 'Forward', minor, done.choice)
    }
    case 'amend':
      return amend(world, done.choice, done.isTwice)
    case 'decide':
      return decideOne(world, done.choice, done.verbs)
    case 'lapse':
      return lapse(world)
    case 'operator':
      return cancelByOperator(world, done.choice)
    case 'draw':
      return drawDown(world, done.choice)
  }
}

test(
  `amendments under a policy leave exposure, limits and holds as an independent model expects (SIMULATION_SEED=${seed})`,
  async () => {
    const acts = fc.array(act, { minLength: 12, maxLength: 24, size: 'max' })
    const play = async (kind: 'RM' | 'ABS', all: readonly Act[]) => {
      const world = await open(kind)
      for (const product of ['Spot', 'Forward', 'Forward'] as const)
        await deal(world, kind === 'RM' ? product : 'Spot', 10_000_000n, 1)
      for (const each of all) {
        await perform(world, each)
        await world.desk.advance(world.desk.time.now.toISOString()) // losses are paid
        expect({ after: each, ...(await shown(world)) }).toEqual({ after: each, ...world.model.expected(kind) })
      }
      expect((await db.pool.query(TWICE, [world.desk.entityId])).rows).toEqual([])
    }
    await fc.assert(fc.asyncProperty(fc.constantFrom('RM', 'RM', 'ABS'), acts, play), {
      seed,
      numRuns,
      endOnFailure: true,
    })
    if (process.env.SIMULATION_RUNS) console.log(Object.fromEntries([...seen].sort()))
    expect((await auditLedger(db, () => {}, AUDITS)).findings).toEqual([])
  },
  120_000 + numRuns * 20_000,
)
