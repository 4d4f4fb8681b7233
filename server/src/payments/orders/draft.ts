import { randomUUID } from 'node:crypto'
import type { CommandContext } from '../../kernel/http/command.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import type { CheckedOrder } from './assess.ts'
import type { PaymentRow } from '../record/queries.ts'
import { DETAIL_NAMES, type PaymentDetails, type PaymentOrder } from '../record/schema.ts'

type Context = Pick<CommandContext, 'principal' | 'at'>

/** The order as a row, before it is known in which state it begins. */
export function draftOf(
  context: Context,
  order: PaymentOrder,
  checked: CheckedOrder,
  origin: { batchId?: string; endToEndId?: string } = {},
): PaymentRow {
  const { account, profile, route, payee, trade, amountMinor, baseMinor, demand } = checked
  const { principal, at: now } = context
  const paymentId = newUuid()
  return {
    entityId: principal.entityId,
    paymentId,
    accountId: account.accountId,
    currency: order.currency,
    amountMinor,
    baseMinor,
    limitDay: null,
    status: 'Screening',
    statusReason: null,
    paymentDate: order.paymentDate,
    beneficiaryId: payee.beneficiaryId,
    beneficiarySnapshot: null,
    tradeId: trade?.tradeId ?? null,
    verificationId: order.verificationId ?? null,
    reference: order.reference,
    reason: order.reason ?? null,
    purposeCode: checked.purposeCode ?? null,
    ...route,
    details: detailsOf(order),
    debtor: debtorOf(checked),
    clientReference: order.clientReference ?? null,
    endToEndId: origin.endToEndId ?? formatId('pay', paymentId).replace('_', ''),
    uetr: randomUUID(),
    holdId: null,
    releaseJournalId: null,
    returnJournalId: null,
    returnedMinor: null,
    returnedReason: null,
    returnedAt: null,
    suspenseMinor: 0n,
    submittedAt: null,
    sentAt: null,
    completedAt: null,
    approvalRequired: demand !== undefined,
    approvalsRequired: demand?.steps ?? 0,
    approvalPolicyId: demand?.policyId ?? null,
    approvalRound: 1,
    fingerprint: null,
    approvalChanges: [],
    reviewedBy: null,
    batchId: origin.batchId ?? null,
    createdBy: principal.clientId,
    decidedBy: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }

  function debtorOf({ account: { iban, accountNumber } }: CheckedOrder): PaymentRow['debtor'] {
    const { legalName: name, lei, addresses, entityType, countryOfIncorporation } = profile.entity
    const [address] = addresses
    return {
      name,
      type: entityType === 'Individual' ? 'Individual' : 'Company',
      country: address?.countryCode ?? countryOfIncorporation,
      ...(address ? { address } : {}),
      ...(lei === null ? {} : { lei }),
      accountId: formatId('acc', account.accountId),
      ...(iban ? { iban } : {}),
      ...(accountNumber ? { accountNumber } : {}),
    }
  }
}

const detailsOf = (order: PaymentOrder): PaymentDetails =>
  Object.fromEntries(DETAIL_NAMES.filter((name) => order[name] !== undefined).map((name) => [name, order[name]]))
