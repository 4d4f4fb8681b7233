import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { manualRail, type RailReport, receiveReport } from '../rails/index.ts'

const db = await testDatabase({ poolSize: 4 })

const AMOUNT = 100n
const FUNDED = 500n

interface Told {
  status: 'Sent' | 'Completed' | 'Failed' | 'Returned'
  ref: string
  minor: bigint | undefined
}

const told: fc.Arbitrary<Told> = fc.record({
  status: fc.constantFrom('Sent', 'Completed', 'Completed', 'Failed', 'Returned', 'Returned', 'Returned'),
  ref: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  minor: fc.constantFrom(undefined, 60n, 40n, 30n, 100n, 130n),
})

/**
 * Independent model of one payment: the money state after each report, the amount in suspense and the number of reports
 * on the work list.
 */
function model() {
  let isSettled = false
  let place: 'rail' | 'out' | 'refused' = 'rail'
  let back = 0n
  let suspense = 0n
  const list: string[] = []
  const seen = new Set<string>()
  const returnsByRef = new Map<string, bigint | undefined>()
  const statusByRef = new Map<string, string>()

  const suspend = (minor: bigint, why: string, once = false) => {
    if (minor === 0n || (once && list.includes(why))) return
    suspense += minor
    list.push(why)
  }
  const returned = (minor: bigint | undefined, isAltered: boolean) => {
    const left = AMOUNT - back
    const sum = minor ?? left
    if (isAltered) return suspend(sum, 'altered')
    if (place === 'refused') return suspend(sum, 'return of refused')
    if (sum === 0n) return
    place = 'out'
    isSettled = true // money that came back had left
    const taken = sum < left ? sum : left
    back += taken
    suspend(sum - taken, 'too much')
  }
  return {
    tell({ status, ref, minor }: Told) {
      const isReturn = status === 'Returned'
      const key = [status, ref, isReturn ? minor : undefined].join('/')
      if (seen.has(key)) return
      seen.add(key)
      const first = statusByRef.get(ref) ?? status
      statusByRef.set(ref, first)
      const isAltered = isReturn && first === 'Returned' && returnsByRef.has(ref)
      if (isReturn && !returnsByRef.has(ref)) returnsByRef.set(ref, minor)
      if (isReturn) return returned(minor, isAltered)
      if (status === 'Failed') {
        if (place === 'refused') return
        if (place === 'rail' || !isSettled) place = 'refused'
        else suspend(AMOUNT - back, 'refused after settlement', true)
        return
      }
      if (place === 'refused') return suspend(-AMOUNT, 'debit of refused', true)
      place = 'out'
      if (status === 'Completed') isSettled = true
    },
    state: () => ({ balance: FUNDED - (place === 'refused' ? 0n : AMOUNT - back), suspense, listed: list.length }),
  }
}

test('any reports of a bank on a payment, in any order, lose no money, and every contradiction is on the list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(told, { minLength: 2, maxLength: 9 }), async (reports) => {
      const service = await openPayments(db, 'RM', { rail: manualRail, limits: { minPaymentMinor: 1n } })
      await service.fund('GBP', FUNDED)
      const { body } = await service.create({ amount: '1.00' }, 'GBP')
      await service.settle()
      const expected = model()
      for (const { status, ref: railRef, minor } of reports) {
        const amount = status === 'Returned' && minor !== undefined ? { amountMinor: minor } : {}
        const report: RailReport = { uetr: body.uetr, railRef, status, at: service.time.now, ...amount }
        await inTransaction(db, (tx) => receiveReport(tx, report))
        await service.advance(1000)
        expected.tell({ status, ref: railRef, minor })
        expect(await stateOf(service, service.entityId)).toEqual(expected.state())
      }
      expect(service.failures).toEqual([])
      const book = Object.entries(await service.book()).filter(([name]) => name.endsWith(':GBP'))
      expect(book.reduce((sum, [, minor]) => sum + minor, 0n)).toBe(0n)
    }),
    { numRuns: 25 },
  )
}, 240_000)

async function stateOf(service: Awaited<ReturnType<typeof openPayments>>, entityId: string) {
  const { rowCount } = await db.pool.query('select 1 from contradictory_reports where entity_id = $1', [entityId])
  const book = await service.book()
  return { balance: (await service.balance('GBP')).balance, suspense: book['suspense:GBP'] ?? 0n, listed: rowCount }
}
