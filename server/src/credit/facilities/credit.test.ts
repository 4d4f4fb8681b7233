import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CreditDesk, openCreditDesk, standardTerm, type TestDeal } from '../../../test/support/credit.ts'
import { givenEntity } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { periodEnd } from '../../fx/calendar/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import { findExposure, findTerm, initialMarginOn, listDeals, reduceExposure, usageFacts, usageOf } from './index.ts'
import { closeExposure } from '../../../test/support/exposures.ts'
import { liveValuer } from '../valuation/index.ts'
import { type UsageFacts, wantedBy } from './usage.ts'
import { marginPercent } from './rules.ts'
import { errorCode } from '../../../test/support/codes.ts'

const valuerOf = (desk: Awaited<ReturnType<typeof openCreditDesk>>, facts: UsageFacts) =>
  liveValuer(desk.sources, wantedBy(facts), facts.facility.currency, desk.time.now)

const db = await testDatabase({ poolSize: 12 })

/** Utilisation now, in pence. */
async function utilised(desk: CreditDesk): Promise<bigint> {
  const facts = await usageFacts(db.reader, await desk.facility())
  return usageOf(facts, valuerOf(desk, facts)).utilisedMinor
}
const find = (desk: CreditDesk, deal: TestDeal) =>
  findTerm(db.reader, { sources: desk.sources }, desk.deal(deal), desk.time.now)
const codeOf = (wanted: Promise<unknown>): Promise<string> =>
  wanted.then(
    () => 'ok',
    (error: Refusal) => error.code,
  )

describe('the domain’s worked facility', () => {
  test('EUR 350,000 open at EUR/GBP 0.88578 use GBP 310,023.00 of 2,000,000 and leave 1,689,977.00', async () => {
    const desk = await openCreditDesk(db, { mids: { EUR: '0.88578', GBP: '1' } })
    await desk.reserve({ pair: 'EUR/USD', side: 'Buy', base: '350000', rate: '1.17182' })
    const { body } = await desk.get(`/v1/credit/facilities?facilityId=${desk.wireFacilityId}`)
    expect(body.data[0]).toMatchObject({ limit: '2000000.00', utilised: '310023.00', available: '1689977.00' })
  })

  test('initial margin of 5 % of USD 585,910.00 is 29,295.50, of CHF 300,000 at 1.2625 10 % are GBP 23,762.38', () => {
    const margin = { percent: new Decimal(5), isWaived: false, minimumMinor: 0n, currency: 'GBP' }
    expect(initialMarginOn(margin, { amountMinor: 58_591_000n, currency: 'USD' }, new Decimal(1))).toBe(2_929_550n)
    const ten = { ...margin, percent: new Decimal(10) }
    expect(initialMarginOn(ten, { amountMinor: 23_762_376n, currency: 'GBP' }, new Decimal(1))).toBe(2_376_238n)
  })

  test('ladder: 0 % below 7 days, 3 % to 1 month, 5 % to 6 months, 10 % to 2 years', () => {
    const term = {
      initialMarginPercent: '12',
      initialMarginSchedule: [
        { fromTenor: 'P0D', toTenor: 'P6D', percent: '0' },
        { fromTenor: 'P7D', toTenor: 'P1M', percent: '3' },
        { fromTenor: 'P1M', toTenor: 'P6M', percent: '5' },
        { fromTenor: 'P6M', toTenor: 'P2Y', percent: '10' },
      ],
    }
    const reach = (tenor: string) => periodEnd('2026-11-27', tenor)
    const at = (day: string) => marginPercent(term, reach, day).toNumber()
    expect(['2026-12-03', '2026-12-04', '2026-12-27', '2026-12-28', '2027-05-27', '2027-05-28'].map(at)).toEqual([
      0, 3, 3, 5, 5, 10,
    ])
    expect(at('2028-11-28')).toBe(12)
  })

  test('the least initial margin is the term’s minimum, and none where it is waived or the ladder says 0 %', () => {
    const margin = { percent: new Decimal(5), isWaived: false, minimumMinor: 100_000n, currency: 'GBP' }
    const side = { amountMinor: 100_000n, currency: 'USD' }
    expect(initialMarginOn(margin, side, new Decimal('1.3124'))).toBe(131_240n)
    expect(initialMarginOn({ ...margin, isWaived: true }, side, new Decimal(1))).toBe(0n)
    expect(initialMarginOn({ ...margin, percent: new Decimal(0) }, side, new Decimal(1))).toBe(0n)
  })
})

describe('finding a term', () => {
  const waived = { ...standardTerm, name: 'Waived', maxTenor: 'P3M', limitMinor: 5_000_000n, initialMarginWaived: true }

  test('takes the first that fits: the margin-waived one until its limit is used up, then the other', async () => {
    const desk = await openCreditDesk(db, { facility: { terms: [waived, standardTerm] } })
    expect((await find(desk, { base: '50000' })).term.name).toBe('Waived')
    await desk.reserve({ base: '50000' })
    const next = await find(desk, { base: '1' })
    expect([next.term.name, next.initialMargin.isWaived, next.utilisedBeforeMinor]).toEqual([
      'Standard',
      false,
      5_000_000n,
    ])
    expect(next).toMatchObject({ utilisedAfterMinor: 5_000_100n, availableAfterMinor: 194_999_900n })
  })

  test('a longer tenor takes the term that has it', async () => {
    const desk = await openCreditDesk(db, { facility: { terms: [waived, standardTerm] } })
    expect((await find(desk, { base: '100', valueDate: '2027-06-30' })).term.name).toBe('Standard')
  })

  test('the limit of a tenor is that tenor’s own date for the pair, to the day; the ladder of margin counts the same', async () => {
    const schedule = [{ fromTenor: 'P0D', toTenor: 'P1M', percent: '3' }]
    const terms = [{ ...standardTerm, maxTenor: 'P12M', initialMarginSchedule: schedule }]
    const desk = await openCreditDesk(db, { facility: { terms } })
    const deal = (valueDate: string, spotDate: string) => ({ pair: 'EUR/USD', base: '100', spotDate, valueDate })
    const year = (valueDate: string) => codeOf(find(desk, deal(valueDate, '2026-11-25')))
    expect(await Promise.all(['2027-11-26', '2027-11-29', '2027-11-30'].map(year))).toEqual([
      'ok', // 25 November 2027 is Thanksgiving
      'tenor_beyond_term',
      'tenor_beyond_term',
    ])
    await expect(find(desk, deal('2027-11-29', '2026-11-25'))).rejects.toMatchObject({
      params: { latest: '2027-11-26', maxTenor: 'P12M' },
    })
    const percent = async (valueDate: string) => (await find(desk, deal(valueDate, '2026-11-27'))).initialMargin.percent
    expect((await percent('2026-12-28')).toNumber()).toBe(3) // one month ends on a Sunday
    expect((await percent('2026-12-29')).toNumber()).toBe(Number(standardTerm.initialMarginPercent))
  })

  test.each<[string, TestDeal, object]>([
    ['credit_limit_exceeded', { base: '2000000.01' }, {}],
    [
      'credit_limit_exceeded',
      { base: '2000', termId: 'first' },
      { terms: [{ ...standardTerm, limitMinor: 100_000n }] },
    ],
    ['tenor_beyond_term', { valueDate: '2027-03-31' }, { terms: [{ ...standardTerm, maxTenor: 'P3M' }] }],
    ['tenor_beyond_term', { valueDate: '2027-03-31' }, { maxTenor: 'P3M' }],
    ['credit_term_not_fitting', {}, { terms: [{ ...standardTerm, currencyPairs: ['EUR/USD'] }] }],
    ['credit_term_not_fitting', {}, { terms: [{ ...standardTerm, forwardTypes: ['Window'] }] }],
    ['credit_term_not_fitting', {}, { terms: [{ ...standardTerm, products: ['Spot'] }] }],
    ['credit_term_not_found', { termId: newUuid() }, {}],
  ])('%s: %o', async (code, deal, facility) => {
    const desk = await openCreditDesk(db, { facility })
    const { rows } = await db.pool.query('select term_id from credit_terms where entity_id = $1', [desk.entityId])
    const order = { ...deal, ...(deal.termId === 'first' && { termId: rows[0].term_id }) }
    expect(await codeOf(find(desk, order))).toBe(code)
    expect(await codeOf(desk.reserve(order))).toBe(code)
    expect(await utilised(desk)).toBe(0n)
  })

  test('reports the remaining limit and the use of the deal', async () => {
    const desk = await openCreditDesk(db)
    await desk.reserve({ base: '1900000' })
    await expect(find(desk, { base: '150000' })).rejects.toMatchObject({
      params: { limit: '2000000.00', utilised: '1900000.00', needed: '150000.00', available: '100000.00' },
    })
  })

  test('a suspended facility, a term that is not valid yet, and a missing facility have different errors', async () => {
    const desk = await openCreditDesk(db)
    await db.pool.query(`update credit_terms set valid_from = '2027-01-01' where entity_id = $1`, [desk.entityId])
    expect(await codeOf(find(desk, {}))).toBe('credit_term_not_fitting')
    await db.pool.query(`update credit_facilities set status = 'Suspended' where entity_id = $1`, [desk.entityId])
    expect(await codeOf(find(desk, {}))).toBe('credit_facility_not_active')
    const stranger = { ...desk.deal(), entityId: await givenEntity(db, 'RM') }
    expect(await codeOf(findTerm(db.reader, { sources: desk.sources }, stranger, desk.time.now))).toBe(
      'credit_facility_missing',
    )
  })

  test('a facility allows deals up to its expiry date, and the error after it states that it is expired', async () => {
    const desk = await openCreditDesk(db, { facility: { expiryDate: '2026-11-25' } })
    const { expiryDate, status } = (await desk.get('/v1/credit/facilities')).body.data[0]
    expect([expiryDate, status, await codeOf(find(desk, {}))]).toEqual(['2026-11-25', 'Active', 'ok'])
    desk.time.now = new Date('2026-11-26T00:00:00Z')
    await expect(find(desk, {})).rejects.toMatchObject({
      code: 'credit_facility_not_active',
      params: { status: 'Expired' },
    })
    expect((await desk.get('/v1/credit/facilities')).body.data[0].status).toBe('Expired')
  })

  test('another entity’s term is not found', async () => {
    const [one, other] = [await openCreditDesk(db), await openCreditDesk(db)]
    const { rows } = await db.pool.query('select term_id from credit_terms where entity_id = $1', [other.entityId])
    expect(await codeOf(find(one, { termId: rows[0].term_id }))).toBe('credit_term_not_found')
  })
})

describe('exposures', () => {
  test('law: what is open and what was delivered make the contract, and utilisation follows what is left', async () => {
    const desk = await openCreditDesk(db)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }), async (parts) => {
        const tradeId = await desk.reserve({ base: '1000', rate: '1.31377' })
        const before = (await findExposure(db.reader, desk.entityId, tradeId))!
        let delivered = { baseMinor: 0n, counterMinor: 0n }
        for (const percent of parts.slice(0, 2)) {
          const part = { baseMinor: BigInt(percent) * 1000n, counterMinor: BigInt(percent) * 1313n }
          const at = { entityId: desk.entityId, tradeId }
          const left = await inTransaction(db, (tx) => reduceExposure(tx, { ...at, ...part }, desk.time.now))
          delivered = {
            baseMinor: delivered.baseMinor + part.baseMinor,
            counterMinor: delivered.counterMinor + part.counterMinor,
          }
          expect(left.baseMinor + delivered.baseMinor).toBe(before.baseMinor)
          expect(left.counterMinor + delivered.counterMinor).toBe(before.counterMinor)
          expect(await utilised(desk)).toBe(left.baseMinor)
        }
        await inTransaction(db, (tx) => closeExposure(tx, { entityId: desk.entityId, tradeId }, desk.time.now))
        expect(await findExposure(db.reader, desk.entityId, tradeId)).toBeUndefined()
        expect(await utilised(desk)).toBe(0n)
      }),
      { numRuns: 8 },
    )
  })

  test('law: utilisation never exceeds the limit, for any number of concurrent bookings', async () => {
    const desk = await openCreditDesk(db, {
      facility: { limitMinor: 100_000_000n, terms: [{ ...standardTerm, limitMinor: 100_000_000n }] },
    })
    const amounts = Array.from({ length: 24 }, (_, i) => String(60_000 + i * 5_000))
    const answers = await Promise.all(amounts.map((base) => codeOf(desk.reserve({ base }))))
    expect(new Set(answers)).toEqual(new Set(['ok', 'credit_limit_exceeded']))
    const used = await utilised(desk)
    expect(used).toBeLessThanOrEqual(100_000_000n)
    expect(used).toBeGreaterThan(100_000_000n - 18_000_000n)
    const booked = amounts.filter((_, i) => answers[i] === 'ok').reduce((sum, base) => sum + BigInt(base) * 100n, 0n)
    expect(used).toBe(booked)
  })

  test('a concurrent drawdown and close-out never take more than is open', async () => {
    const desk = await openCreditDesk(db)
    const tradeId = await desk.reserve({ base: '100' })
    const half = { entityId: desk.entityId, tradeId, baseMinor: 6_000n, counterMinor: 7_800n }
    const settled = await Promise.allSettled(
      [1, 2, 3].map(() => inTransaction(db, (tx) => reduceExposure(tx, half, desk.time.now))),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await findExposure(db.reader, desk.entityId, tradeId))?.baseMinor).toBe(4_000n)
  })

  test('the past shows what was open then', async () => {
    const desk = await openCreditDesk(db)
    const tradeId = await desk.reserve({ base: '100' })
    const morning = desk.time.now
    desk.time.now = new Date('2026-11-25T12:00:00Z')
    const part = { entityId: desk.entityId, tradeId, baseMinor: 4_000n, counterMinor: 5_200n }
    await inTransaction(db, (tx) => reduceExposure(tx, part, desk.time.now))
    desk.time.now = new Date('2026-11-25T14:00:00Z')
    await inTransaction(db, (tx) => closeExposure(tx, part, desk.time.now))
    const openAt = async (asAt: Date) =>
      (await listDeals(db.reader, { entityId: desk.entityId, asAt }, 10)).map(({ baseMinor }) => baseMinor)
    expect(await openAt(new Date('2026-11-25T09:59:59Z'))).toEqual([])
    expect(await openAt(morning)).toEqual([10_000n])
    expect(await openAt(new Date('2026-11-25T12:00:00Z'))).toEqual([6_000n])
    expect(await openAt(new Date('2026-11-25T14:00:00Z'))).toEqual([])
  })

  test('crossing 80 % of the limit is reported once', async () => {
    const desk = await openCreditDesk(db)
    await desk.reserve({ base: '1500000' })
    expect(await desk.events('creditFacility.threshold')).toEqual([])
    await desk.reserve({ base: '150000' })
    await desk.reserve({ base: '10000' })
    expect(await desk.events('creditFacility.threshold')).toEqual(['creditFacility.thresholdReached'])
  })

  test('on the margin-waiver basis the waived margin and uncovered losses count', async () => {
    const terms = [{ ...standardTerm, initialMarginWaived: true }]
    const desk = await openCreditDesk(db, {
      facility: { utilisationBasis: 'MarginWaiver', terms },
      mids: { GBP: '1.3' },
    })
    await desk.reserve({ base: '100000', rate: '1.30' })
    expect(await utilised(desk)).toBe(500_000n) // 5 % of 100,000; at its own rate it is worth nothing
    desk.market.set('GBP', '1.3325')
    const facts = await usageFacts(db.reader, await desk.facility())
    const { mtmMinor, utilisedMinor } = usageOf(facts, valuerOf(desk, facts))
    expect(mtmMinor).toBeLessThan(-243_000n)
    expect(utilisedMinor).toBe(500_000n - mtmMinor)
  })
})

describe('the routes', () => {
  test('facilities and terms show all their fields', async () => {
    const desk = await openCreditDesk(db)
    const { status, body } = await desk.get(`/v1/credit/facilities?entityId=${desk.wire.entityId}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: [
        {
          ...desk.wire,
          status: 'Active',
          currency: 'GBP',
          utilised: '0.00',
          available: '2000000.00',
          maxTenor: 'P24M',
          marginMethod: 'PerTrade',
          initialMarginHeld: '0.00',
          variationMarginHeld: '0.00',
          variationMarginDue: '0.00',
          mtm: { amount: '0.00', currency: 'GBP', snapshotId: null },
          marginCallTerms: {
            basis: 'RateMove',
            threshold: '2.5',
            callSize: '2.5',
            dueBusinessDays: 2,
            minimumCall: '1000.00',
          },
          letter: { version: 1, signedAt: null, documentId: expect.stringMatching(/^doc_/) },
        },
      ],
      nextCursor: null,
    })
    const [facility] = body.data
    const terms = await desk.get(
      `/v1/credit/facilities/${facility.facilityId}/terms?entityId=${desk.wire.entityId}&currency=USD`,
    )
    expect(terms.body.data).toMatchObject([
      {
        termId: facility.termIds[0],
        products: ['Forward'],
        forwardTypes: ['Fixed', 'Window', 'Open', 'Variable'],
        currencyPairs: null,
        limit: '2000000.00',
        initialMargin: { percent: '5', minimum: '0.00', waived: false, release: 'ProRata', schedule: [] },
        variationMargin: { thresholdPercent: '2.5', callPercent: '2.5', basis: 'RateMove' },
        status: 'Active',
        validTo: null,
      },
    ])
    const none = await desk.get(
      `/v1/credit/facilities/${facility.facilityId}/terms?entityId=${desk.wire.entityId}&termId=${formatId('ctm', newUuid())}`,
    )
    expect(none.body).toEqual({ data: [], nextCursor: null })
  })

  test('a facility past its review date is due for review and still allows deals', async () => {
    const desk = await openCreditDesk(db)
    await db.pool.query(`update credit_facilities set review_date = '2026-11-20' where entity_id = $1`, [desk.entityId])
    expect((await desk.get('/v1/credit/facilities')).body.data[0].status).toBe('ReviewDue')
    await desk.reserve()
  })

  test('the letter is a PDF, always the same one, and its description fits it', async () => {
    const desk = await openCreditDesk(db)
    const url = `/v1/credit/facilities/${desk.wireFacilityId}/letter`
    const described = await desk.get(url)
    expect(described.body).toMatchObject({ version: 1, signedAt: null, issuedAt: expect.any(String), expiresAt: null })
    const pdf = await desk.get(url, { accept: 'application/pdf' })
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-')
    const { createHash } = await import('node:crypto')
    expect(createHash('sha256').update(pdf.raw).digest('hex')).toBe(described.body.sha256)
    const linked = await desk.get(
      new URL(described.body.downloadUrl).pathname + new URL(described.body.downloadUrl).search,
    )
    expect(linked.raw.equals(pdf.raw)).toBe(true)
    expect((await desk.get(url, { accept: 'image/png' })).status).toBe(406)
  })

  test.each([
    [404, 'facility_not_found', `/v1/credit/facilities?facilityId=${formatId('fac', newUuid())}`],
    [404, 'facility_not_found', `/v1/credit/facilities/${formatId('fac', newUuid())}/terms`],
    [404, 'facility_not_found', `/v1/credit/facilities/nonsense/letter`],
    [404, 'entity_not_found', `/v1/credit/facilities?entityId=${formatId('ent', newUuid())}`],
    [400, 'unknown_parameter', '/v1/credit/facilities?what=1'],
    [400, 'cursor_invalid', '/v1/credit/facilities?after=x'],
  ])('%i %s: %s', async (status, code, url) => {
    const desk = await openCreditDesk(db)
    const answer = await desk.get(url)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
  })

  test('all errors of a query are reported together', async () => {
    const desk = await openCreditDesk(db)
    const told = async (url: string) => {
      const { errors } = (await desk.get(url)).body as { errors: { pointer: string }[] }
      return errors.map(({ pointer }) => pointer).sort()
    }
    expect(await told('/v1/credit/facilities?after=x&limit=0')).toEqual(['?after', '?limit'])
    expect(await told('/v1/credit/facilities/fac_1/terms?after=x&limit=0')).toEqual(['?after', '?limit'])
  })

  test('a client with an Arabic name gets its facility letter', async () => {
    const desk = await openCreditDesk(db)
    await db.pool.query(`update entities set legal_name = 'شركة' where entity_id = $1`, [desk.entityId])
    const letter = await desk.get(`/v1/credit/facilities/${desk.wireFacilityId}/letter?format=pdf`)
    expect([letter.status, letter.headers['content-type']]).toEqual([200, 'application/pdf'])
    const listed = (await desk.get('/v1/credit/facilities')).body.data[0].letter.documentId
    expect(listed).toMatch(/^doc_/)
  })

  test('another entity’s facility is not found', async () => {
    const [one, other] = [await openCreditDesk(db), await openCreditDesk(db)]
    for (const url of [`/terms?entityId=${one.wire.entityId}`, '/letter']) {
      const { status } = await one.get(`/v1/credit/facilities/${other.wireFacilityId}${url}`)
      expect(status).toBe(404)
    }
  })
})
