import { type Static, Type } from 'typebox'
import { AnyId, EntityId, Input, Instant, Nullable, Output, Page, paging, Resource, Text } from '../kernel/http/wire.ts'

const Values = Type.Record(Type.String(), Type.Unknown())

export const AuditRecordOut = Resource('AuditRecord', {
  auditRecordId: Type.String({ description: 'Id of the event, or of the other recorded action.' }),
  recordedAt: { ...Instant, description: 'Wall time, RFC 3339, UTC.' },
  at: Nullable({ ...Instant, description: 'Business time of an event; null for other actions.' }),
  entityId: Type.String(),
  actor: Output({
    type: Type.String({ examples: ['client'], description: 'client, psu, operator or system.' }),
    id: Nullable(Type.String()),
  }),
  address: Nullable(
    Type.String({
      description: "The client's address; for an operator the account and the host; null for the service.",
    }),
  ),
  operation: Nullable(Type.String({ examples: ['createPayment'], description: 'Operation of the API, or command.' })),
  requestId: Nullable(Type.String()),
  action: Type.String({ examples: ['payment.completed'] }),
  resource: Output({ type: Type.String(), id: Nullable(Type.String()), version: Nullable(Type.Integer()) }),
  before: Nullable({ ...Values, description: 'Changed values before; account numbers are masked.' }),
  after: Nullable({ ...Values, description: 'Changed values after; account numbers are masked.' }),
  detail: Nullable(Values),
  seal: Nullable(
    Output(
      {
        position: Type.Integer({ description: 'Position in the chain: 1, 2, 3, without gaps.' }),
        hash: Type.String({
          description: 'Hexadecimal SHA-256 of the bytes of the hash before it, if any, and of `text`.',
        }),
        text: Type.String({ description: 'The stored record as canonical JSON.' }),
      },
      { description: 'Place in the chain of hashes; null for a few seconds, until the record is sealed.' },
    ),
  ),
})
export type AuditRecordOut = Static<typeof AuditRecordOut>

export const AuditList = Resource('AuditRecordList', Page(AuditRecordOut).properties)

export const AuditQuery = Input({
  entityId: EntityId,
  from: Type.Optional({ ...Instant, description: 'Earliest `recordedAt`.' }),
  to: Type.Optional({ ...Instant, description: 'Latest `recordedAt`.' }),
  operation: Type.Optional(Text(64, { examples: ['createPayment'] })),
  action: Type.Optional(Text(64, { examples: ['payment.completed'] })),
  resourceId: Type.Optional(AnyId('the resource')),
  requestId: Type.Optional(Text(64)),
  ...paging,
})
export type AuditQuery = Static<typeof AuditQuery>

const Position = Type.String({ pattern: '^[0-9]{1,15}$', examples: ['118'] })

export const VerifyQuery = Input({
  entityId: EntityId,
  after: Type.Optional({
    ...Position,
    description:
      'Position after which verification starts: the `position` of the previous response. Default: from the start.',
  }),
  hash: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      examples: ['5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8'],
      description:
        'Hash that you stored for the record at `after`. If the chain now has another hash there, the response reports a difference.',
    }),
  ),
})

export const VerificationOut = Resource('AuditVerification', {
  entityId: Type.String(),
  intact: Type.Boolean({ description: 'False if a record differs.' }),
  position: Type.String({
    description: 'Position of the last record that was compared. Send it as `after` to continue.',
  }),
  hash: Nullable(
    Type.String({ description: 'Hash of that record. Store it, and send it as `hash` to detect later changes.' }),
  ),
  nextCursor: Nullable(Type.String({ description: 'The position if more records follow, otherwise null.' })),
  firstDifference: Nullable(
    Output({
      kind: Type.String({
        examples: ['Changed'],
        description:
          'Changed: a value differs. Missing: the record is gone. Broken: a part of the chain is gone or replaced. Unchained: a record is outside the chain.',
      }),
      position: Nullable(Type.Integer()),
      auditRecordId: Nullable(Type.String()),
    }),
  ),
})
