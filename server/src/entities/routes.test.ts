import { describe, expect, test } from 'vitest'
import { errorCode } from '../../test/support/codes.ts'
import { givenEntity, operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { openProcess } from '../../test/support/process.ts'
import { systemClock } from '../kernel/values/clock.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { formatId } from '../kernel/values/ids.ts'
import type { Principal } from '../kernel/http/principal.ts'
import {
  consumeDailyLimit,
  limitDayOf,
  getProfile,
  readUsage,
  releaseDailyLimit,
  setDefaultBeneficiary,
  setLimits,
  setPrice,
  setProfile,
} from './index.ts'

const db = await testDatabase()
const rm = await givenEntity(db, 'RM', { name: 'Nordlicht GmbH' })
const abs = await givenEntity(db, 'ABS')

const now = new Date('2026-11-20T22:59:59.999Z') // a millisecond before midnight in Berlin
const clock = { ...systemClock, now: () => now }
const principal = (entityId: string): Principal => ({
  clientId: entityId,
  entityId,
  serviceKind: 'RM',
  scopes: new Set(['entities:read']),
  roles: new Set(['maker', 'approver'] as const),
})
const { app, context } = await openProcess(db, { clock, authenticate: (token) => principal(token === 'rm' ? rm : abs) })
const { entities } = context

const get = (url: string) => app.inject({ url, headers: { authorization: 'Bearer rm' } })

describe('reads', () => {
  test('a client sees its own entity', async () => {
    const answer = await get('/v1/entities')
    expect(answer.json()).toMatchObject({
      data: [{ entityId: formatId('ent', rm), name: 'Nordlicht GmbH', serviceKind: 'RM', status: 'Active', lei: null }],
      nextCursor: null,
    })
  })

  test.each(['/v1/entities', '/v1/entities/settings'])('%s answers another entity like a missing one', async (path) => {
    for (const id of [formatId('ent', abs), 'ent_nonsense', 'x']) {
      const answer = await get(`${path}?entityId=${id}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'entity_not_found' })
    }
    expect((await get(`${path}?entityID=${formatId('ent', rm)}`)).statusCode).toBe(200)
    expect(errorCode((await get(`${path}?after=x`)).json())).toBe('cursor_invalid')
    expect(errorCode((await get(`${path}?entity=x`)).json())).toBe('unknown_parameter')
  })

  test('settings offer no longer tenor than can be dealt', async () => {
    const shorter = [{ currency: 'AED', maxForwardTenor: 'P3M', lastValueDate: '2027-02-26' }]
    const asked: unknown[] = []
    const { app: ending } = await openProcess(db, {
      clock,
      authenticate: () => principal(rm),
      forwardReach: (setting, at) => {
        asked.push(setting, at)
        return { maxForwardTenor: 'P13M', shorterForwardTenors: shorter }
      },
    })
    const answer = await ending.inject({ url: '/v1/entities/settings', headers: { authorization: 'Bearer rm' } })
    expect(answer.json().data[0]).toMatchObject({ maxForwardTenor: 'P13M', shorterForwardTenors: shorter })
    expect(asked).toEqual([{ pairs: null, allowed: 'P24M' }, now])
  })

  test('settings show limits, their use and the time of their reset', async () => {
    await inTransaction(db, async (tx) => {
      const { entity } = (await getProfile(tx, rm))!
      await consumeDailyLimit(tx, { entity, kind: 'payment', amountMinor: 12_345n, now })
    })
    const answer = await get('/v1/entities/settings')
    expect(answer.json().data[0]).toMatchObject({
      limits: {
        currency: 'EUR',
        minTradeSize: '1.00',
        maxTradeSize: '1000000000.00',
        dailyTrade: { limit: '1000000000.00', used: '0.00', resetsAt: '2026-11-20T23:00:00.000Z' },
        dailyPayment: { used: '123.45' },
      },
      features: { forwards: ['Fixed', 'Window', 'Open', 'Variable'], internalTransfers: false },
      quoteLifeSeconds: { spot: 10 },
      heldRate: null,
    })
  })
})

describe('daily limits', () => {
  const consume = (entityId: string, amountMinor: bigint, at = now) =>
    inTransaction(db, async (tx) => {
      const { entity } = (await getProfile(tx, entityId))!
      return consumeDailyLimit(tx, { entity, kind: 'trade', amountMinor, now: at })
    })
  const usedBy = async (entityId: string, at = now) =>
    (await readUsage(db.reader, (await getProfile(db.reader, entityId))!.entity, at)).usedMinor.trade

  test('are never exceeded by concurrent deals', async () => {
    const entityId = await givenEntity(db, 'RM')
    await inTransaction(db, (tx) => setLimits(tx, entityId, { dailyTradeMinor: 1_000n }, operatorAct))
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => consume(entityId, 100n)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await usedBy(entityId)).toBe(1_000n)
    await expect(consume(entityId, 1n)).rejects.toMatchObject({
      code: 'daily_limit_exceeded',
      params: { limit: '10.00', used: '10.00', currency: 'EUR', resetsAt: '2026-11-20T23:00:00.000Z' },
    })
  })

  test('apply to the first deal of a day too, and reset at midnight of the entity', async () => {
    const entityId = await givenEntity(db, 'RM')
    await inTransaction(db, (tx) => setLimits(tx, entityId, { dailyTradeMinor: 1_000n }, operatorAct))
    await expect(consume(entityId, 1_001n)).rejects.toMatchObject({ code: 'daily_limit_exceeded' })
    expect(await usedBy(entityId)).toBe(0n)
    await consume(entityId, 1_000n)
    const midnight = new Date(now.getTime() + 1)
    await consume(entityId, 600n, midnight)
    const { entity } = (await entities.get(entityId))!
    expect([limitDayOf(entity, now), limitDayOf(entity, midnight)]).toEqual(['2026-11-20', '2026-11-21'])
    await inTransaction(db, (tx) =>
      releaseDailyLimit(tx, { entityId, day: '2026-11-21', kind: 'trade', amountMinor: 600n }),
    )
    expect([await usedBy(entityId), await usedBy(entityId, midnight)]).toEqual([1_000n, 0n])
  })
})

describe('changes', () => {
  test('reach the cache of every process', async () => {
    expect(await entities.get(abs)).toMatchObject({ settings: { limits: { maxTradeMinor: 100_000_000_000n } } })
    expect(entities.get(abs)).not.toBeInstanceOf(Promise)
    await inTransaction(db, (tx) => setLimits(tx, abs, { maxTradeMinor: 777n }, operatorAct))
    await expect.poll(async () => (await entities.get(abs))?.settings.limits.maxTradeMinor, { interval: 5 }).toBe(777n)
  })

  test('of settings that break the schema are rejected', async () => {
    const change = { vopRequired: 'Sometimes' } as never
    await expect(inTransaction(db, (tx) => setProfile(tx, abs, change, operatorAct))).rejects.toMatchObject({
      code: 'settings_invalid',
    })
  })

  test('can set and remove the default beneficiary', async () => {
    const id = '01890000-0000-7000-8000-000000000001'
    await inTransaction(db, (tx) => setDefaultBeneficiary(tx, abs, 'EUR', id))
    expect((await getProfile(db.reader, abs))?.settings.defaultBeneficiaryByCurrency).toEqual({ EUR: id })
    await inTransaction(db, (tx) => setDefaultBeneficiary(tx, abs, 'EUR', null))
    expect((await getProfile(db.reader, abs))?.settings.defaultBeneficiaryByCurrency).toEqual({})
  })

  test.each([
    ['lei_invalid', { lei: '529900T8BM49AURSDO56' }],
    ['time_zone_unknown', { timeZone: 'Europe/Atlantis' }],
  ])('%s creates nothing', async (code, change) => {
    const { rows: before } = await db.pool.query('select count(*) from entities')
    await expect(givenEntity(db, 'RM', change)).rejects.toMatchObject({ code })
    expect((await db.pool.query('select count(*) from entities')).rows).toEqual(before)
  })

  test('are audited with amounts as decimals in the base currency', async () => {
    const entityId = await givenEntity(db, 'RM')
    const tier = { currencyPair: 'EUR/USD', tenor: null, fromAmountMinor: 10_000_000n, markupBps: '8' }
    await inTransaction(db, async (tx) => {
      await setLimits(tx, entityId, { maxTradeMinor: 1_234_56n }, operatorAct)
      await setLimits(tx, entityId, { maxTradeMinor: 777n }, operatorAct)
      await setPrice(tx, entityId, tier, operatorAct)
    })
    const { rows } = await db.pool.query('select action, detail from audit_log where entity_id = $1', [entityId])
    const limits = { currency: 'EUR', before: { maxTrade: '1234.56' }, after: { maxTrade: '7.77' } }
    expect(rows).toContainEqual({ action: 'entity.limitsSet', detail: limits })
    const { fromAmountMinor: _, markupBps, ...same } = tier
    const price = { ...same, fromAmount: '100000.00', currency: 'EUR', before: null, after: { markupBps } }
    expect(rows).toContainEqual({ action: 'entity.priceSet', detail: price })
  })

  test('are audited, and the house is no client', async () => {
    const { rows } = await db.pool.query(`select distinct action from audit_log where entity_id = $1 order by 1`, [abs])
    expect(rows.map((row) => row.action)).toEqual(
      expect.arrayContaining(['entity.created', 'entity.limitsSet', 'entity.priceSet']),
    )
    expect(await entities.get('00000000-0000-7000-8000-000000000001')).toBeUndefined()
  })
})
