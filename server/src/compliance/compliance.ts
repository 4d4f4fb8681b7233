import { actOf } from '../kernel/values/act.ts'
import { decideBeneficiary, lockBeneficiary, type PayeeOrder, type Screen } from '../beneficiaries/index.ts'
import { lockEntity } from '../entities/index.ts'
import type { Calendars } from '../fx/calendar/index.ts'
import type { Tx } from '../kernel/db/db.ts'
import { formatId } from '../kernel/values/ids.ts'
import {
  lockPayment,
  mayGo,
  type PaymentPolicies,
  type PaymentRow,
  type Rescreen,
  reviewPayment,
  transitionPayment,
} from '../payments/index.ts'
import { isHeldAgain, lockInbound, releaseFunds, returnFunds } from '../payments/inbound/index.ts'
import {
  type CaseRow,
  casesOf,
  closeCase,
  decideCase,
  findCase,
  type Party,
  refuseScreening,
  type Review,
  type Screening,
} from '../screening/index.ts'
import { reviewEntity } from './entities.ts'

/** Connection of screening and its subjects: the parties to screen, and the effect of a reviewer's decision. */

/** Adds sanctions screening to the payment policies. */
export const withScreening = (policies: PaymentPolicies, screening: Screening): PaymentPolicies => ({
  ...policies,
  async screen(tx, payment, payee, when) {
    const { hits } = await screening.screen(tx, screenedOf(payment, payee, when))
    return hits.length > 0 ? 'Review' : policies.screen(tx, payment, payee, when)
  },
})

/** Returns what is screened of a payment. */
const screenedOf = (
  payment: PaymentRow,
  payee: PayeeOrder,
  { stage, at, wall }: Parameters<PaymentPolicies['screen']>[3],
): Parameters<Screening['screen']>[1] => ({
  entityId: payment.entityId,
  resourceType: 'payment',
  resourceId: payment.paymentId,
  stage,
  parties: [...partiesOf(payee), ...ultimatePartiesOf(payment.details), { role: 'Text', name: textOf(payment) }],
  maker: payment.createdBy,
  actor: { type: 'system' },
  at,
  wall,
})

/** Payees are compared with the sanctions lists when they are made and whenever they are changed. */
export const screenPayees =
  (screening: Screening): Screen =>
  async (tx, { entityId, beneficiaryId, payee, stage, ...act }) => {
    const { hits } = await screening.screen(tx, {
      entityId,
      resourceType: 'beneficiary',
      resourceId: beneficiaryId,
      stage,
      parties: partiesOf(payee),
      maker: act.actor.id ?? null,
      ...actOf(act),
    })
    return hits.length > 0
  }

/** Returns the parties of a payee's details: the payee, its bank and an intermediary, each with its country. */
export function partiesOf(payee: PayeeOrder): Party[] {
  const { name, countryCode, bankName, bankCountryCode, bic, intermediary } = payee
  const bank = { role: 'Bank' as const, name: bankName ?? bic ?? '', country: bankCountryCode, ...(bic ? { bic } : {}) }
  const onTheWay = intermediary ? [{ role: 'Bank' as const, name: intermediary.bic, bic: intermediary.bic }] : []
  return [{ role: 'Payee', name, country: countryCode }, bank, ...onTheWay]
}

/** Everything the payer wrote that the banks on the way read. */
function textOf({ reference, reason, details }: PaymentRow): string {
  const { remittance, invoice, regulatoryReporting } = details
  const { creditorReference, invoiceNumber } = remittance?.structured ?? {}
  const numbers = [creditorReference, invoiceNumber, invoice?.number]
  const texts = [reference, reason, remittance?.unstructured, ...numbers, ...(regulatoryReporting?.details ?? [])]
  return texts.filter(Boolean).join(' ')
}

/** The parties that a payment is made for, each with the country of its address. */
function ultimatePartiesOf({ payer, ultimateDebtor, ultimateCreditor }: PaymentRow['details']): Party[] {
  const parties = { Payer: payer, UltimateDebtor: ultimateDebtor, UltimateCreditor: ultimateCreditor }
  return Object.entries(parties).flatMap(([role, party]) => {
    const country = party?.address?.countryCode
    return party ? [{ role: role as Party['role'], name: party.name, ...(country ? { country } : {}) }] : []
  })
}

interface ReviewDeps {
  calendars: Calendars
  screening: Screening
}

/**
 * Stores a reviewer's decision and applies it in one transaction: a payment continues to its rail or is rejected, a
 * payee becomes Active or Blocked, an inbound payment is credited or returned, an entity becomes Active or Suspended. Money and a new entity that
 * are released are screened again: if a list names them since, they stay held under a new case.
 *
 * @throws as decideCase, screening_payee_undecided, and what the thing's own step refuses
 */
export async function reviewCase(tx: Tx, review: Review, deps: ReviewDeps): Promise<CaseRow> {
  await lockScreened(tx, review)
  const row = await decideCase(tx, review)
  if (row.resourceType === 'payment') await reviewHeldPayment(tx, row, review, deps)
  else if (row.resourceType === 'beneficiary') {
    await decideBeneficiary(tx, { entityId: row.entityId, beneficiaryId: row.resourceId }, review)
  } else if (row.resourceType === 'entity') await reviewEntity(tx, row, review, deps.screening)
  else await reviewInbound(tx, row, review, deps)
  return row
}

/** Locks the subject before its case, in the order of other changes of the subject. */
async function lockScreened(tx: Tx, { entityId, caseId }: Review): Promise<void> {
  const found = await findCase(tx, entityId, caseId)
  if (found?.resourceType === 'payment') await lockPayment(tx, entityId, found.resourceId)
  else if (found?.resourceType === 'beneficiary') await lockBeneficiary(tx, entityId, found.resourceId, 'update')
  else if (found?.resourceType === 'entity') await lockEntity(tx, entityId)
  else if (found) await lockInbound(tx, entityId, found.resourceId)
}

/** The sandbox takes a held payment on without a reviewer: its case is decided by that. */
export async function closeCaseOfPayment(
  tx: Tx,
  { entityId, paymentId }: Pick<PaymentRow, 'entityId' | 'paymentId'>,
  status: PaymentRow['status'],
  step: Pick<Review, 'actor' | 'at' | 'wall'>,
): Promise<void> {
  const decision = status === 'Submitted' ? 'Released' : 'Rejected'
  const review = { ...step, decision, reviewer: 'sandbox', reason: `Taken to ${status}` } as const
  await closeCase(tx, { entityId, resourceType: 'payment', resourceId: paymentId }, review)
}

/**
 * Checks that no saved payee of a payment waits for its own review. The review comes first: a rejected payee is paid nothing.
 *
 * @throws screening_payee_undecided
 */
export async function checkPayeeDecided(tx: Tx, payment: PaymentRow): Promise<void> {
  const { entityId, beneficiaryId, beneficiarySnapshot } = payment
  if (beneficiaryId === null || beneficiarySnapshot !== null) return
  const payee = await lockBeneficiary(tx, entityId, beneficiaryId, 'share')
  if (payee?.status !== 'PendingApproval' || !payee.waitsFor.includes('Screening')) return
  const cases = await casesOf(tx, { entityId, resourceType: 'beneficiary', resourceId: beneficiaryId })
  const open = cases.find(({ status }) => status === 'Open')
  if (!open) return
  throw refuseScreening.screening_payee_undecided({
    beneficiaryId: formatId('ben', beneficiaryId),
    caseId: formatId('scr', open.caseId),
  })
}

async function reviewHeldPayment(
  tx: Tx,
  row: CaseRow,
  review: Review,
  { calendars, screening }: ReviewDeps,
): Promise<void> {
  const payment = await lockPayment(tx, row.entityId, row.resourceId)
  const step = { ...actOf(review), reason: undefined }
  if (payment?.status === 'Held') {
    const decision = review.decision === 'Released' ? 'Release' : 'Reject'
    if (decision === 'Release') await checkPayeeDecided(tx, payment)
    const rescreen: Rescreen = async (at, held, payee) => {
      const { hits } = await screening.screen(at, screenedOf(held, payee, { ...step, stage: 'Release' }))
      return hits.length > 0
    }
    await reviewPayment(tx, payment, decision, { ...step, reviewer: review.reviewer, calendars, rescreen })
  } else if (payment && review.decision === 'Rejected' && mayGo(payment.status, 'Rejected')) {
    await transitionPayment(tx, payment, 'Rejected', { ...step, reason: 'ScreeningRejected' }, calendars)
  }
}

async function reviewInbound(tx: Tx, row: CaseRow, review: Review, { screening }: ReviewDeps): Promise<void> {
  const key = { entityId: row.entityId, inboundPaymentId: row.resourceId }
  const act = actOf(review)
  if (review.decision === 'Rejected') await returnFunds(tx, key, act)
  else if (!(await isHeldAgain(tx, key, act, screening))) await releaseFunds(tx, key, act)
}
