import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removePolicy, setPolicy } from '../../src/approvals/index.ts'
import { setClientStatus } from '../../src/auth/index.ts'
import { inTransaction } from '../../src/kernel/db/db.ts'
import { formatAmount } from '../../src/kernel/values/money.ts'
import { operatorAct } from '../support/clients.ts'
import { testDatabase } from '../support/database.ts'
import { openPayments, payees } from '../support/payment-service.ts'
import { type Act, ApprovedPayments, type Approver } from './approved-payments.ts'

const seed = Number(process.env.SIMULATION_SEED ?? Date.now() % 1_000_000_000)
const numRuns = Number(process.env.SIMULATION_RUNS ?? 4)
const MONDAY = '2026-11-23'
const OPENING = 100_000_000_00n

const db = await testDatabase({ poolSize: 12 })

const who = fc.constantFrom<Approver>('approver', 'second')
const payment = fc.nat(3)
const decision = fc.record({
  do: fc.constantFrom('approve' as const, 'approve' as const, 'approve' as const, 'reject' as const),
  payment,
  who: fc.constantFrom<Approver | 'dual'>('approver', 'approver', 'second', 'second', 'dual'),
})
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: decision },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), payment }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('block' as const, 'unblock' as const), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      fromMinor: fc.constantFrom(0n, 1000_00n, 5000_00n),
      steps: fc.constantFrom(1 as const, 2 as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), policy: fc.nat(1) }) },
)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ create: fc.constantFrom(500_00n, 1000_00n, 6000_00n) }) },
  { weight: 5, arbitrary: fc.record({ alone: act }) },
  { weight: 5, arbitrary: fc.record({ together: fc.tuple(act, act) }) },
  { weight: 1, arbitrary: fc.constant({ changePayee: true as const }) },
  { weight: 1, arbitrary: fc.record({ restart: fc.tuple(act, act) }) },
)

async function openBank() {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', OPENING)
  await service.settle()
  const ids: string[] = []
  const policies: string[] = []
  let changes = 0
  const ofEntity = { resource: 'Payment' as const, currency: 'EUR', belowMinor: null, newPayeeOnly: false }
  const operate = async (work: Parameters<typeof inTransaction>[1]) => {
    await inTransaction(db, work)
    return true
  }
  async function play(each: Act): Promise<boolean> {
    switch (each.do) {
      case 'block':
      case 'unblock': {
        const status = each.do === 'block' ? 'Blocked' : 'Active'
        return operate((tx) => setClientStatus(tx, service.clients[each.who], status, operatorAct))
      }
      case 'set': {
        const { fromMinor, steps } = each
        const made = await inTransaction(db, (tx) =>
          setPolicy(tx, service.entityId, { ...ofEntity, fromMinor, steps }, operatorAct),
        )
        policies.push(made.policyId)
        return true
      }
      case 'remove': {
        const [policyId] = policies.splice(each.policy, 1)
        if (policyId === undefined) return false
        return operate((tx) => removePolicy(tx, service.entityId, policyId, operatorAct))
      }
      case 'approve':
      case 'reject':
      case 'cancel': {
        const id = ids[each.payment]
        if (id === undefined) return false
        const token = each.do === 'cancel' ? 'maker' : each.who
        const answer = await service.post(`/v1/payments/${id}/${each.do}`, undefined, {
          authorization: `Bearer ${token}`,
        })
        expect([200, 403, 409]).toContain(answer.status)
        return answer.status === 200
      }
    }
  }
  return {
    ...service,
    play,
    async make(minor: bigint) {
      const made = await service.create({ amount: formatAmount(minor, 'EUR'), paymentDate: MONDAY })
      expect(made.status).toBe(201)
      ids.push(made.body.paymentId)
    },
    async changePayee() {
      const body = { entityId: service.wireEntity, ...payees.EUR, name: `${payees.EUR.name} ${'I'.repeat(++changes)}` }
      expect((await service.put(`/v1/beneficiaries/${service.beneficiary['EUR']}`, body)).status).toBe(200)
      await service.settle()
    },
    shown: () =>
      Promise.all(
        ids.map(async (id) => {
          const { status, approval } = await service.read(id)
          return { status, given: status === 'PendingApproval' ? approval.stepsGiven : undefined }
        }),
      ),
    async fees() {
      const read = await Promise.all(ids.map(service.read))
      return read
        .filter(({ status }) => status === 'Completed')
        .reduce((sum, { fee }) => sum + BigInt(String(fee.amount).replace('.', '')), 0n)
    },
  }
}
type Bank = Awaited<ReturnType<typeof openBank>>

/** Acts that change the same list of the stage one after the other: their order cannot be seen. */
const isListed = ({ do: what }: Act) => what === 'set' || what === 'remove'

/** Plays two acts at once. Returns the models of both orders whose answers are those of the service. */
async function playTogether(
  bank: Bank,
  models: readonly ApprovedPayments[],
  acts: readonly [Act, Act],
  isRestarted = false,
) {
  if (acts.every(isListed)) return models
  const [before, after] = acts
  // The process before still answers a request when another has taken its place.
  const restarted = async () => {
    const answer = bank.play(before)
    await bank.restart()
    return Promise.all([answer, bank.play(after)])
  }
  const answers = isRestarted ? await restarted() : await Promise.all(acts.map(bank.play))
  const [one, other] = acts
  return models.flatMap((model) => {
    const [forth, back] = [model.copy(), model.copy()]
    const first = [forth.play(one), forth.play(other)]
    const second = [back.play(other), back.play(one)].reverse()
    const agrees = (played: readonly boolean[]) => played.every((accepted, i) => accepted === answers[i])
    return [...(agrees(first) ? [forth] : []), ...(agrees(second) ? [back] : [])]
  })
}

/** Keeps the models that agree with the service; a later step may show which of two orders it was. */
async function agreeing(bank: Bank, models: readonly ApprovedPayments[]): Promise<readonly ApprovedPayments[]> {
  const shown = await bank.shown()
  expect(models.map((model) => model.shown())).toContainEqual(shown)
  return models.filter((model) => JSON.stringify(model.shown()) === JSON.stringify(shown))
}

test(`payments under approval policies end as a model of approvers and policies says (SIMULATION_SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25, size: 'max' }), async (steps) => {
      const bank = await openBank()
      let models: readonly ApprovedPayments[] = [new ApprovedPayments()]
      for (const each of steps) {
        if ('create' in each) {
          await bank.make(each.create)
          for (const model of models) model.create(each.create)
        } else if ('alone' in each) {
          const accepted = await bank.play(each.alone)
          models = models.filter((model) => model.play(each.alone) === accepted)
        } else if ('together' in each) models = await playTogether(bank, models, each.together)
        else if ('restart' in each) models = await playTogether(bank, models, each.restart, true)
        else {
          await bank.changePayee()
          for (const model of models) model.changePayee()
        }
        expect({ step: each, orders: models.length }).not.toEqual({ step: each, orders: 0 })
        models = await agreeing(bank, models)
      }
      await bank.advance('2026-11-24T12:00:00.000Z')
      for (const model of models) model.end()
      const [model] = await agreeing(bank, models)
      expect(bank.failures).toEqual([])
      const spent = model!.paidMinor() + (await bank.fees())
      expect(await bank.balance('EUR')).toEqual({ balance: OPENING - spent, held: 0n })
    }),
    { seed, numRuns, endOnFailure: true },
  )
  const { rows } = await db.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
  expect(rows[0].deadlocks).toBe(0n)
}, 240_000)
