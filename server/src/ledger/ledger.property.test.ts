import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { balancesOf, handClock, nothing, openAccounts, transfer } from '../../test/support/ledger.ts'
import { testDatabase } from '../../test/support/database.ts'
import { newUuid } from '../kernel/values/ids.ts'
import {
  auditLedger,
  type BatchAnswer,
  type BatchCommand,
  createPostingBatcher,
  findBalances,
  type HeldBalanceRow,
  openPostingConnection,
  type PostingConnection,
} from './index.ts'

const db = await testDatabase()
const open: PostingConnection[] = []
afterAll(() => Promise.all(open.map((connection) => connection.close())))

function batcher(cap: number) {
  const connection = openPostingConnection(db)
  open.push(connection)
  return createPostingBatcher<undefined>(connection, handClock(), { name: 'property', ...nothing, cap })
}

const ACCOUNTS = 4
const OPENING = 500n
const client = newUuid()
const PURPOSES = ['payment', 'trade', 'margin'] as const

/** Requests of a caller, in small numbers so that rejections, replays and released holds are common. */
type Wish =
  | { what: 'transfer'; from: number; to: number; amount: number; key?: number; body: number }
  | { what: 'hold'; on: number; amount: number; name: number; purpose: Hold['purpose'] }
  | { what: 'release'; name: number; spendTo?: number }

const account = fc.nat(ACCOUNTS - 1)
const amount = fc.integer({ min: 1, max: 400 })
const wish: fc.Arbitrary<Wish> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('transfer' as const),
      from: account,
      to: account,
      amount,
      body: fc.nat(2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('transfer' as const),
      from: account,
      to: account,
      amount,
      key: fc.nat(9),
      body: fc.nat(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('hold' as const),
      on: account,
      amount,
      name: fc.nat(5),
      purpose: fc.constantFrom(...PURPOSES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      { what: fc.constant('release' as const), name: fc.nat(5), spendTo: account },
      { requiredKeys: ['what', 'name'] },
    ),
  },
)

interface Hold {
  id: string
  on: number
  amount: bigint
  purpose: (typeof PURPOSES)[number]
}

/** The rules of the ledger, one command after the other, in memory. */
class Model {
  readonly balance = Array.from({ length: ACCOUNTS }, () => OPENING)
  readonly held = Array.from({ length: ACCOUNTS }, () => 0n)
  /** Parts of `held`, in the order of PURPOSES. */
  readonly parts = Array.from({ length: ACCOUNTS }, () => PURPOSES.map(() => 0n))
  readonly sequence = Array.from({ length: ACCOUNTS }, () => 1n)
  readonly holds = new Map<string, Hold>()
  readonly keys = new Map<string, { body: number; answer: string }>()

  transfer(from: number, to: number, amount: bigint): string {
    const missing = amount + this.held[from]! - this.balance[from]!
    if (missing > 0n) return `insufficient_funds ${missing}`
    this.balance[from]! -= amount
    this.balance[to]! += amount
    return `posted ${[(this.sequence[from]! += 1n), (this.sequence[to]! += 1n)].join()}`
  }

  keyed(key: string, body: number, act: () => string): string {
    const known = this.keys.get(key)
    if (known) return known.body === body ? `replay ${known.answer}` : 'key_reused'
    const answer = act()
    this.keys.set(key, { body, answer: answer.startsWith('posted') ? 'posted' : answer })
    return answer
  }

  hold(hold: Hold): string {
    const { id, on, amount } = hold
    const missing = amount + this.held[on]! - this.balance[on]!
    if (missing > 0n) return `insufficient_funds ${missing}`
    this.change(hold, amount)
    this.holds.set(id, hold)
    return 'posted '
  }

  release(holdId: string, spend?: { from: number; to: number; amount: bigint }): string {
    const hold = this.holds.get(holdId)
    if (!hold) return 'defect'
    this.change(hold, -hold.amount)
    this.holds.delete(holdId)
    return spend ? this.transfer(spend.from, spend.to, spend.amount) : 'posted '
  }

  private change({ on, purpose }: Hold, amount: bigint): void {
    this.held[on]! += amount
    this.parts[on]![PURPOSES.indexOf(purpose)]! += amount
  }
}

function told(answer: PromiseSettledResult<BatchAnswer>): string {
  if (answer.status === 'rejected') return 'defect'
  const { value } = answer
  if (value.outcome === 'posted') return `posted ${value.sequences.join()}`
  if (value.outcome === 'insufficient_funds') return `insufficient_funds ${value.missingMinor}`
  if (value.outcome !== 'replay') return value.outcome
  return `replay ${value.of.outcome}${value.of.outcome === 'insufficient_funds' ? ` ${value.of.missingMinor}` : ''}`
}

/** Parts of what is held, in the order of PURPOSES. */
const partsOf = ({ heldMinor, heldTradeMinor: trade, heldMarginMinor: margin }: HeldBalanceRow): bigint[] => [
  heldMinor - trade - margin,
  trade,
  margin,
]

/** A wish as a command for the ledger and as a step of the model. */
function carryOut(wish: Wish, entityId: string, accounts: string[], holds: Map<number, Hold>) {
  const none = { ...transfer(entityId, accounts[0]!, accounts[1]!, 1n), legs: [] }
  if (wish.what === 'transfer') {
    const { from, amount, key, body } = wish
    const to = wish.to === from ? (from + 1) % ACCOUNTS : wish.to
    const command = transfer(entityId, accounts[from]!, accounts[to]!, BigInt(amount))
    const idempotency = {
      clientId: client,
      operation: entityId,
      key: `${key}`,
      request: `${body} ${from} ${to} ${amount}`,
    }
    return {
      command: key === undefined ? command : { ...command, idempotency },
      step: (model: Model) => {
        const act = () => model.transfer(from, to, BigInt(amount))
        return key === undefined ? act() : model.keyed(`${key}`, hash(idempotency.request), act)
      },
    }
  }
  if (wish.what === 'hold') {
    const { on, purpose } = wish
    const hold: Hold = { id: newUuid(), on, amount: BigInt(wish.amount), purpose }
    holds.set(wish.name, hold)
    const order = { holdId: hold.id, accountId: accounts[on]!, amountMinor: hold.amount, currency: 'EUR' }
    const command: BatchCommand<undefined> = { ...none, hold: { ...order, purpose } }
    return { command, step: (model: Model) => model.hold(hold) }
  }
  const hold = holds.get(wish.name) ?? { id: newUuid(), on: 0, amount: 1n }
  const to = wish.spendTo === undefined || wish.spendTo === hold.on ? undefined : wish.spendTo
  const base = to === undefined ? none : transfer(entityId, accounts[hold.on]!, accounts[to]!, hold.amount)
  return {
    command: { ...base, release: { holdId: hold.id, accountId: accounts[hold.on]! } },
    step: (model: Model) =>
      model.release(hold.id, to === undefined ? undefined : { from: hold.on, to, amount: hold.amount }),
  }
}

const hash = (text: string) => Array.from(text).reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) | 0, 7)

/** Request with one of two processes: the second invalidates the first one's cached balances. */
const sent = fc.record({ wish, process: fc.constantFrom<0 | 1>(0, 0, 0, 0, 0, 1) })

/** Batch sizes up to this one belong to one process. */
const MOST_ALONE = 20

test('a batch has the outcome of its commands one after the other, predicted or decided by the database', async () => {
  const counts = { predicted: 0, mispredicted: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(sent, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      async (wishes, cap) => {
        const entityId = newUuid()
        const accounts = await openAccounts(
          db,
          entityId,
          Array.from({ length: ACCOUNTS }, () => ({ currency: 'EUR', balanceMinor: OPENING })),
        )
        const holds = new Map<number, Hold>()
        // Where two post, a round is one batch: of two under way that were predicted wrongly, the later may be decided first.
        const alone = cap <= MOST_ALONE
        const steps = wishes.map(({ wish, process }) => ({
          process: alone ? 0 : process,
          ...carryOut(wish, entityId, accounts, holds),
        }))
        const processes = alone ? ([batcher(cap), batcher(cap)] as const) : ([batcher(128), batcher(128)] as const)
        const { image } = open.at(-2)!
        await warm(processes[0], entityId, accounts)
        // Repeated keys are attached to their first use only while it is under way: here they come in separate rounds.
        const answers: PromiseSettledResult<BatchAnswer>[] = []
        for (const round of rounds(steps)) {
          answers.push(...(await Promise.allSettled(round.map((step) => processes[step.process].post(step.command)))))
        }
        const model = new Model()
        expect(answers.map(told)).toEqual(steps.map(({ step }) => step(model)))
        const balances = new Map((await findBalances(db.reader, entityId, accounts)).map((row) => [row.accountId, row]))
        expect(accounts.map((id) => balances.get(id)!.balanceMinor)).toEqual(model.balance)
        expect(accounts.map((id) => balances.get(id)!.heldMinor)).toEqual(model.held)
        expect(accounts.map((id) => partsOf(balances.get(id)!))).toEqual(model.parts)
        expect(accounts.map((id) => balances.get(id)!.sequence)).toEqual(model.sequence)
        counts.predicted += image.counts.predicted
        counts.mispredicted += image.counts.mispredicted
        await Promise.all(open.splice(0).map((connection) => connection.close()))
      },
    ),
    { numRuns: 150 },
  )
  expect(counts.predicted, 'batches that were predicted').toBeGreaterThan(10)
  expect(counts.mispredicted, 'of them, those predicted wrongly').toBeGreaterThan(0)
})

/** Shows a batcher the accounts, by commands that are refused and change nothing. */
async function warm(one: ReturnType<typeof batcher>, entityId: string, accounts: string[]): Promise<void> {
  await Promise.all(
    accounts.map((from, i) => one.post(transfer(entityId, from, accounts[(i + 1) % ACCOUNTS]!, 1_000_000n))),
  )
}

interface Step {
  process: 0 | 1
  command: BatchCommand<undefined>
}

/** Cuts a list so that no key comes twice in a part, and that a part is one process's. */
function rounds<S extends Step>(steps: S[]): S[][] {
  const parts: S[][] = [[]]
  let keys = new Set<string>()
  for (const step of steps) {
    const key = step.command.idempotency?.key
    const last = parts.at(-1)!.at(-1)
    if ((key !== undefined && keys.has(key)) || (last && last.process !== step.process)) {
      parts.push([])
      keys = new Set()
    }
    if (key !== undefined) keys.add(key)
    parts.at(-1)!.push(step)
  }
  return parts
}

test('concurrent processes on low balances with shared keys conserve money, and every answer is as recorded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 60, maxLength: 200 }), async (wishes) => {
      const entityId = newUuid()
      const accounts = await openAccounts(
        db,
        entityId,
        Array.from({ length: ACCOUNTS }, () => ({ currency: 'EUR', balanceMinor: OPENING })),
      )
      const commands = wishes.map((each) => carryOut(each, entityId, accounts, new Map()).command)
      const processes = [batcher(8), batcher(16), batcher(128)]
      const answers = await Promise.allSettled(commands.map((command, i) => processes[i % 3]!.post(command)))
      const balances = [...(await balancesOf(db, entityId)).values()]
      expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(OPENING * BigInt(ACCOUNTS))
      expect(balances.every((balance) => balance >= 0n)).toBe(true)
      const posted = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.outcome === 'posted')
      const { rows } = await db.pool.query<{ events: bigint; keys: bigint }>(
        `select (select event_sequence from books where entity_id = $1) as events,
          (select count(*) from idempotency_keys where entity_id = $1 and outcome = 0) as keys`,
        [entityId],
      )
      expect(rows[0]!.events).toBe(BigInt(posted.length))
      const withKey = commands.filter((command, i) => command.idempotency && told(answers[i]!).startsWith('posted'))
      expect(rows[0]!.keys).toBe(BigInt(withKey.length))
      await Promise.all(open.splice(0).map((connection) => connection.close()))
    }),
    { numRuns: 15 },
  )
  expect((await auditLedger(db, () => {})).findings).toEqual([])
})
