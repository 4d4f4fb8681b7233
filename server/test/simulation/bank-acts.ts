import { inTransaction } from '../../src/kernel/db/db.ts'
import { addDays, dayOf } from '../../src/kernel/values/days.ts'
import { statementStoreOf } from '../../src/payments/bank-statements/index.ts'
import { bodyOf } from './caller.ts'
import { withFile } from './files.ts'
import { operate } from './operator-acts.ts'
import { newPayee } from './payee-acts.ts'
import { type Act, done, inTurn, send, type Teller } from './teller.ts'

interface Completed {
  paymentId: string
  uetr: string
}
interface Contradiction {
  contradictionId: string
  paymentId: string
}
interface Case {
  caseId: string
  about: string
}

const ofRm = ({ sandbox }: Teller) => ['--entity', sandbox.entityIds.rm]

/** Reads the completed payments of the RM entity, beginning with the oldest of the newest hundred. */
async function completedPayments({ sandbox }: Teller): Promise<Completed[]> {
  const path = '/v1/payments?status=Completed&currency=GBP&limit=100'
  const { data } = await sandbox.processes[0]!.get<{ data: Completed[] }>('rm', path)
  return data.reverse()
}

/** Recalls a completed payment as the operator. */
const recallByOperator: Act = async (teller) => {
  for (const { paymentId } of await completedPayments(teller)) {
    if (await operate(teller, 'recall-payment', ...ofRm(teller), '--payment', paymentId)) return true
  }
  return false
}

const PATIENCE_MS = 30_000

/** Waits until the server has found that the bank returned more of a payment than was paid. */
async function contradictionOf(teller: Teller, paymentId: string): Promise<Contradiction | undefined> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const open = await operate<Contradiction[]>(teller, 'list-contradictions')
    const found = open?.find((each) => each.paymentId === paymentId)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return undefined
}

/** Reports the return of more money than was paid, then clears the contradiction. */
const clearContradiction: Act = async (teller) => {
  const [payment] = await completedPayments(teller)
  if (!payment) return false
  const { paymentId, uetr } = payment
  const money = ['--amount', '1000', '--currency', 'GBP']
  const reference = ['--reference', `LOAD-${crypto.randomUUID()}`]
  const report = ['--uetr', uetr, '--status', 'Returned', ...reference, ...money]
  if (!(await operate(teller, 'report-payment', ...report))) return false
  const found = await contradictionOf(teller, paymentId)
  if (!found) return false
  const why = ['--by', 'A. Khan', '--reason', 'Interest according to the bank']
  const of = ['--contradiction', found.contradictionId, '--decision', 'WriteOff']
  // Another caller may have cleared it.
  return (await operate(teller, 'clear-contradiction', ...of, ...why)) !== undefined
}

/** Loads a sanctions list, saves a payee whose name is on it, and releases or rejects the payee. */
const reviewCase: Act = async (given) => {
  const teller = { ...given, who: 'rm' as const }
  const columns = Array.from({ length: 8 }, () => '-0-').join(',')
  const list = ['load-screening-list', '--list', 'LOAD', '--force', '--file']
  const load = (file: string) => operate(teller, ...list, file)
  if (!(await withFile(`1001,"LISTED, Viktor Petrovich","individual","TEST",${columns}\n`, load))) return false
  const made = await send(teller, '/v1/beneficiaries', newPayee(teller, 'Viktor Petrovich Listed'))
  if (!done(made)) return false
  const cases = await operate<Case[]>(teller, 'screening-cases')
  const found = cases?.find(({ about }) => about === bodyOf(made).beneficiaryId)
  if (!found) return false
  const decision = inTurn('decideScreened', 'release', 'reject')
  const words = [...ofRm(teller), '--case', found.caseId, '--decision', decision]
  const review = ['review-screening-case', ...words, '--reviewer', 'A. Khan', '--reason', 'Looked at it']
  // Two reviewers at once: one of them decides.
  const decided = await Promise.all([operate(teller, ...review), operate(teller, ...review)])
  return decided.some((printed) => printed !== undefined)
}

interface Call {
  marginCallId: string
  currency: string
}

/** Books forwards large enough for a margin call, at most this many. */
const FORWARDS_AT_MOST = 8
let forwards = 0

/** Books a forward that sells euros. */
async function sellEuros(teller: Teller): Promise<void> {
  if (forwards++ >= FORWARDS_AT_MOST) return
  const { now } = await teller.sandbox.processes[0]!.get<{ now: string }>('rm', '/v1/sandbox/clock')
  const entityId = teller.sandbox.entityIds.rm
  const pair = { sellCurrency: 'EUR', buyCurrency: 'GBP', fixedSide: 'Buy', amount: '45000.00' }
  // A Friday.
  const valueDate = addDays(now.slice(0, 10), 32 - ((new Date(now).getUTCDay() + 6) % 7))
  const order = { entityId, ...pair, reason: 'Goods', forwardType: 'Fixed', valueDate }
  for (let tries = 0; tries < 20; tries++) {
    const quote = await send(teller, '/v1/fx/quotes/forwards', order)
    if (!done(quote)) return
    const booking = {
      entityId,
      quoteId: bodyOf(quote).quoteId,
      forwardReasoning: 'Goods',
      fundsDelivery: 'Deliverable',
    }
    if (done(await send(teller, '/v1/fx/trades/forwards', booking))) return
  }
}

/** Has margin calls issued that the client pays itself, and pays one; other callers move the market at the same time. */
const settleMarginCall: Act = async (given) => {
  const teller = { ...given, who: 'rm' as const }
  const reader = teller.sandbox.processes[0]!
  const entityId = teller.sandbox.entityIds.rm
  const facilities = await reader.get<{ data: { facilityId: string }[] }>('rm', `/v1/credit/facilities`)
  const collect = (way: string) =>
    operate(
      teller,
      'set-facility',
      ...ofRm(teller),
      '--facility',
      facilities.data[0]!.facilityId,
      '--collection',
      way,
      '--signed',
    )
  await sellEuros(teller)
  for (let tries = 0; tries < 10; tries++) {
    await collect('OnRequest')
    await send(teller, '/v1/sandbox/market/EURGBP', { shiftPercent: '6' })
    await send(teller, '/v1/sandbox/margin-runs', {}, 'rm')
    const { data } = await reader.get<{ data: Call[] }>('rm', '/v1/credit/margin-calls?status=Issued&limit=20')
    await send(teller, '/v1/sandbox/market/EURGBP', { shiftPercent: '-6' })
    await collect('Automatic')
    for (const { marginCallId, currency } of data) {
      const accountId = teller.stage.accounts.rm[currency]![0]
      const path = `/v1/credit/margin-calls/${marginCallId}/settle`
      if (done(await send(teller, path, { entityId, accountId, amount: '1.00' }))) return true
    }
  }
  return false
}

interface Break {
  breakId: string
  status: string
}

/** Bank whose statements the load delivers. */
const BANK = 'load'

/** Has a bank deliver a statement with an account fee, compares the banks with the books, and explains the difference. */
const explainBankBreak: Act = async (teller) => {
  const { services } = teller.sandbox.processes[teller.turn++ % teller.sandbox.processes.length]!
  const at = services.clock.now()
  const store = statementStoreOf(BANK)
  const [day, minor, identification] = [dayOf(at), -250n, crypto.randomUUID()]
  const balances = { openingMinor: 1000n, closingMinor: 1000n + minor, bookedMinor: minor }
  const period = { from: new Date(`${day}T00:00:00Z`), to: at, closingDay: day }
  const named = { reference: identification, account: '1', currency: 'GBP', identification, digest: identification }
  const line = { line: 1, entry: 1, entryReference: identification, amountMinor: minor, bookedOn: day, text: 'Fee' }
  await inTransaction(services.db, async (tx) => {
    const begun = await store.begin(tx, { ...named, ...period, ...balances, lines: 1 }, at)
    if (typeof begun === 'string' || 'contradicts' in begun) throw new Error('the statement is new')
    await store.add(tx, begun.statementId, [line])
    await store.complete(tx, begun.statementId)
  })
  const breaks = await operate<Break[]>(teller, 'list-bank-breaks')
  const open = breaks?.find(({ status }) => status === 'Open')
  const why = ['--by', 'A. Khan', '--reason', 'Account fee, agreed']
  return (
    open !== undefined && (await operate(teller, 'explain-bank-break', '--break', open.breakId, ...why)) !== undefined
  )
}

export const BANK_ACTS = {
  explainBankBreak,
  recallByOperator,
  clearContradiction,
  reviewCase,
  settleMarginCall,
} as const satisfies Record<string, Act>
