import { beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../../test/support/codes.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { type Answer, openDesk } from '../../../test/support/desk.ts'
import { PRICES } from '../../../test/support/market.ts'
import { newUuid } from '../../kernel/values/ids.ts'

const db = await testDatabase()
const NOW = '2026-11-25T10:00:00.000Z'
const PATH = '/v1/fx/rate-alerts'

async function openAlertDesk(kind: 'RM' | 'ABS' = 'RM', now = NOW) {
  const desk = await openDesk(db, kind, { now })
  const create = (change: object = {}, headers = {}, query = ''): Promise<Answer> =>
    desk.post(
      `${PATH}${query}`,
      { ...desk.wire, currencyPair: 'EUR/USD', rate: '1.18', direction: 'AtOrAbove', ...change },
      headers,
    )
  const given = async (change: object = {}): Promise<string> => {
    const { status, body } = await create(change)
    expect([status, body]).toEqual([201, expect.any(Object)])
    return body.rateAlertId
  }
  const read = async (id: string) => (await desk.get(`${PATH}/${id}`)).body
  const list = async (query = '') => (await desk.get(`${PATH}?${query}`)).body.data as Answer['body'][]
  const cancel = (id: string, headers = {}) => desk.post(`${PATH}/${id}/cancel`, {}, headers)
  /** Sets the middle of EUR/USD and looks at the market. */
  const move = (mid: string) => {
    desk.market.prices = { ...PRICES, EUR: [mid, mid, mid] }
    return desk.advance(desk.time.now.toISOString())
  }
  const own = async () => (await desk.events()).filter((type) => type.startsWith('rateAlert.'))
  return { ...desk, time: desk.time, market: desk.market, create, given, read, list, cancel, move, own }
}

let desk: Awaited<ReturnType<typeof openAlertDesk>>
beforeEach(async () => {
  desk = await openAlertDesk()
})

test.each(['RM', 'ABS'] as const)('a rate alert of an %s entity is triggered once, at the middle', async (kind) => {
  desk = await openAlertDesk(kind)
  const { status, body } = await desk.create({ note: 'Pay June', clientReference: 'june' })
  expect([status, body]).toEqual([
    201,
    {
      rateAlertId: expect.stringMatching(/^ral_/),
      entityId: desk.wire.entityId,
      status: 'Active',
      currencyPair: 'EUR/USD',
      rate: '1.18000',
      direction: 'AtOrAbove',
      note: 'Pay June',
      clientReference: 'june',
      createdAt: NOW,
      updatedAt: NOW,
      expiresAt: '2027-02-23T10:00:00.000Z',
      triggeredAt: null,
      triggeredRate: null,
      source: null,
    },
  ])
  await desk.move('1.179989')
  expect(await desk.read(body.rateAlertId)).toEqual(body)
  await desk.move('1.180104')
  const triggered = { triggeredAt: NOW, triggeredRate: '1.180104', source: 'a standing market' }
  expect(await desk.read(body.rateAlertId)).toEqual({ ...body, status: 'Triggered', ...triggered })
  await desk.move('1.17')
  await desk.move('1.19')
  expect(await desk.own()).toEqual(['rateAlert.created', 'rateAlert.triggered'])
  const { body: feed } = await desk.get('/v1/events?types=rateAlert.triggered')
  expect(feed.data).toMatchObject([
    {
      resource: { type: 'rateAlert', id: body.rateAlertId, version: 2 },
      previous: { status: 'Active' },
      data: { status: 'Triggered', ...triggered },
    },
  ])
})

test('an alert below the market is triggered when the middle falls to its rate', async () => {
  const id = await desk.given({ direction: 'AtOrBelow', rate: '1.16' })
  await desk.move('1.16')
  expect(await desk.read(id)).toMatchObject({ status: 'Triggered', triggeredRate: '1.160000' })
})

test.each([
  ['rate_alert_pair_inverted', '/currencyPair', { currencyPair: 'USDEUR' }],
  ['rate_alert_rate_invalid', '/rate', { rate: '0' }],
  ['rate_alert_rate_invalid', '/rate', { rate: '1.180001' }],
  ['rate_alert_rate_invalid', '/rate', { currencyPair: 'USD/JPY', rate: '160.1234' }],
  ['rate_alert_expiry_invalid', '/expiresAt', { expiresAt: NOW }],
  ['rate_alert_expiry_invalid', '/expiresAt', { expiresAt: '2027-11-26T10:00:00.001Z' }],
])('400 %s at %s for %o', async (code, pointer, change) => {
  const { status, body } = await desk.create(change)
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer, code })]])
  expect(await desk.list()).toEqual([])
})

test.each([
  [422, 'pair_not_tradeable', { currencyPair: 'EURXXX', rate: '1' }],
  [422, 'pair_not_tradeable', { currencyPair: 'EUR' }],
  [422, 'pair_not_tradeable', { currencyPair: 'USD/NOK', rate: '9' }], // the market has none
  [404, 'entity_not_found', { entityId: 'ent_nonsense' }],
  [422, 'rate_alert_level_reached', { rate: '1.1625' }],
  [422, 'rate_alert_level_reached', { rate: '1.16251', direction: 'AtOrBelow' }],
])('%i %s creates nothing: %o', async (status, code, change) => {
  const answer = await desk.create(change)
  expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
  expect([await desk.list(), await desk.own()]).toEqual([[], []])
})

test('a level that is reached already is rejected with the middle', async () => {
  const { body } = await desk.create({ rate: '1.16' })
  expect(body).toMatchObject({
    detail: 'The middle of EUR/USD is 1.162500 now, so it has reached 1.16000 already. Use a higher rate.',
    params: { currencyPair: 'EUR/USD', mid: '1.162500', rate: '1.16000' },
  })
})

test.each(['EURXXX', 'EUR/EUR', 'EUR'])(
  'the pair %s is reported at its place, beside the other errors',
  async (currencyPair) => {
    const { body } = await desk.create({ currencyPair, expiresAt: '2020-01-01T00:00:00Z' })
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/currencyPair', '/expiresAt'])
  },
)

test('several wrong fields are all reported, also beside those of the shape', async () => {
  const { body } = await desk.create({
    rate: '1.1234567',
    direction: 'Above',
    expiresAt: '2020-01-01T00:00:00Z',
    note: 'n'.repeat(141),
  })
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
    '/direction',
    '/expiresAt',
    '/note',
    '/rate',
  ])
})

test('a blank note and a blank reference are rejected', async () => {
  const { status, body } = await desk.create({ note: ' ', clientReference: '\t' })
  const pointers = body.errors?.map(({ pointer }: { pointer: string }) => pointer).toSorted()
  expect([status, pointers]).toEqual([400, ['/clientReference', '/note']])
})

test('a reference is used once, a repeated request creates one alert, and a dry run none', async () => {
  expect((await desk.create({}, {}, '?dryRun=true')).body).toMatchObject({ status: 'Active', dryRun: true })
  expect(await desk.list()).toEqual([])
  const headers = { 'idempotency-key': newUuid() }
  const first = await desk.create({ clientReference: 'a' }, headers)
  expect((await desk.create({ clientReference: 'a' }, headers)).body).toEqual(first.body)
  const again = await desk.create({ clientReference: 'a' })
  expect([again.status, errorCode(again.body)]).toEqual([409, 'duplicate_client_reference'])
  expect(again.body.params).toMatchObject({ existingId: first.body.rateAlertId })
})

test('the list filters by status and pair, shows the active ones by default, and pages newest first', async () => {
  const ids: string[] = []
  for (const rate of ['1.18', '1.19', '1.20']) ids.push(await desk.given({ rate }))
  const other = await desk.given({ currencyPair: 'GBPUSD', rate: '2' })
  await desk.cancel(ids[2]!)
  await desk.move('1.185')
  const idsOf = async (query: string) => (await desk.list(query)).map(({ rateAlertId }) => rateAlertId)
  expect(await idsOf('')).toEqual([other, ids[1]])
  expect(await idsOf('currencyPair=GBP/USD')).toEqual([other])
  expect(await idsOf('status=Triggered')).toEqual([ids[0]])
  expect(await idsOf('status=Cancelled')).toEqual([ids[2]])
  expect(await idsOf('status=Expired')).toEqual([])
  const { body } = await desk.get(`${PATH}?limit=1`)
  expect(body.data).toHaveLength(1)
  expect(await idsOf(`limit=1&after=${body.nextCursor}`)).toEqual([ids[1]])
  expect((await desk.get(`${PATH}?currencyPair=EURO`)).body.code).toBe('pair_not_tradeable')
})

test('a read that is repeated with its ETag is not modified until the alert is triggered', async () => {
  const id = await desk.given()
  const { headers } = await desk.get(`${PATH}/${id}`)
  const again = () => desk.get(`${PATH}/${id}`, { 'if-none-match': headers['etag'] })
  expect((await again()).status).toBe(304)
  await desk.move('1.2')
  expect((await again()).status).toBe(200)
})

test('a cancelled alert is not triggered, and only an active one can be cancelled', async () => {
  const [id, triggered] = [await desk.given({ rate: '1.19' }), await desk.given({ rate: '1.17' })]
  const { status, body } = await desk.cancel(id)
  expect([status, body.status]).toEqual([200, 'Cancelled'])
  await desk.move('1.2')
  expect(await desk.read(id)).toEqual(body)
  for (const [ended, state] of [
    [id, 'Cancelled'],
    [triggered, 'Triggered'],
  ] as const) {
    const again = await desk.cancel(ended)
    expect([again.status, again.body.code, again.body.params]).toEqual([
      409,
      'rate_alert_not_cancellable',
      { status: state },
    ])
  }
})

test('an alert of another entity, and an unknown one, are not found', async () => {
  const stranger = await openAlertDesk()
  const id = await stranger.given()
  for (const each of [id, 'ral_nonsense', 'nonsense']) {
    expect((await desk.get(`${PATH}/${each}`)).body.code).toBe('rate_alert_not_found')
    expect((await desk.cancel(each)).body.code).toBe('rate_alert_not_found')
  }
  expect((await stranger.read(id)).status).toBe('Active')
})

test('an alert expires at its instant, and a rate that is reached then or later does not trigger it', async () => {
  const expiresAt = '2026-11-25T11:00:00.000Z'
  const [id, untouched] = [await desk.given({ expiresAt }), await desk.given({ expiresAt, rate: '9' })]
  desk.market.prices = { ...PRICES, EUR: ['1.2', '1.2', '1.2'] }
  desk.time.now = new Date(expiresAt) // the market is looked at before the job of the expiry runs
  expect((await desk.read(id)).status).toBe('Expired')
  expect((await desk.list('status=Expired')).map(({ rateAlertId }) => rateAlertId)).toEqual([untouched, id])
  expect(await desk.list()).toEqual([])
  expect((await desk.cancel(id)).body.params).toEqual({ status: 'Expired' })
  await desk.advance('2026-11-25T11:00:05.000Z')
  expect(await desk.read(id)).toMatchObject({ status: 'Expired', triggeredAt: null, updatedAt: expiresAt })
  expect((await desk.own()).filter((type) => type !== 'rateAlert.created')).toEqual([
    'rateAlert.expired',
    'rateAlert.expired',
  ])
})

test('an alert whose expiry is processed late is not triggered by a rate that was reached after it', async () => {
  const expiresAt = '2026-11-25T11:00:00.000Z'
  const id = await desk.given({ expiresAt })
  desk.market.prices = { ...PRICES, EUR: ['1.2', '1.2', '1.2'] }
  await db.pool.query(
    `update due_work set retry_at = now() + interval '1 hour' where entity_id = $1 and kind = 'rateAlert.expire'`,
    [desk.entityId],
  )
  desk.time.now = new Date(expiresAt)
  await desk.advance(expiresAt)
  expect(await desk.read(id)).toMatchObject({ status: 'Expired', triggeredAt: null })
  expect(await desk.own()).toEqual(['rateAlert.created', 'rateAlert.expired'])
  await db.pool.query('update due_work set retry_at = null where entity_id = $1', [desk.entityId])
  await desk.advance(expiresAt)
  expect(await desk.own()).toHaveLength(2)
})

test('an entity has 200 active alerts, also when it sends many at once, and more once one has ended', async () => {
  const entity = [desk.entityId]
  await db.pool.query(
    `insert into rate_alerts (entity_id, rate_alert_id, client_id, status, currency_pair, rate, direction, created_at, updated_at, expires_at)
      select $1, gen_random_uuid(), $1, 'Active', 'EUR/USD', 9, 'AtOrAbove', $2, $2, $2::timestamptz + interval '1 hour'
        from generate_series(1, 198)`,
    [entity[0], NOW],
  )
  const answers = await Promise.all(Array.from({ length: 6 }, () => desk.create()))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409])
  const rejected = answers.find(({ status }) => status === 409)!
  expect(rejected.body).toMatchObject({ code: 'rate_alert_limit_reached', params: { limit: 200 } })
  await desk.cancel(answers.find(({ status }) => status === 201)!.body.rateAlertId)
  expect((await desk.create()).status).toBe(201)
  await db.pool.query(`delete from rate_alerts where entity_id = $1 and rate = 9`, entity)
})

test('an alert survives a restart of the server', async () => {
  const id = await desk.given()
  await desk.restart()
  await desk.move('1.2')
  expect((await desk.read(id)).status).toBe('Triggered')
})

test('a live market that has moved back before the job runs shows the alert its own rate', async () => {
  const id = await desk.given()
  desk.market.prices = { ...PRICES, EUR: ['1.19', '1.19', '1.19'] }
  const { look } = desk.deps.rateWatch
  const failed = (error: unknown) => expect.unreachable(String(error))
  await look({ db, until: desk.time.now, at: (begun) => begun, isAwaited: true, failed })
  await desk.move('1.17')
  expect(await desk.read(id)).toMatchObject({ status: 'Triggered', triggeredRate: '1.180000' })
})

test('a cancellation and a trigger at the same moment end an alert once', async () => {
  for (let round = 0; round < 8; round++) {
    desk.market.prices = PRICES
    const id = await desk.given()
    desk.market.prices = { ...PRICES, EUR: ['1.2', '1.2', '1.2'] }
    const [{ status }] = await Promise.all([desk.cancel(id), desk.advance(NOW)])
    const ended = await desk.read(id)
    expect([status, ended.status]).toEqual(status === 200 ? [200, 'Cancelled'] : [409, 'Triggered'])
  }
  expect((await desk.own()).length).toBe(16)
})

test('reading and creating rate alerts need the scope of quotes', async () => {
  desk.principal.scopes.delete('fx:quote')
  for (const answer of [await desk.create(), await desk.get(PATH), await desk.cancel('ral_x')])
    expect([answer.status, answer.body.code]).toEqual([403, 'scope_missing'])
})
