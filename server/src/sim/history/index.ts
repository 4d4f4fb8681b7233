import type { Account } from '../../accounts/index.ts'
import { checkPayee, createBeneficiary } from '../../beneficiaries/index.ts'
import { planPastTransfers, type PastTransfer } from '../../internal-transfers/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { SCOPES } from '../../kernel/http/http.ts'
import type { Principal, ServiceKind } from '../../kernel/http/principal.ts'
import type { Act } from '../../kernel/values/act.ts'
import { addDays, dayOf } from '../../kernel/values/days.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { type PastJournal, type Posted, postPastJournals } from '../../ledger/index.ts'
import {
  type OrderDeps,
  type PastPayment,
  type PaymentOrder,
  planPastPayments,
  recordPastPayments,
} from '../../payments/index.ts'
import { type PastFunds, planPastFunds } from '../../payments/inbound/index.ts'
import { accountKeyOf } from '../../payments/vop/index.ts'
import { putPayee } from '../payees/index.ts'
import { SIMULATED_RAIL } from '../rails/index.ts'
import { alzette } from './alzette.ts'
import { nordhafen } from './nordhafen.ts'
import { effectOn, planHistory, type PlannedMovement, type PlannedPayment, type PlannedReceipt } from './plan.ts'
import type { Script, SeededPayee } from './script.ts'
import { coveredAt, paidAt, receivedAt } from './times.ts'

export { openingBefore } from './times.ts'

/** Services for the history: those that check payment orders. */
export type HistoryDeps = OrderDeps

/** An entity that has just been created, with its accounts and the balances they are to have. */
interface Holder {
  key: 'rm' | 'abs'
  entityId: string
  name: string
  serviceKind: ServiceKind
  /** The client that made its payments. */
  makerId: string
  accounts: { account: Account; targetMinor: bigint }[]
}

/** A history that is planned and not posted yet. */
export interface PlannedHistory {
  /** Stores the movements. @returns journals to post, and a function that takes their postings, in that order */
  record: (
    tx: Tx,
  ) => Promise<{ journals: PastJournal[]; complete: (tx: Tx, posted: readonly Posted[]) => Promise<void> }>
}

const SCRIPTS: Record<Holder['key'], Script> = { rm: nordhafen, abs: alzette }

/**
 * Saves the payees of an entity and plans its movements from the day after it was opened to the day before the start.
 * Every payment is checked by the rules of its own time.
 *
 * @param act of the opening
 * @param until business time of the sandbox's start
 */
export async function planEntityHistory(
  tx: Tx,
  deps: HistoryDeps,
  holder: Holder,
  { act, until }: { act: Act; until: Date },
): Promise<PlannedHistory> {
  const script = SCRIPTS[holder.key]
  const maker: Act = { ...act, actor: { type: 'client', id: holder.makerId } }
  const payees = await savePayees(tx, deps, holder.entityId, script, maker)
  const accounts = holder.accounts.map(({ account, targetMinor }) => ({
    name: account.name,
    currency: account.currency,
    targetMinor,
  }))
  const period = { from: addDays(dayOf(act.at), 1), to: addDays(dayOf(until), -1), calendars: deps.calendars }
  const movements = planHistory(script, accounts, period)
  const byName = new Map(holder.accounts.map(({ account }) => [account.name, account]))
  const accountOf = (name: string) => {
    const account = byName.get(name)
    invariant(account, `the history names an account of the entity, not ${name}`)
    return account
  }
  const outgoing = movements.filter((movement): movement is PlannedPayment => movement.kind === 'payment')
  const orders = outgoing.map((payment) => ({
    order: orderOf(payment, accountOf(payment.account), payees),
    at: paidAt(payment.day, accountOf(payment.account).currency),
  }))
  const context = { ...maker, tx, principal: principalOf(holder), requestId: 'sandbox-history' }
  const payments = await planPastPayments(context, deps, orders)
  const covers = coversOf(outgoing, payments, accountOf)
  const incoming = movements.filter((movement): movement is PlannedReceipt => movement.kind === 'receipt')
  return {
    async record(storing) {
      const transfers = planPastTransfers(covers)
      const funds = [
        ...openingsOf(holder, movements, feesBy(outgoing, payments), act.at),
        ...incoming.map((receipt) => fundsOf(receipt, accountOf(receipt.account))),
      ]
      const receipts = planPastFunds(funds)
      const journals = [
        ...transfers.journals,
        ...receipts.journals,
        ...(await recordPastPayments({ ...context, tx: storing }, payments, SIMULATED_RAIL)),
      ]
      return {
        journals,
        async complete(last, posted) {
          await transfers.record(last, posted)
          await receipts.record(last, posted.slice(transfers.journals.length))
        },
      }
    },
  }
}

/** Stores and posts planned histories, all together: the ledger books each instant once. */
export async function recordHistories(tx: Tx, planned: readonly PlannedHistory[]): Promise<void> {
  const recorded = []
  for (const history of planned) recorded.push(await history.record(tx))
  const posted = await postPastJournals(
    tx,
    recorded.flatMap(({ journals }) => journals),
  )
  let start = 0
  for (const { journals, complete } of recorded) {
    await complete(tx, posted.slice(start, start + journals.length))
    start += journals.length
  }
}

const principalOf = ({ makerId, entityId, serviceKind }: Holder): Principal => ({
  clientId: makerId,
  entityId,
  serviceKind,
  scopes: new Set(SCOPES),
  roles: new Set(['maker']),
})

/** Saves the payees of a script. @returns their ids by key */
async function savePayees(
  tx: Tx,
  { modulusTable }: HistoryDeps,
  entityId: string,
  { payees }: Script,
  act: Act,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [key, order] of Object.entries(payees)) {
    const checked = checkPayee(order, modulusTable, { at: act.at })
    invariant(checked.errors.length === 0, `the payee ${key} can be paid: ${JSON.stringify(checked.errors)}`)
    const { beneficiaryId } = await createBeneficiary(tx, entityId, checked, act)
    await putHolder(tx, checked.normalised, act.at)
    ids.set(key, formatId('ben', beneficiaryId))
  }
  return ids
}

/** Has the simulated banks know a payee's account, so that a verification of it matches. */
async function putHolder(tx: Tx, payee: SeededPayee, at: Date): Promise<void> {
  const accountKey = accountKeyOf(payee)
  if (accountKey === undefined) return
  const holder = { holders: [payee.name], type: payee.type ?? null, identification: {}, state: 'Open' as const }
  await putPayee(tx, { ...holder, accountKey }, at)
}

function orderOf(payment: PlannedPayment, account: Account, payees: ReadonlyMap<string, string>): PaymentOrder {
  const { day, amountMinor, reference, to, purposeCode, chargeBearer } = payment
  return {
    accountId: formatId('acc', account.accountId),
    paymentDate: day,
    amount: formatAmount(amountMinor, account.currency),
    currency: account.currency,
    reference,
    ...(typeof to === 'string' ? { beneficiaryId: payees.get(to)! } : { creditorAccount: to }),
    ...(purposeCode && { purposeCode }),
    ...(chargeBearer && { chargeBearer }),
  }
}

/** Returns the transfers that cover payments, one for each account and day, of amounts and fees. */
function coversOf(
  outgoing: readonly PlannedPayment[],
  payments: readonly PastPayment[],
  accountOf: (name: string) => Account,
): PastTransfer[] {
  const covers = new Map<string, PastTransfer>()
  for (const [i, { coveredBy, account, day, reference }] of outgoing.entries()) {
    if (coveredBy === undefined) continue
    const key = `${account} ${day}`
    const known = covers.get(key)?.amountMinor ?? 0n
    covers.set(key, {
      debit: accountOf(coveredBy),
      credit: accountOf(account),
      amountMinor: known + debitOf(payments[i]!),
      reference,
      valueDate: day,
      at: coveredAt(day),
    })
  }
  return [...covers.values()]
}

const debitOf = ({ row }: PastPayment): bigint => row.amountMinor + row.feeMinor

const fundsOf = ({ amountMinor, from, reference, day }: PlannedReceipt, account: Account): PastFunds => ({
  account,
  amountMinor,
  debtor: from,
  reference,
  valueDate: day,
  at: receivedAt(day),
})

/** Returns the money that each account was opened with: with the movements and their fees it has its balance at the start. */
function openingsOf(
  { name, accounts }: Holder,
  movements: readonly PlannedMovement[],
  fees: ReadonlyMap<string, bigint>,
  at: Date,
): PastFunds[] {
  const openings = accounts.map(({ account, targetMinor }) => ({
    account,
    amountMinor: movements.reduce(
      (left, movement) => left - effectOn(account.name, movement),
      targetMinor + (fees.get(account.name) ?? 0n),
    ),
  }))
  return openings
    .filter(({ amountMinor }) => amountMinor !== 0n)
    .map((opening) => ({ ...opening, debtor: { name }, reference: 'Opening balance', valueDate: dayOf(at), at }))
}

/** Returns the sum of the fees that each account paid or covered, by its name. */
function feesBy(outgoing: readonly PlannedPayment[], payments: readonly PastPayment[]): Map<string, bigint> {
  const fees = new Map<string, bigint>()
  for (const [i, { coveredBy, account }] of outgoing.entries()) {
    const name = coveredBy ?? account
    fees.set(name, (fees.get(name) ?? 0n) + payments[i]!.row.feeMinor)
  }
  return fees
}
