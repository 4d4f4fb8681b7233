import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openCreditDesk, type TestDeal } from '../../../test/support/credit.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { inRolledBackTransaction, inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import {
  findExposure,
  findTerm,
  findTermIn,
  readCreditBook,
  reduceExposure,
  reserveExposure,
  withoutPart,
} from './index.ts'

const db = await testDatabase()

const deals = fc.record<TestDeal>({
  base: fc.constantFrom('20000', '30000', '100000'),
  side: fc.constantFrom('Buy', 'Sell'),
  valueDate: fc.constantFrom('2027-02-25', '2027-05-25'),
})
const decided = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as Refusal
    return { code, message }
  }
}

test('the preview of an amendment is decided on the credit that the amendment leaves when it is booked', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(deals, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('Notional' as const, 'MarginWaiver' as const),
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      async (made, utilisationBasis, isWaived, quarters) => {
        const desk = await openCreditDesk(db, {
          facility: { utilisationBasis, limitMinor: 20_000_000n, terms: [term(isWaived)] },
        })
        const { entityId } = desk
        for (const each of made) {
          const deal = desk.deal({ tradeId: newUuid(), ...each })
          await decided(() => inTransaction(db, (tx) => reserveExposure(tx, desk, deal, desk.act())))
        }
        const { rows } = await db.pool.query('select trade_id from credit_exposures where entity_id = $1 limit 1', [
          entityId,
        ])
        const tradeId: string = rows[0].trade_id
        const exposure = (await findExposure(db.reader, entityId, tradeId))!
        const share = (amount: bigint) => (quarters === 4 ? amount : (amount * BigInt(quarters)) / 4n)
        const part = { baseMinor: share(exposure.baseMinor), counterMinor: share(exposure.counterMinor) }
        const next = desk.deal({ base: '110000', valueDate: '2027-05-25' })
        const previewed = await decided(async () => {
          const book = withoutPart(await readCreditBook(db.reader, entityId), exposure, part)!
          return findTermIn(book, desk, next, desk.time.now)
        })
        const booked = await decided(() =>
          inRolledBackTransaction(db, async (tx) => {
            await reduceExposure(tx, { entityId, tradeId, ...part }, desk.time.now)
            return findTerm(tx, desk, next, desk.time.now)
          }),
        )
        expect(previewed).toEqual(booked)
        seen.add((previewed as { code?: string }).code ?? 'accepted')
      },
    ),
    { numRuns: 25 },
  )
  expect([...seen].sort()).toEqual(['accepted', 'credit_limit_exceeded'])
}, 120_000)

const term = (initialMarginWaived: boolean) => ({
  name: 'Term',
  products: ['Forward' as const],
  forwardTypes: ['Fixed' as const],
  currencyPairs: null,
  maxTenor: 'P24M',
  limitMinor: 20_000_000n,
  initialMarginPercent: '5',
  initialMarginWaived,
})

test('a position that is older than the deal is not used, since the deal cannot be subtracted from it', async () => {
  const desk = await openCreditDesk(db)
  const older = await readCreditBook(db.reader, desk.entityId)
  const deal = desk.deal({ base: '1000' })
  await inTransaction(db, (tx) => reserveExposure(tx, desk, deal, desk.act()))
  const exposure = (await findExposure(db.reader, desk.entityId, deal.tradeId))!
  expect(withoutPart(older, exposure, exposure)).toBeUndefined()
  const current = await readCreditBook(db.reader, desk.entityId)
  expect(withoutPart(current, exposure, exposure)!.usages[0]!.positions).toEqual([])
})
