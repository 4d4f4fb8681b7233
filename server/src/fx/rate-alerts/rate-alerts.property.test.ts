import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AUDITS } from '../../composition/modules.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { PRICES } from '../../../test/support/market.ts'

/** Random alerts, markets, cancellations and clock moves against a model that keeps nothing but lists. */
const db = await testDatabase()
const START = Date.parse('2026-11-25T10:00:00.000Z')
const PIP = 0.0001

interface Modelled {
  id: string
  level: number
  isAbove: boolean
  expiresAt: number
  status: 'Active' | 'Triggered' | 'Cancelled' | 'Expired'
}

const step = fc.oneof(
  fc.record({
    act: fc.constant('create' as const),
    pips: fc.integer({ min: -5, max: 5 }),
    isAbove: fc.boolean(),
    minutes: fc.integer({ min: 1, max: 30 }),
  }),
  fc.record({ act: fc.constant('move' as const), pips: fc.integer({ min: -6, max: 6 }) }),
  fc.record({ act: fc.constant('cancel' as const), which: fc.nat(20) }),
  fc.record({ act: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
)

const rateAt = (pips: number) => (1.1625 + pips * PIP).toFixed(4)
const reaches = (mid: number, { level, isAbove }: Modelled) => (isAbove ? mid >= level : mid <= level)

test('each alert ends as a list of markets and times says, and every active one is watched', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const desk = await openDesk(db, 'RM', { now: new Date(START).toISOString(), currencies: [] })
      const alerts: Modelled[] = []
      let [now, mid] = [START, 0]
      const show = (pips: number) => {
        mid = pips
        const rate = rateAt(pips)
        desk.market.prices = { ...PRICES, EUR: [rate, rate, rate] }
      }
      show(0)
      for (const each of steps) {
        const active = alerts.filter(({ status }) => status === 'Active')
        if (each.act === 'create') {
          const alert = {
            id: '',
            level: each.pips,
            isAbove: each.isAbove,
            expiresAt: now + each.minutes * 60_000,
            status: 'Active' as const,
          }
          const answer = await desk.post('/v1/fx/rate-alerts', {
            currencyPair: 'EURUSD',
            rate: rateAt(each.pips),
            direction: each.isAbove ? 'AtOrAbove' : 'AtOrBelow',
            expiresAt: new Date(alert.expiresAt).toISOString(),
          })
          expect(answer.status).toBe(reaches(mid, alert) ? 422 : 201)
          if (answer.status === 201) alerts.push({ ...alert, id: answer.body.rateAlertId })
        } else if (each.act === 'move') {
          show(each.pips)
          await desk.advance(new Date(now).toISOString())
          for (const alert of active) if (reaches(mid, alert)) alert.status = 'Triggered'
        } else if (each.act === 'cancel') {
          const alert = alerts[each.which % Math.max(1, alerts.length)]
          if (!alert) continue
          const { status } = await desk.post(`/v1/fx/rate-alerts/${alert.id}/cancel`, {})
          expect(status).toBe(alert.status === 'Active' ? 200 : 409)
          if (status === 200) alert.status = 'Cancelled'
        } else {
          now += each.minutes * 60_000
          await desk.advance(new Date(now).toISOString())
          for (const alert of active) if (alert.expiresAt <= now) alert.status = 'Expired'
        }
      }
      for (const { id, status } of alerts) {
        expect((await desk.get(`/v1/fx/rate-alerts/${id}`)).body.status).toBe(status)
      }
      const ends = (await desk.events()).filter((type) => /rateAlert\.(triggered|cancelled|expired)/.test(type))
      expect(ends.length).toBe(alerts.filter(({ status }) => status !== 'Active').length)
      const audit = AUDITS.find(({ name }) => name.includes('active rate alert'))!
      expect((await db.pool.query(audit.sql)).rows).toEqual([])
    }),
    { numRuns: 25 },
  )
}, 120_000)

test('the audit finds an active alert without a level, and a level without an active alert', async () => {
  const desk = await openDesk(db, 'RM')
  const order = { currencyPair: 'EURUSD', rate: '1.18', direction: 'AtOrAbove' }
  await desk.post('/v1/fx/rate-alerts', order)
  const audit = AUDITS.find(({ name }) => name.includes('active rate alert'))!
  const findings = async () => {
    const { rows } = await db.pool.query<string[]>({ text: audit.sql, rowMode: 'array' })
    return rows.filter(([entityId]) => entityId === desk.entityId)
  }
  expect(await findings()).toEqual([])
  await db.pool.query('update rate_levels set resource_id = gen_random_uuid() where entity_id = $1', [desk.entityId])
  expect(await findings()).toHaveLength(2)
  await db.pool.query('delete from rate_levels where entity_id = $1', [desk.entityId])
  expect(await findings()).toHaveLength(1)
})
