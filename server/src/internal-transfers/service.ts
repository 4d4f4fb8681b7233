import { type Account, type AccountDirectory, getAccount } from '../accounts/index.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { differences, refuseIdempotency } from '../kernel/http/command.ts'
import { type EntityDirectory, localDay } from '../entities/index.ts'
import type { Day } from '../kernel/values/days.ts'
import { asOfEpoch, type Db, type Tx, violates } from '../kernel/db/db.ts'
import { formatId, newUuid } from '../kernel/values/ids.ts'
import type { Origin } from '../kernel/values/act.ts'
import { parseAmount } from '../kernel/values/money.ts'
import { ownEntity, type Principal, refuseEntity } from '../kernel/http/principal.ts'
import { problem } from '../kernel/http/problems.ts'
import { invariant, Refusal } from '../kernel/values/refusals.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'
import {
  accountBlocked,
  accountClosed,
  type BatchAnswer,
  type BatchCommand,
  createPostingBatcher,
  insufficientFunds,
  type JournalCommand,
  type Leg,
  postJournal,
  type PostingBatcher,
  type PostingConnection,
} from '../ledger/index.ts'
import { findByReference, findTransfer, type TransferRow } from './queries.ts'
import { checkEnabled, checkTransfer } from './rules.ts'
import type { TransferOrder } from './schema.ts'
import { type KeyRow, readKey, storeRefusal } from '../kernel/idempotency-keys.ts'

export const OPERATION = 'internalTransfer.create'

/** Transfer before posting: the fields of its row beyond the posting. */
export type Plan = Omit<TransferRow, 'debitSequence' | 'creditSequence' | 'createdAt'> & {
  debit: Account
  credit: Account
}

export type TransferBatcher = PostingBatcher<Plan>

/**
 * Creates the batcher of internal transfers: each is posted and stored in one statement together with other waiting
 * ones.
 */
export function createTransferBatcher(connection: PostingConnection, clock: Clock): TransferBatcher {
  return createPostingBatcher<Plan>(connection, clock, {
    name: 'internal-transfers',
    columns: [
      { name: 'debit_account_id', type: 'uuid', value: (plan) => plan.debitAccountId },
      { name: 'credit_account_id', type: 'uuid', value: (plan) => plan.creditAccountId },
      { name: 'amount_minor', type: 'bigint', value: (plan) => plan.amountMinor },
      { name: 'currency', type: 'text', value: (plan) => plan.currency },
      { name: 'reference', type: 'text', value: (plan) => plan.reference },
      { name: 'client_reference', type: 'text', value: (plan) => plan.clientReference },
    ],
    insert: `insert into internal_transfers (entity_id, internal_transfer_id, debit_account_id, credit_account_id, amount_minor,
        debit_sequence, credit_sequence, created_at, currency, reference, client_reference)
      select entity_id, journal_id, debit_account_id, credit_account_id, amount_minor, sequences[1], sequences[2], posted_at,
        currency, reference, client_reference from r where outcome = 0`,
    refuse: {
      expression: `select f.internal_transfer_id from internal_transfer_references f
          where f.entity_id = c.entity_id and f.client_reference = c.client_reference`,
      needed: ({ clientReference }) => clientReference !== null,
    },
  })
}

interface CreateCall extends Origin {
  principal: Principal
  order: TransferOrder
  /** The client's key, and the canonical request that it stands for. */
  idempotency: { key: string; request: string } | undefined
  requestId: string
  /** Business and wall time of receipt. */
  now: Date
  wall: Date
}

/** Created transfer, or the response to an earlier call with the same key. */
type CreateAnswer =
  | { row: TransferRow; replayed: boolean }
  | { status: number; body: string | null; headers: Record<string, string>; replayed: boolean }

/** Dependencies of planning a transfer, served from in-process caches. */
export interface PlanDeps {
  accounts: AccountDirectory
  entities: Pick<EntityDirectory, 'get'>
}

export interface CreateDeps extends PlanDeps {
  db: Db
  transfers: TransferBatcher
}

/**
 * Moves money between two accounts of one entity, for value today.
 *
 * @throws entity_not_found, account_not_found, internal_transfers_not_enabled, same_account, currency_mismatch,
 *   account_permission_missing, account_blocked, account_closed, insufficient_funds, duplicate_client_reference,
 *   idempotency_key_reused
 */
export async function createTransfer(deps: CreateDeps, call: CreateCall): Promise<CreateAnswer> {
  let plan: Plan
  try {
    plan = await planTransfer(deps, call.principal, call.order)
  } catch (error) {
    if (!(error instanceof Refusal) || !call.idempotency) throw error
    return refuseOnce(deps, call, error)
  }
  const valueDate = await localDay(deps.db.reader, plan.entityId, call.now)
  const answer = await deps.transfers.post(commandOf(plan, call, valueDate)).catch(async (error: unknown) => {
    throw (await duplicateOf(deps.db, plan, error)) ?? error
  })
  return read(deps, call, plan, answer)
}

/** All checks that need no lock. */
export async function planTransfer(
  { accounts, entities }: PlanDeps,
  principal: Principal,
  order: TransferOrder,
): Promise<Plan> {
  const entityId = ownEntity(principal, order.entityId)
  const profile = await entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  checkEnabled(profile)
  const { debit, credit, currency } = checkTransfer(
    order,
    await accounts.find(entityId, order.debitAccountId),
    await accounts.find(entityId, order.creditAccountId),
  )
  return {
    entityId,
    internalTransferId: newUuid(),
    debitAccountId: debit.accountId,
    creditAccountId: credit.accountId,
    amountMinor: parseAmount(order.amount, currency),
    currency,
    reference: order.reference ?? null,
    clientReference: order.clientReference ?? null,
    debit,
    credit,
  }
}

/** The journal of an approved transfer. */
export const transferCommand = (
  transfer: Omit<Plan, 'debit' | 'credit'>,
  { debit, credit }: Pick<Plan, 'debit' | 'credit'>,
  valueDate: Day,
): JournalCommand & { journalId: string } => {
  const { currency, amountMinor, internalTransferId: id, clientReference } = transfer
  return {
    entityId: transfer.entityId,
    journalId: id,
    kind: 'internalTransfer',
    type: 'InternalTransfer',
    source: { type: 'internalTransfer', id },
    valueDate,
    ...(transfer.reference === null ? {} : { reference: transfer.reference }),
    ...(clientReference === null ? {} : { detail: { clientReference } }),
    legs: [legOf(debit, credit, currency, -amountMinor), legOf(credit, debit, currency, amountMinor)],
  }
}

const legOf = (own: Account, other: Account, currency: string, amountMinor: bigint): Leg => ({
  account: own.accountId,
  currency,
  amountMinor,
  counterparty: { name: other.friendlyName ?? other.name, iban: other.iban },
})

/** Written as one literal: this is the hottest object of the service. */
function commandOf(plan: Plan, call: Partial<CreateCall>, valueDate: Day): BatchCommand<Plan> & { journalId: string } {
  const { currency, amountMinor, debit, credit, internalTransferId: id, clientReference } = plan
  const { principal, idempotency } = call
  return {
    entityId: plan.entityId,
    journalId: id,
    kind: 'internalTransfer',
    type: 'InternalTransfer',
    source: { type: 'internalTransfer', id },
    valueDate,
    reference: plan.reference ?? undefined,
    detail: clientReference === null ? undefined : { clientReference },
    legs: [legOf(debit, credit, currency, -amountMinor), legOf(credit, debit, currency, amountMinor)],
    requestId: call.requestId,
    epoch: call.epoch,
    event: principal && {
      type: 'internalTransfer.completed',
      actor: { type: 'client', id: principal.clientId },
      address: call.address,
      operation: call.operation,
    },
    idempotency: principal &&
      idempotency && {
        clientId: principal.clientId,
        operation: OPERATION,
        key: idempotency.key,
        request: idempotency.request,
      },
    resource: plan,
  }
}

async function read(deps: CreateDeps, call: CreateCall, plan: Plan, answer: BatchAnswer): Promise<CreateAnswer> {
  switch (answer.outcome) {
    case 'posted': {
      const [debitSequence, creditSequence] = answer.sequences as [bigint, bigint]
      return { row: rowOf(plan, debitSequence, creditSequence, answer.postedAt), replayed: false }
    }
    case 'replay':
      return replay(deps, call, plan, answer.of)
    case 'key_reused':
      throw keyReused(answer.request, call)
    case 'insufficient_funds':
    case 'account_blocked':
    case 'account_closed':
    case 'refused':
      throw refusal(plan, call.order, answer)
  }
}

/** The row as it was stored. Written out: spreading the plan costs a kilobyte a transfer. */
const rowOf = (plan: Plan, debitSequence: bigint, creditSequence: bigint, createdAt: Date): TransferRow => ({
  entityId: plan.entityId,
  internalTransferId: plan.internalTransferId,
  debitAccountId: plan.debitAccountId,
  creditAccountId: plan.creditAccountId,
  amountMinor: plan.amountMinor,
  debitSequence,
  creditSequence,
  createdAt,
  currency: plan.currency,
  reference: plan.reference,
  clientReference: plan.clientReference,
})

const keyReused = (before: string, call: CreateCall) =>
  refuseIdempotency.idempotency_key_reused({ differences: differences(before, call.idempotency!.request) })

type Refused =
  | { outcome: 'insufficient_funds'; missingMinor: bigint }
  | { outcome: 'account_blocked' }
  | { outcome: 'account_closed' }
  | { outcome: 'refused'; resourceId: string }

/** Fields of a transfer needed for an error. */
type Made = Pick<Plan, 'debit' | 'credit' | 'amountMinor'>

/** Builds the error behind an answer, the same for every repetition. */
function refusal(made: Made, order: TransferOrder, refused: Refused): Refusal {
  const { debit, credit, amountMinor } = made
  switch (refused.outcome) {
    case 'insufficient_funds':
      return insufficientFunds(debit.accountId, debit.currency, amountMinor, refused.missingMinor)
    case 'account_blocked':
      return accountBlocked(debit.accountId)
    case 'account_closed':
      return accountClosed(credit.accountId)
    case 'refused':
      return duplicate(order.clientReference!, refused.resourceId)
  }
}

/** The refusal of a reference that names another transfer already. */
export const duplicate = (clientReference: string, existing: string) =>
  refuseShared.duplicate_client_reference({ clientReference, existingId: formatId('ift', existing) })

/** Two transfers with one reference met in the database at once: the later one is refused like any other. */
async function duplicateOf(db: Db, plan: Plan, error: unknown): Promise<Refusal | undefined> {
  if (!violates(error, 'internal_transfer_references_pkey')) return undefined
  const existing = await findByReference(db.reader, plan.entityId, plan.clientReference!)
  return existing === undefined ? undefined : duplicate(plan.clientReference!, existing)
}

type Replay = Extract<BatchAnswer, { outcome: 'replay' }>['of']

async function replay(deps: CreateDeps, call: CreateCall, plan: Plan, of: Replay): Promise<CreateAnswer> {
  if (of.outcome === 'posted') {
    const row = await findTransfer(deps.db.reader, plan.entityId, of.resourceId)
    invariant(row, 'a transfer that was answered is stored')
    return { row, replayed: true }
  }
  if (of.outcome === 'answered') return known(deps, call, (await readKey(deps.db.reader, keyOf(call)))!)
  const rejection = refusal(plan, call.order, of)
  return stored(rejection, of.requestId ?? call.requestId, true)
}

const stored = (rejection: Refusal, requestId: string, replayed: boolean) => ({
  status: rejection.status,
  body: JSON.stringify(problem(rejection, requestId)),
  headers: rejection.headers,
  replayed,
})

const keyOf = ({ principal, idempotency }: CreateCall) => ({
  entityId: principal.entityId,
  clientId: principal.clientId,
  operation: OPERATION,
  ...idempotency!,
})

/** Stores an error raised before posting, unless the key already has a response: then returns that one. */
async function refuseOnce(deps: CreateDeps, call: CreateCall, rejection: Refusal): Promise<CreateAnswer> {
  const answer = stored(rejection, call.requestId, false)
  const db = asOfEpoch(deps.db, call.epoch)
  const row = await storeRefusal(db, keyOf(call), { ...answer, requestId: call.requestId, wall: call.wall })
  return row ? known(deps, call, row) : answer
}

/** The answer that a key's row stands for. */
async function known(deps: CreateDeps, call: CreateCall, row: KeyRow): Promise<CreateAnswer> {
  if (row.request !== call.idempotency!.request) throw keyReused(row.request, call)
  if (row.body !== null) return { status: row.status, body: row.body, headers: {}, replayed: true }
  const { entityId } = call.principal
  if (row.outcome === 0) {
    const transfer = await findTransfer(deps.db.reader, entityId, row.resourceId!)
    invariant(transfer, 'a transfer that was answered is stored')
    return { row: transfer, replayed: true }
  }
  const debit = await getAccount(deps.accounts, entityId, call.order.debitAccountId)
  const credit = await getAccount(deps.accounts, entityId, call.order.creditAccountId)
  const amountMinor = parseAmount(call.order.amount, debit.currency)
  const rejection = refusal({ debit, credit, amountMinor }, call.order, refusedBy(row))
  return stored(rejection, row.requestId ?? call.requestId, true)
}

function refusedBy(row: KeyRow): Refused {
  if (row.outcome === 1) return { outcome: 'insufficient_funds', missingMinor: row.detailMinor! }
  if (row.outcome === 2) return { outcome: 'account_blocked' }
  if (row.outcome === 4) return { outcome: 'account_closed' }
  return { outcome: 'refused', resourceId: row.resourceId! }
}

/** The whole of a transfer in a transaction that will be undone: a dry run. */
export async function tryTransfer(tx: Tx, deps: CreateDeps, call: CreateCall): Promise<TransferRow> {
  const plan = await planTransfer(deps, call.principal, call.order)
  const existing = plan.clientReference && (await findByReference(tx, plan.entityId, plan.clientReference))
  if (existing) throw duplicate(plan.clientReference!, existing)
  const valueDate = await localDay(tx, plan.entityId, call.now)
  const { sequences, postedAt } = await postJournal(tx, commandOf(plan, {}, valueDate), call.now)
  return rowOf(plan, sequences[0]!, sequences[1]!, postedAt)
}
