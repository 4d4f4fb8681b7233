import type pg from 'pg'
import { fingerprintOf } from '../../approvals/index.ts'
import { lockBeneficiaries } from '../../beneficiaries/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import type { PastJournal } from '../../ledger/index.ts'
import { boundDetails, instructionOf } from '../lifecycle/instruction.ts'
import { crossingOf, holdCommand, releaseCommand, sentMove } from '../lifecycle/money.ts'
import { frozen } from '../lifecycle/progress.ts'
import { draftPayment, payeeToKeep } from '../lifecycle/service.ts'
import { stamps } from '../lifecycle/transitions.ts'
import type { OrderDeps } from '../orders/deps.ts'
import { insertInstructions } from '../rails/index.ts'
import type { PaymentStatus } from '../record/lifecycle.ts'
import { insertHistories, insertPayments, type PaymentRow, updatePayments } from '../record/queries.ts'
import type { PaymentOrder } from '../record/schema.ts'

/** Time from the release to the reports of the rail. */
const SETTLED_AFTER_MS = 3000

/** A payment made earlier, with its payee as it was paid. */
export interface PastPayment {
  row: PaymentRow & { holdId: string }
  payee: Record<string, unknown>
}

type Context = Omit<CommandContext, 'dryRun' | 'at'>

/**
 * Plans payments made earlier, each by the rules of an order at its time of creation. Whether the account had the money,
 * and whether the payee had been verified, is left to the caller.
 *
 * @throws all errors of an order as one refusal
 */
export async function planPastPayments(
  context: Context,
  deps: OrderDeps,
  orders: readonly { order: PaymentOrder; at: Date }[],
): Promise<PastPayment[]> {
  const planned = []
  const reading = readOnce(context.tx)
  for (const { order, at } of orders) {
    const moment = { ...context, tx: reading, at }
    const { draft, checked } = await draftPayment(moment, deps, order, { verifiesLater: true })
    const { kept, payee } = await payeeToKeep(moment, order, checked, deps)
    const fingerprint = fingerprintOf(boundDetails(draft, { ...payee }))
    planned.push({ row: { ...draft, ...kept, holdId: newUuid(), fingerprint }, payee: { ...payee } })
  }
  const { tx, principal } = context
  const named = planned.flatMap(({ row }) => row.beneficiaryId ?? [])
  const saved = new Map(
    (await lockBeneficiaries(tx, principal.entityId, [...new Set(named)])).map((row) => [row.beneficiaryId, row]),
  )
  return planned.map(({ row, payee }) => {
    const found = saved.get(row.beneficiaryId ?? '')
    return { row, payee: found ? frozen(found) : payee }
  })
}

/** Returns a transaction that sends each read once: while payments are planned, nothing that their checks read changes. */
function readOnce(tx: Tx): Tx {
  const kept = new Map<string, Promise<pg.QueryResult>>()
  const query = (statement: pg.QueryConfig) => {
    const key = JSON.stringify([statement.name ?? statement.text, statement.values])
    const read = kept.get(key) ?? tx.query(statement)
    kept.set(key, read)
    return read
  }
  return { query, isTransaction: true } as unknown as Tx
}

/**
 * Stores planned payments of one entity as completed, with their history and their instructions, without events and jobs:
 * nothing about them is left to do. They count towards no daily limit.
 *
 * @param adapter id of the rail adapter that answers for them, for example to a recall
 * @returns journals that the caller posts, in order
 */
export async function recordPastPayments(
  { tx, principal, actor }: Pick<Context, 'tx' | 'principal' | 'actor'>,
  planned: readonly PastPayment[],
  adapter: string,
): Promise<PastJournal[]> {
  if (planned.length === 0) return []
  const { entityId } = principal
  const releases = planned.map(({ row, payee }) => ({ ...releaseCommand(row, payee), journalId: newUuid() }))
  const client = { actorType: actor.type, actorId: actor.id ?? null }
  const system = { actorType: 'system', actorId: null }
  const created = planned.map(({ row }) => row)
  await insertPayments(tx, created)
  await insertHistories(tx, created, client)
  const submitted = created.map((row, i) => {
    const moved = { holdId: null, releaseJournalId: releases[i]!.journalId, beneficiarySnapshot: planned[i]!.payee }
    return { ...row, ...moved, ...inStatus(row, 'Submitted', row.createdAt) }
  })
  await updatePayments(tx, submitted)
  await insertHistories(tx, submitted, system)
  const instructions = submitted.map((row) => ({
    paymentId: row.paymentId,
    body: instructionOf(row, row.beneficiarySnapshot!),
    adapter,
    at: row.createdAt,
  }))
  await insertInstructions(tx, entityId, instructions)
  let settled = submitted
  for (const status of ['Sent', 'Completed'] as const) {
    settled = settled.map((row) => ({ ...row, ...inStatus(row, status, settledAt(row)) }))
    await updatePayments(tx, settled)
    await insertHistories(tx, settled, system)
  }
  return planned.flatMap(({ row, payee }, i) => [
    { at: row.createdAt, journal: { ...holdCommand(row, String(payee['name'])), journalId: newUuid() } },
    { at: row.createdAt, journal: releases[i]! },
    { at: settledAt(row), ...crossingOf(sentMove(settled[i]!)) },
  ])
}

const settledAt = ({ createdAt }: PaymentRow): Date => new Date(createdAt.getTime() + SETTLED_AFTER_MS)

const inStatus = (row: PaymentRow, status: PaymentStatus, at: Date) => ({
  status,
  version: row.version + 1,
  ...stamps(row, status, at),
  updatedAt: at,
})
