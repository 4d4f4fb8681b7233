import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openForwardDesk, THREE_MONTHS } from '../../../test/support/forward-desk.ts'
import type { FieldError } from '../../kernel/values/refusals.ts'

const db = await testDatabase()
const desk = await openForwardDesk(db)

type Json = Record<string, unknown>

/** Rule error: its place in the response, and the fields that must be readable for it. */
interface RuleError {
  set: Json
  at: string
  restsOn?: readonly string[]
}
/** Shape error of a field, which hides all other errors of that field. */
type ShapeError = Pick<RuleError, 'set' | 'at'>

/** Builds an order with errors and the expected places of their reports. */
const planted = (order: Json, rules: readonly RuleError[], shapes: readonly ShapeError[]) => {
  const unread = new Set(shapes.map(({ at }) => at))
  const seen = rules.filter(({ at, restsOn = [] }) => ![at, ...restsOn].some((pointer) => unread.has(pointer)))
  return {
    order: Object.assign({}, order, ...[...rules, ...shapes].map(({ set }) => set)) as Json,
    pointers: [...new Set([...unread, ...seen.map(({ at }) => at)])].sort(),
  }
}

/** Picks at most one of several errors of the same fields. */
const oneOf = (...errors: (RuleError | readonly RuleError[])[]) =>
  fc.constantFrom<readonly RuleError[]>([], ...errors.map((error) => [error].flat()))
const some = (errors: readonly ShapeError[]) => fc.subarray([...errors], { maxLength: 3 })

const tables = ['fx_quotes', 'fx_forward_quotes', 'fx_trades', 'fx_amendments', 'payments', 'due_work']
const stored = () =>
  Promise.all(
    tables.map(async (name) => (await db.reader.query<{ n: string }>(`select count(*) as n from ${name}`)).rows[0]!.n),
  )

async function expectTold(url: string, { order, pointers }: ReturnType<typeof planted>, otherwise: number) {
  const before = await stored()
  const { status, body } = await desk.post(url, order)
  const told = (body.errors ?? []).map(({ pointer }: FieldError) => pointer) as string[]
  expect({ status, told: told.sort() }).toEqual({ status: pointers.length > 0 ? 400 : otherwise, told: pointers })
  if (status !== 201) expect(await stored()).toEqual(before)
}

const amounts = (decimalsRestOn: readonly string[]) =>
  oneOf(
    { set: { amount: '1.001' }, at: '/amount', restsOn: decimalsRestOn },
    { set: { amount: '0.00' }, at: '/amount' },
  )
const badAmount: ShapeError = { set: { amount: 5 }, at: '/amount' }
const unknown: ShapeError = { set: { unknown: 1 }, at: '/unknown' }

const quote = {
  entityId: desk.wire.entityId,
  buyCurrency: 'EUR',
  sellCurrency: 'USD',
  fixedSide: 'Buy',
  amount: '1000.00',
  valueDate: THREE_MONTHS,
}
const required = (at: string, set: Json): RuleError => ({ at, set, restsOn: ['/forwardType'] })
const quoteRules = fc
  .tuple(
    amounts(['/buyCurrency', '/fixedSide']),
    oneOf({ set: { sellCurrency: 'EUR' }, at: '/sellCurrency', restsOn: ['/buyCurrency'] }),
    oneOf(
      required('/accessDate', { forwardType: 'Window' }),
      required('/valueDate', { forwardType: 'Open', valueDate: null }),
      [
        required('/valueDate', { forwardType: 'Variable', valueDate: undefined }),
        required('/accessDate', { accessDate: undefined }),
      ],
      {
        set: { forwardType: 'Variable', accessDate: '2027-02-25' },
        at: '/accessDate',
        restsOn: ['/forwardType', '/valueDate'],
      },
    ),
  )
  .map((found) => found.flat())
const quoteShapes = some([
  badAmount,
  unknown,
  { set: { fixedSide: 'Middle' }, at: '/fixedSide' },
  { set: { fixedSide: undefined }, at: '/fixedSide' },
  { set: { buyCurrency: 'XXQ' }, at: '/buyCurrency' },
  { set: { sellCurrency: 7 }, at: '/sellCurrency' },
  { set: { forwardType: 'Odd' }, at: '/forwardType' },
  { set: { valueDate: '2027-02-31' }, at: '/valueDate' },
  { set: { accessDate: 'soon' }, at: '/accessDate' },
  { set: { marginSide: 'None' }, at: '/marginSide' },
  { set: { reason: 'Fun' }, at: '/reason' },
])

test('a forward quote reports exactly the errors that it has, and stores nothing', async () => {
  await fc.assert(
    fc.asyncProperty(quoteRules, quoteShapes, (rules, shapes) =>
      expectTold('/v1/fx/quotes/forwards', planted(quote, rules, shapes), 201),
    ),
    { numRuns: 150 },
  )
})

test('a booking with invalid fields gets the errors of its body and its query together', async () => {
  const order = { entityId: 7, forwardReasoning: 'Fun', fundsDelivery: 'Deliverable', unknown: 1 }
  const { status, body } = await desk.post('/v1/fx/trades/forwards?dryRun=perhaps', order)
  const told = body.errors.map(({ pointer }: FieldError) => pointer).sort()
  expect([status, told]).toEqual([400, ['/entityId', '/forwardReasoning', '/quoteId', '/unknown', '?dryRun']])
})

/** Generates an attached payment with the pointers of its errors. */
const payments = fc.array(
  fc.constantFrom<[unknown, string[]]>(
    [{ amount: '1.00', reference: 'Invoice 7' }, []],
    [{ amount: '1.001', currency: 'EUR', reference: 'Invoice 7' }, ['/amount']],
    [{ amount: '1.001', currency: 'eur', reference: 'Invoice 7' }, ['/currency']],
    [{ amount: '0.00', currency: 'eur', reference: 'Invoice 7' }, ['/amount', '/currency']],
    [{ amount: '0.00', reference: '' }, ['/amount', '/reference']],
    [{ amount: 7, currency: 'EUR', unknown: 1, reference: 'Invoice 7' }, ['/amount', '/unknown']],
    [7, ['']],
  ),
  { maxLength: 4 },
)
const nobodys = 'trd_00000000000000000000000000'
const drawdown = {
  entityId: desk.wire.entityId,
  tradeId: nobodys,
  currency: 'EUR',
  amount: '1.00',
  fundingMethod: 'CurrencyAccount',
}
const drawdownRules = fc
  .tuple(
    amounts(['/currency']),
    oneOf(
      { set: { tradeIds: [nobodys] }, at: '/tradeId', restsOn: ['/tradeIds'] },
      { set: { tradeId: undefined }, at: '/tradeId', restsOn: ['/tradeIds'] },
    ),
  )
  .map((found) => found.flat())
const drawdownShapes = some([
  badAmount,
  unknown,
  { set: { currency: 'XXQ' }, at: '/currency' },
  { set: { fundingMethod: 'Cheque' }, at: '/fundingMethod' },
  { set: { fundingMethod: undefined }, at: '/fundingMethod' },
  { set: { tradeIds: 7 }, at: '/tradeIds' },
  { set: { tradeId: '' }, at: '/tradeId' },
  { set: { valueDate: 'soon' }, at: '/valueDate' },
])

test('a drawdown reports exactly the errors that it has, with those of each attached payment', async () => {
  await fc.assert(
    fc.asyncProperty(drawdownRules, drawdownShapes, payments, (rules, shapes, attached) => {
      const { order, pointers } = planted(drawdown, rules, shapes)
      const inPayments = attached.flatMap(([, errors], i) => errors.map((at) => `/payments/${i}${at}`))
      const whole = {
        order: { ...order, payments: attached.map(([payment]) => payment) },
        pointers: [...pointers, ...inPayments].sort(),
      }
      return expectTold('/v1/fx/trades/forwards/drawdowns', whole, 404)
    }),
    { numRuns: 150 },
  )
})

const amendment = { type: 'Extend', newValueDate: '2027-03-31', currency: 'EUR', amount: '1.00' }
const dateOf = (type: string, newValueDate?: string): RuleError => ({
  set: { type, newValueDate },
  at: '/newValueDate',
  restsOn: ['/type'],
})
const needlessDate = dateOf('Split', '2027-03-31')
const amendmentRules = fc.oneof(
  fc
    .tuple(
      amounts(['/currency']),
      oneOf(dateOf('Extend'), dateOf('BringForward'), dateOf('CloseOut', '2027-03-31'), needlessDate),
    )
    .map((found) => found.flat()),
  fc.constant([needlessDate, { set: { amount: undefined }, at: '/amount', restsOn: ['/type'] }]),
)
const amendmentShapes = some([
  badAmount,
  unknown,
  { set: { type: 'Forget' }, at: '/type' },
  { set: { newValueDate: '2027-02-31' }, at: '/newValueDate' },
  { set: { currency: 'EURO' }, at: '/currency' },
  { set: { entityId: 7 }, at: '/entityId' },
])

test('an amendment quote reports exactly the errors that it has', async () => {
  await fc.assert(
    fc.asyncProperty(amendmentRules, amendmentShapes, (rules, shapes) =>
      expectTold(`/v1/fx/trades/forwards/${nobodys}/amendments/quote`, planted(amendment, rules, shapes), 404),
    ),
    { numRuns: 150 },
  )
})
