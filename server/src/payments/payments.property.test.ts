import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments, type PaymentService, simulatedRail } from '../../test/support/payment-service.ts'
import { ledgerAccountId } from '../ledger/book/account-ids.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'
import { entryStatuses, lifecycle, mayGo, PAYMENT_STATUSES, type PaymentStatus } from './record/lifecycle.ts'

const db = await testDatabase()

const REFERENCES = ['plain', 'a #HOLD', 'a #FAIL:AC01', 'a #RETURN', 'a #SLOW', 'a #APPROVE', '#APPROVE#RETURN']

/** Client actions on an existing payment; `recall` has a body. */
const STEPS = ['cancel', 'approve', 'reject', 'recall-approval', 'request-approval', 'recall'] as const

type Act =
  | { do: 'create'; cents: number; reference: string; later: boolean; bearer: 'SHA' | 'OUR' }
  | { do: (typeof STEPS)[number]; which: number }
  | { do: 'transition'; which: number; to: PaymentStatus; reasonCode: 'MS03' | 'ACCC' }
  | { do: 'fund'; cents: number }
  | { do: 'pass'; seconds: number }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    cents: fc.integer({ min: 100, max: 60_000 }),
    reference: fc.constantFrom(...REFERENCES),
    later: fc.boolean(),
    bearer: fc.constantFrom('SHA' as const, 'OUR' as const),
  }),
  fc.record({ do: fc.constantFrom(...STEPS), which: fc.nat(9) }),
  fc.record({
    do: fc.constant('transition' as const),
    which: fc.nat(9),
    to: fc.constantFrom(...PAYMENT_STATUSES),
    reasonCode: fc.constantFrom('MS03' as const, 'ACCC' as const),
  }),
  fc.record({ do: fc.constant('fund' as const), cents: fc.integer({ min: 1, max: 50_000 }) }),
  fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(0, 1, 3, 60, 4_000, 40_000, 260_000) }),
)

/** Makes work fail after it was done, before its commit, and the rail after it took a payment: crashes at the worst moments. */
function saboteur(pattern: readonly boolean[]) {
  let turn = 0
  const strike = () => {
    if (pattern[turn++ % pattern.length]) throw new Error('struck')
  }
  return {
    wrap:
      (handler: (...args: never[]) => Promise<void>) =>
      async (...args: never[]) => {
        await handler(...args)
        strike()
      },
    rail: {
      submit: async (...args: Parameters<typeof simulatedRail.submit>) => {
        await simulatedRail.submit(...args)
        strike()
      },
      recall: async (...args: Parameters<NonNullable<typeof simulatedRail.recall>>) => {
        await simulatedRail.recall!(...args)
        strike()
      },
    },
  }
}

/** Does one act; refused ones are refused. */
async function perform(service: PaymentService, made: string[], what: Act): Promise<void> {
  const pick = () => made['which' in what ? what.which % Math.max(made.length, 1) : 0]
  if (what.do === 'fund') return void (await service.fund('USD', BigInt(what.cents)))
  if (what.do === 'pass') return pass(service, what.seconds)
  if (what.do === 'create') {
    const { body } = await service.create(
      {
        amount: (what.cents / 100).toFixed(2),
        reference: what.reference,
        chargeBearer: what.bearer,
        ...(what.later ? { paymentDate: '2026-11-23' } : { paymentDate: dayAt(service) }),
      },
      'USD',
    )
    if (body.paymentId) made.push(body.paymentId)
    return
  }
  if (pick() === undefined) return
  const isApprover = ['approve', 'reject', 'recall-approval'].includes(what.do)
  const headers = isApprover ? { authorization: 'Bearer approver' } : {}
  if (what.do === 'transition') {
    await service.post(`/v1/sandbox/payments/${pick()}/transition`, { status: what.to, reasonCode: what.reasonCode })
  } else await service.post(`/v1/payments/${pick()}/${what.do}`, what.do === 'recall' ? {} : undefined, headers)
}

const dayAt = (service: PaymentService) => service.time.now.toISOString().slice(0, 10)

/** Struck work is tried again at once, as if its pause were over. */
async function pass(service: PaymentService, seconds: number): Promise<void> {
  await service.advance(seconds * 1000)
  await db.pool.query('update due_work set retry_at = null where entity_id = $1', [service.entityId])
}

interface Row {
  status: PaymentStatus
  amount: bigint
  fee: bigint
  returned: bigint | null
  /** Scheduled again after its money was held: the hold stays. */
  isMoved: boolean
}

/** Checks that the account shows all funding less outgoing amounts, and the holds. */
async function expectConserved(service: PaymentService, funded: bigint): Promise<void> {
  const { rows } = await db.pool.query<Row>(
    `select status, amount_minor as amount, fee_minor as fee, returned_minor as returned,
       status = 'Scheduled' and hold_id is not null as "isMoved"
     from payments where entity_id = $1`,
    [service.entityId],
  )
  const sum = (money: string, of: (row: Row) => bigint) =>
    rows.filter((row) => lifecycle[row.status].money === money).reduce((total, row) => total + of(row), 0n)
  const whole = ({ amount, fee }: Row) => amount + fee
  const out = sum('Clearing', whole) + sum('Paid', whole) + sum('Returned', (row) => whole(row) - row.returned!)
  const moved = rows.filter(({ isMoved }) => isMoved).reduce((total, row) => total + whole(row), 0n)
  expect(await service.balance('USD')).toEqual({ balance: funded - out, held: sum('Held', whole) + moved })
  const book = await service.book()
  expect(Object.values(book).reduce((total, balance) => total + balance, 0n)).toBe(0n)
  expect(book['out_clearing:USD'] ?? 0n).toBe(sum('Clearing', ({ amount }) => amount))
}

async function expectLawful(service: PaymentService): Promise<void> {
  const { rows } = await db.pool.query<{ statuses: PaymentStatus[]; status: PaymentStatus; events: bigint }>(
    `select array_agg(h.status order by h.version) filter (where not is_told) as statuses, p.status,
       (select count(*) from events e where e.entity_id = p.entity_id and e.resource_id = p.payment_id
         and e.type like 'payment.%' and e.type not in ('payment.trackingUpdated', 'payment.contradicted')) as events
     from payments p join (select *, lag(status) over (partition by payment_id order by version) = 'Completed'
         and status = 'Completed' and reason is not distinct from 'ACCC' as is_told from payment_history) h using (entity_id, payment_id)
       where entity_id = $1
     group by p.entity_id, p.payment_id`,
    [service.entityId],
  )
  for (const { statuses, status, events } of rows) {
    expect(entryStatuses).toContain(statuses[0])
    for (let i = 1; i < statuses.length; i++) {
      const [from, to] = [statuses[i - 1]!, statuses[i]!]
      expect(mayGo(from, to) || (from === 'Scheduled' && to === 'Scheduled')).toBe(true) // moved to a later date
    }
    expect([statuses.at(-1), BigInt(statuses.length)]).toEqual([status, events])
  }
}

test('through any operations and crashes money is conserved and each payment follows its life cycle', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('RM' as const, 'ABS' as const),
      fc.array(act, { minLength: 5, maxLength: 30 }),
      fc.array(fc.boolean(), { minLength: 3, maxLength: 12 }).filter((pattern) => pattern.includes(false)),
      async (kind, acts, pattern) => {
        const { wrap, rail } = saboteur(pattern)
        const service = await openPayments(db, kind, { rail, wrap: wrap as never })
        const made: string[] = []
        let funded = 0n
        for (const what of [{ do: 'fund', cents: 100_000 } as Act, ...acts]) {
          await perform(service, made, what)
          if (what.do === 'fund') funded += BigInt(what.cents)
          await expectConserved(service, funded)
        }
        for (let i = 0; i < 25; i++) await pass(service, 20_000)
        await expectConserved(service, funded)
        await expectLawful(service)
        const { rows } = await db.pool.query<{ house: bigint }>(
          `select coalesce(sum(balance_minor), 0)::bigint as house from balances where entity_id = $1 and account_id = $2`,
          [
            HOUSE_ENTITY_ID,
            ledgerAccountId(HOUSE_ENTITY_ID, { kind: 'in_transit', qualifier: service.entityId }, 'USD'),
          ],
        )
        const transit = (await service.book())['in_transit:USD'] ?? 0n
        const crossing = await db.pool.query<{ open: bigint }>(
          `select coalesce(sum(amount_minor), 0)::bigint as open from book_crossings
           where entity_id = $1 and completed_at is null`,
          [service.entityId],
        )
        expect(rows[0]!.house).toBe(crossing.rows[0]!.open - transit)
      },
    ),
    { numRuns: 15 },
  )
}, 240_000)
