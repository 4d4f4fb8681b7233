import type { Demand } from '../../approvals/index.ts'
import type { EntityProfile } from '../../entities/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { CheckedPayee } from './assess-parties.ts'
import { type CheckedPurpose, purposeListOf } from './assess-purpose.ts'
import { policyDemand } from '../record/demand.ts'
import type { OrderDeps } from './deps.ts'
import type { PurposeList } from '../purposes/index.ts'
import type { PaymentOrder } from '../record/schema.ts'
import type { Rail } from '../schemes/index.ts'
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

/** An order with the payee and the amounts that its destination's requirements depend on. */
interface DestinationSubject {
  tx: Tx
  deps: Pick<OrderDeps, 'policies' | 'taken'>
  profile: EntityProfile
  order: PaymentOrder
  payee?: CheckedPayee
  amountMinor?: bigint
  baseMinor?: bigint
  at: Date
  inPackage?: boolean
}

/** Returns the requirements of an order's destination, met or not. */
export async function requirementsOf(subject: DestinationSubject, rail: Rail | undefined): Promise<Asks> {
  const { profile, order, payee } = subject
  if (!payee) return { verification: false, purposes: undefined, approval: undefined }
  return {
    verification: isVerificationRequired(payerOf(profile), destination(order, payee, subject)),
    purposes: purposeListOf(order, payee, rail, profile),
    approval: await demandFor(subject, payee),
  }
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
export async function checkPayeeIsVerified(subject: DestinationSubject): Promise<VerificationRow | undefined> {
  const { tx, profile, order, payee, at } = subject
  if (!payee) return undefined
  return checkVerification(tx, {
    ...destination(order, payee, subject),
    entityId: profile.entity.entityId,
    payer: payerOf(profile),
    verificationId: order.verificationId,
    payee: payee.details,
    at,
  })
}

/** Returns the approvals required by the entity's policies, otherwise those required by the installation. */
async function demandFor(subject: DestinationSubject, payee: CheckedPayee): Promise<Demand | undefined> {
  const { tx, deps, profile, order, amountMinor, baseMinor } = subject
  const { policies, taken } = deps
  if (amountMinor === undefined || baseMinor === undefined) return undefined
  const { entityId } = profile.entity
  const { currency, paymentDate } = order
  const { beneficiaryId, details } = payee
  const question = { entityId, currency, amountMinor, baseMinor, paymentDate, beneficiaryId, payee: details }
  const demand = await policyDemand(tx, question, { taken })
  return demand ?? (policies.needsApproval(order) ? { policyId: null, steps: 1 } : undefined)
}

export const purposeWarning = ({ purposeCode }: PaymentOrder, { isIgnored }: CheckedPurpose): Warning[] =>
  isIgnored
    ? [
        {
          pointer: '/purposeCode',
          code: 'purpose_code_ignored',
          message: `No purpose code applies to this payment; ${purposeCode} is not sent.`,
        },
      ]
    : []
