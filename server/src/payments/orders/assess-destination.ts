import type { Demand } from '../../approvals/index.ts'
import type { EntityProfile } from '../../entities/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { CheckedPayee } from './assess-parties.ts'
import { type CheckedPurpose, checkPayer, checkPurpose, purposeListOf } from './assess-purpose.ts'
import type { Route } from './assess-route.ts'
import { policyDemand } from '../record/demand.ts'
import type { OrderDeps } from './deps.ts'
import type { PurposeList } from '../purposes/index.ts'
import type { Attempt } from '../record/rules.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { checkVerification, isVerificationRequired, type VerificationRow } from '../vop/index.ts'

export interface Warning {
  pointer: string
  code: string
  message: string
  /** Text as sent to the payee's bank. */
  sent?: string
}

/** Requirements of a destination, met or not. */
export interface Asks {
  /** A verification of the payee. */
  verification: boolean
  /** List of valid purposes; undefined if none applies. */
  purposes: PurposeList | undefined
  /** Required approvals; undefined if none. */
  approval: Demand | undefined
}

/** Checked details that the destination requires. */
export interface CheckedDestination {
  purposeCode: string | undefined
  verification: VerificationRow | undefined
  /** Required approvals; undefined if none. */
  demand: Demand | undefined
}

interface DestinationQuestion {
  profile: EntityProfile
  order: PaymentOrder
  payee: CheckedPayee
  route: Route | undefined
  amountMinor: bigint | undefined
  baseMinor: bigint | undefined
  at: Date
  inPackage?: boolean
  /** The payee is not verified yet, and will be before the payment is made. */
  verifiesLater?: boolean
}

/**
 * Checks verification, purpose, payer and approval, which depend on payee, destination and amount. Reports errors to
 * `attempt`.
 */
export async function askDestination(
  tx: Tx,
  deps: Pick<OrderDeps, 'policies'>,
  attempt: Attempt,
  question: DestinationQuestion,
) {
  const { profile, order, payee, route } = question
  const { verifiesLater = false } = question
  const verification = verifiesLater ? undefined : await attempt('/verificationId', () => verified(tx, question))
  const purposes = purposeListOf(order, payee, route?.rail, profile)
  const purpose = await attempt('/purposeCode', () => checkPurpose(order, payee, purposes))
  await attempt('/payer', () => checkPayer(order, payee, profile))
  const demand = await demandFor(tx, deps, question)
  const asks: Asks = {
    verification: isVerificationRequired(payerOf(profile), destination(order, payee, question)),
    purposes,
    approval: demand,
  }
  const checked: CheckedDestination = { verification, purposeCode: purpose?.code, demand }
  return { asks, checked, warnings: purpose ? purposeWarning(order, purpose) : [] }
}

const payerOf = ({ entity, settings }: EntityProfile) => ({
  jurisdiction: entity.jurisdiction,
  vopRequired: settings.vopRequired,
})

const destination = (
  { currency }: PaymentOrder,
  payee: CheckedPayee,
  { inPackage = false }: { inPackage?: boolean },
) => ({
  currency,
  bankCountry: payee.details.bankCountryCode,
  inPackage,
})

/** @throws verification_required, verification_not_found, verification_expired, verification_mismatch */
const verified = (tx: Tx, { profile, order, payee, at, inPackage = false }: DestinationQuestion) =>
  checkVerification(tx, {
    ...destination(order, payee, { inPackage }),
    entityId: profile.entity.entityId,
    payer: payerOf(profile),
    verificationId: order.verificationId,
    payee: payee.details,
    at,
  })

/** Returns the approvals required by the entity's policies, otherwise those required by the installation. */
async function demandFor(
  tx: Tx,
  { policies, taken }: Pick<OrderDeps, 'policies' | 'taken'>,
  { profile, order, payee, amountMinor, baseMinor }: DestinationQuestion,
): Promise<Demand | undefined> {
  if (amountMinor === undefined || baseMinor === undefined) return undefined
  const { entityId } = profile.entity
  const { currency, paymentDate } = order
  const { beneficiaryId, details } = payee
  const question = { entityId, currency, amountMinor, baseMinor, paymentDate, beneficiaryId, payee: details }
  const demand = await policyDemand(tx, question, taken)
  return demand ?? (policies.needsApproval(order) ? { policyId: null, steps: 1 } : undefined)
}

const purposeWarning = ({ purposeCode }: PaymentOrder, { isIgnored }: CheckedPurpose): Warning[] =>
  isIgnored
    ? [
        {
          pointer: '/purposeCode',
          code: 'purpose_code_ignored',
          message: `No purpose code applies to this payment; ${purposeCode} is not sent.`,
        },
      ]
    : []
