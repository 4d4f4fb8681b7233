import { type Static, Type } from 'typebox'
import { ApprovalOut } from '../approvals/index.ts'
import {
  Amount,
  AmountOut,
  AnyId,
  CurrencyCode,
  DayText,
  describedAs,
  EntityId,
  EntityIds,
  Input,
  Instant,
  Nullable,
  OneOf,
  paging,
  ReasonOut,
  Resource,
  VisibleText,
} from '../kernel/http/wire.ts'

export const TransferOrder = Input({
  entityId: EntityId,
  debitAccountId: AnyId('the account to debit'),
  creditAccountId: AnyId('the account to credit'),
  amount: Amount,
  currency: Type.Optional(CurrencyCode),
  reference: Type.Optional(VisibleText(140)),
  clientReference: Type.Optional(
    VisibleText(64, { description: 'Unique among the internal transfers of the entity.' }),
  ),
})
export type TransferOrder = Static<typeof TransferOrder>

const TransferStatus = OneOf(['PendingApproval', 'Completed', 'Cancelled'])

export const TransferOut = Resource('InternalAccountTransfer', {
  internalAccountTransferId: Type.String(),
  entityId: Type.String(),
  debitAccountId: Type.String(),
  creditAccountId: Type.String(),
  amount: AmountOut,
  currency: CurrencyCode,
  status: TransferStatus,
  reference: Nullable(Type.String()),
  clientReference: Nullable(Type.String()),
  transactionIds: Type.Array(Type.String(), {
    description: 'Ids of the debit and the credit; empty until completed.',
  }),
  createdAt: Instant,
  completedAt: Nullable(Instant),
  statusReason: Type.Optional(Nullable(describedAs('Reason for the cancellation.', ReasonOut))),
  approval: Type.Optional(ApprovalOut),
  approvalLapsesAt: Type.Optional(Nullable({ ...Instant, description: 'Cancelled if it is not approved by then.' })),
})
export type TransferOut = Static<typeof TransferOut>

export const TransfersQuery = Input({
  ...paging,
  entityId: EntityIds,
  status: Type.Optional(TransferStatus),
  accountId: Type.Optional(AnyId('an account on either side')),
  from: Type.Optional(DayText),
  to: Type.Optional(DayText),
})
export type TransfersQuery = Static<typeof TransfersQuery>
