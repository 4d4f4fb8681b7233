import { type Account, imageBeforeBalance } from '../../accounts/index.ts'
import { fingerprintOf } from '../../approvals/index.ts'
import { type EntityProfile, limitDayOf } from '../../entities/index.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { newUuid, parseId } from '../../kernel/values/ids.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { boundDetails, instructionOf } from '../lifecycle/instruction.ts'
import { draftPayment, type Origin, payeeToKeep } from '../lifecycle/service.ts'
import { straightPayee } from '../lifecycle/straight.ts'
import type { OrderDeps } from '../orders/deps.ts'
import { submissionOf } from '../rails/index.ts'
import type { PaymentRow, PaymentWithHistory } from '../record/queries.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { type FactsImage, type FactsKey, NotAFact } from './facts.ts'
import type { Acceptance } from './statement.ts'

/** A payment that is accepted by one statement, with others: Submitted, Scheduled, or in Screening with its money held. */
export interface PlainPayment {
  row: PaymentRow
  payeeName: string
  /** The payment as it is answered. */
  view: PaymentWithHistory
  straight: Acceptance['straight']
  facts: { key: FactsKey; version: string }
}

/**
 * Plans a payment that nothing stops and that waits for its date at most: no error and no notice, no approval, no trade, no
 * payee to be saved. Reads only copies of facts. Returns undefined for any other payment: `makePayment`
 * decides on those.
 */
export async function planPlain(
  context: Omit<CommandContext, 'tx' | 'dryRun'>,
  deps: OrderDeps,
  facts: FactsImage,
  { order, origin = {} }: { order: PaymentOrder; origin?: Origin | undefined },
): Promise<PlainPayment | undefined> {
  if (order.tradeId !== undefined || order.creditorAccount?.save) return undefined
  const key = keyOf(context.principal.entityId, order)
  try {
    const { version, tx } = await facts.read(key)
    const plain = await planned({ ...context, tx }, deps, { order, origin })
    if (plain) return { ...plain, facts: { key, version } }
    facts.forget(key)
    return undefined
  } catch (error) {
    facts.forget(key)
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
  context: Omit<CommandContext, 'dryRun'>,
  deps: OrderDeps,
  { order, origin }: { order: PaymentOrder; origin: Origin },
): Promise<Omit<PlainPayment, 'facts'> | undefined> {
  const { tx, at, wall, principal } = context
  const { draft, checked, warnings } = await draftPayment(context, deps, order, origin)
  if (warnings.length > 0 || draft.approvalRequired) return undefined
  const { details } = checked.payee
  const { kept, payee } = await payeeToKeep(context, order, checked, deps)
  const accepted = {
    ...draft,
    ...kept,
    limitDay: limitDayOf(checked.profile.entity, at),
    fingerprint: fingerprintOf(boundDetails(draft, { ...payee })),
  }
  const screened = await deps.policies.screen(tx, accepted, details, { stage: 'Create', at, wall })
  const snapshot = screened === 'Pass' ? straightPayee(draft, checked, checked.payee.saved) : undefined
  const row: PaymentRow = { ...accepted, ...firstOf(draft, snapshot) }
  const straight = snapshot && {
    submission: await submissionOf(deps.rails, row.entityId, instructionOf(row, snapshot), at),
    account: imageOf(checked.account as Account, checked.profile),
  }
  const entered = { version: 1, status: row.status, at: at.toISOString(), actorType: context.actor.type, reason: null }
  const view: PaymentWithHistory = {
    ...row,
    beneficiarySnapshot: row.beneficiarySnapshot && storedPayee(row.beneficiarySnapshot),
    history: [{ ...entered, actorId: principal.clientId }],
    decisions: [],
    recall: null,
    payee: storedPayee(snapshot ?? payee),
    trade: null,
    othersMinor: null,
  }
  return { row, payeeName: details.name, view, straight }
}

/** Returns what a payment begins with: submitted to its frozen payee if nothing stops it, otherwise screened or scheduled. */
function firstOf(draft: PaymentRow, snapshot: Record<string, unknown> | undefined): Partial<PaymentRow> {
  if (draft.scheduledFor !== null) return { status: 'Scheduled' }
  if (!snapshot) return { status: 'Screening', holdId: newUuid() }
  const { createdAt: submittedAt } = draft
  return { status: 'Submitted', releaseJournalId: newUuid(), beneficiarySnapshot: snapshot, submittedAt }
}

/** Images of accounts by the copy of the account that they are of. */
const images = new WeakMap<Account, { profile: EntityProfile; image: NonNullable<Acceptance['straight']>['account'] }>()

function imageOf(account: Account, profile: EntityProfile) {
  const known = images.get(account)
  if (known?.profile === profile) return known.image
  const image = { imageBeforeBalance: imageBeforeBalance(account, profile), version: account.version }
  images.set(account, { profile, image })
  return image
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
