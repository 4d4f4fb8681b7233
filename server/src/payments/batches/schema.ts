import { type Static, Type } from 'typebox'
import {
  EntityId,
  EntityIds,
  FieldErrorOut,
  Input,
  Instant,
  Nullable,
  OneOf,
  paging,
  Text,
  Output,
  named,
  Resource,
  VisibleText,
} from '../../kernel/http/wire.ts'
import { Status as PaymentStatus, WarningOut } from '../record/schema.ts'
import { VerificationOut } from '../vop/index.ts'

export const MAX_ITEMS = 5000

export const BATCH_STATUSES = [
  'Checking',
  'Processing',
  'Completed',
  'Undoing',
  'Rejected',
  'Cancelling',
  'Cancelled',
] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]
const ITEM_STATUSES = ['Pending', 'Checked', 'Invalid', 'Created', 'Skipped', 'Undone'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]
const BATCH_MODES = ['Strict', 'Partial'] as const
const BATCH_FORMATS = ['Json', 'Csv', 'Pain001'] as const
export type BatchFormat = (typeof BATCH_FORMATS)[number]

const Mode = OneOf(BATCH_MODES, {
  description: 'Strict (default): all items or none. Partial: every item that can be paid.',
})

/** Batch as JSON. An item is a payment order and is read unchecked, because its errors are reported per item. */
export const BatchOrder = Input(
  {
    entityId: EntityId,
    name: Type.Optional(VisibleText(70)),
    mode: Type.Optional(Mode),
    clientReference: Type.Optional(VisibleText(64)),
    items: Type.Array(Type.Unknown(), {
      minItems: 1,
      maxItems: MAX_ITEMS,
      description: `Payment orders as for POST /v1/payments; at most ${MAX_ITEMS}.`,
    }),
  },
  named('PaymentBatchOrder'),
)
export type BatchOrder = Static<typeof BatchOrder>

/** Parameters that a CSV or XML body cannot contain. */
export const BatchQuery = Input({
  dryRun: Type.Optional(
    Type.Boolean({
      description:
        'Checks every item now, but stores nothing and sends no request to a bank; the response contains dryRun: true.',
    }),
  ),
  entityId: EntityId,
  mode: Type.Optional(Mode),
  name: Type.Optional(VisibleText(70)),
  clientReference: Type.Optional(
    VisibleText(64, {
      description: 'Reference for a CSV batch. A pain.001 uses its MsgId; another value here is rejected.',
    }),
  ),
})
export type BatchQuery = Static<typeof BatchQuery>

const Count = Type.Integer({ minimum: 0 })

export const Batch = Resource('PaymentBatch', {
  batchId: Type.String(),
  entityId: Type.String(),
  name: Nullable(Type.String()),
  format: OneOf(BATCH_FORMATS),
  mode: OneOf(BATCH_MODES),
  status: OneOf(BATCH_STATUSES),
  clientReference: Nullable(Type.String()),
  progress: Output({ done: Count, total: Count, percent: Count }),
  counts: Output(
    { pending: Count, checked: Count, invalid: Count, created: Count, skipped: Count, undone: Count },
    { description: 'Number of items by outcome.' },
  ),
  payments: Type.Record(Type.String(), Type.Integer(), {
    description: 'Number of payments by current status.',
  }),
  totals: Type.Array(Output({ currency: Type.String(), amount: Type.String(), count: Count }), {
    description: 'Totals of the payments created.',
  }),
  createdBy: Type.String(),
  createdAt: Instant,
  updatedAt: Instant,
  finishedAt: Nullable(Instant),
  version: Type.Integer(),
  errors: Type.Optional(
    Type.Array(Output({ line: Type.Integer(), errors: Type.Array(FieldErrorOut) }), {
      description: 'Errors of the first 500 rejected items of a dry run, whose items are not stored.',
    }),
  ),
  warnings: Type.Optional(
    Type.Array(Output({ line: Type.Integer(), warnings: Type.Array(WarningOut) }), {
      description: 'Notices for the first 500 items of a dry run that have any.',
    }),
  ),
})
export type Batch = Static<typeof Batch>

export const BatchItem = Resource('PaymentBatchItem', {
  line: Type.Integer({ description: 'Position in the submitted batch, starting at 1.' }),
  status: OneOf(ITEM_STATUSES),
  paymentId: Nullable(Type.String()),
  paymentStatus: Nullable(PaymentStatus),
  clientReference: Nullable(Type.String()),
  errors: Type.Array(FieldErrorOut),
  warnings: Type.Array(WarningOut, {
    description: 'Values that are changed or not sent.',
  }),
  verification: Nullable(VerificationOut),
  order: Type.Unknown({ description: 'The item as read from the file.' }),
})

export const BatchesQuery = Input({
  entityId: EntityIds,
  status: Type.Optional(OneOf(BATCH_STATUSES)),
  clientReference: Type.Optional(Text(64)),
  createdFrom: Type.Optional(Instant),
  createdTo: Type.Optional(Instant),
  ...paging,
})
export type BatchesQuery = Static<typeof BatchesQuery>
export const ItemsQuery = Input({ status: Type.Optional(OneOf(ITEM_STATUSES)), ...paging })
