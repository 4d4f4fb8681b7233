import { fingerprintOf } from '../../approvals/index.ts'
import { limitDayOf } from '../../entities/index.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { newUuid, parseId } from '../../kernel/values/ids.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { boundDetails } from '../lifecycle/instruction.ts'
import { draftPayment, type Origin, payeeToKeep } from '../lifecycle/service.ts'
import type { OrderDeps } from '../orders/deps.ts'
import type { PaymentRow, PaymentWithHistory } from '../record/queries.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { type FactsImage, type FactsKey, NotAFact } from './facts.ts'

/** A payment that is accepted by one statement, with others: in Screening with its money held, or Scheduled. */
export interface PlainPayment {
  row: PaymentRow
  payeeName: string
  /** The payment as it is answered. */
  view: PaymentWithHistory
  facts: { key: FactsKey; version: string }
}

/**
 * Plans a payment that nothing stops and that waits for its date at most: no error and no notice, no approval, no trade, no
 * payee to be saved. Reads only copies of facts. Returns undefined for any other payment: `makePayment`
 * decides on those.
 */
export async function planPlain(
  context: Omit<CommandContext, 'tx' | 'dryRun'>,
  deps: OrderDeps & { facts: FactsImage },
  order: PaymentOrder,
  origin: Origin = {},
): Promise<PlainPayment | undefined> {
  if (order.tradeId !== undefined || order.creditorAccount?.save) return undefined
  const key = keyOf(context.principal.entityId, order)
  try {
    const plain = await planned(context, deps, { order, origin }, key)
    if (!plain) deps.facts.forget(key)
    return plain
  } catch (error) {
    deps.facts.forget(key)
    if (error instanceof NotAFact || error instanceof Refusal) return undefined
    throw error
  }
}

const keyOf = (entityId: string, { accountId, beneficiaryId, creditorAccountId }: PaymentOrder): FactsKey => {
  const saved = beneficiaryId ?? creditorAccountId
  return {
    entityId,
    accountId: parseId('acc', accountId) ?? null,
    beneficiaryId: (saved === undefined ? undefined : parseId('ben', saved)) ?? null,
  }
}

async function planned(
  context: Omit<CommandContext, 'tx' | 'dryRun'>,
  deps: OrderDeps & { facts: FactsImage },
  { order, origin }: { order: PaymentOrder; origin: Origin },
  key: FactsKey,
): Promise<PlainPayment | undefined> {
  const { version, tx } = await deps.facts.read(key)
  const { at, wall, principal } = context
  const { draft, checked, warnings } = await draftPayment({ ...context, tx }, deps, order, origin)
  if (warnings.length > 0 || draft.approvalRequired) return undefined
  const { details } = checked.payee
  const { kept, payee } = await payeeToKeep({ ...context, tx }, order, checked)
  const first = draft.scheduledFor === null ? { holdId: newUuid() } : { status: 'Scheduled' as const }
  const row = {
    ...draft,
    ...first,
    ...kept,
    limitDay: limitDayOf(checked.profile.entity, at),
    fingerprint: fingerprintOf(boundDetails(draft, { ...payee })),
  }
  await deps.policies.screen(tx, row, details, { stage: 'Create', at, wall })
  const entered = { version: 1, status: row.status, at: at.toISOString(), actorType: context.actor.type, reason: null }
  const view: PaymentWithHistory = {
    ...row,
    beneficiarySnapshot: row.beneficiarySnapshot && asStored(row.beneficiarySnapshot),
    history: [{ ...entered, actorId: principal.clientId }],
    decisions: [],
    recall: null,
    payee: storedPayee(payee),
    trade: null,
  }
  return { row, payeeName: details.name, view, facts: { key, version } }
}

/** Payees as they are stored: copies of facts give the same payee for each payment. */
const storedPayees = new WeakMap<object, Record<string, unknown>>()

function storedPayee(payee: object): Record<string, unknown> {
  const known = storedPayees.get(payee)
  if (known) return known
  const stored = Object.freeze(asStored(payee))
  storedPayees.set(payee, stored)
  return stored
}

/** Returns an object with the order of members that PostgreSQL gives it (jsonb), at every level: by length, then by their bytes. */
function asStored(value: object): Record<string, unknown> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, storedMember(member)]))
}

function storedMember(member: unknown): unknown {
  if (Array.isArray(member)) return member.map(storedMember)
  return typeof member === 'object' && member !== null ? asStored(member) : member
}
