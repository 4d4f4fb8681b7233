import { type Static, Type } from 'typebox'
import {
  AnyId,
  EntityId,
  Input,
  Instant,
  Nullable,
  OneOf,
  Text,
  Output,
  Part,
  Resource,
} from '../../kernel/http/wire.ts'
import { REASON_CODES, VERIFICATION_STATUSES } from './outcomes.ts'

const IDENTIFICATION = {
  lei: Type.Optional(Text(20, { examples: ['213800WSGIIZCXF1P572'] })),
  bic: Type.Optional(Text(11)),
  other: Type.Optional(Part('OtherIdentification', { value: Text(35), scheme: Type.Optional(Text(35)) })),
}

export const VerificationOrder = Input({
  entityId: EntityId,
  name: Type.Optional(Text(140, { description: 'Payee name as known to the payer; required without identification.' })),
  identification: Type.Optional(
    Input(IDENTIFICATION, { description: 'Send exactly one of `lei`, `bic` and `other`.' }),
  ),
  iban: Type.Optional(Text(50, { description: 'Required unless sortCode and accountNumber are sent.' })),
  sortCode: Type.Optional(Text(12)),
  accountNumber: Type.Optional(Text(12)),
  partyType: Type.Optional(OneOf(['Individual', 'Company'], { description: 'Payee type as known to the payer.' })),
  accountId: Type.Optional(AnyId('the account that pays')),
})
export type VerificationOrder = Static<typeof VerificationOrder>

export const VerificationOut = Resource('PayeeVerification', {
  verificationId: Type.String(),
  status: OneOf(VERIFICATION_STATUSES),
  matchedName: Type.Optional(
    Type.String({ description: 'The registered name; returned only for a NearMatch of the name.' }),
  ),
  reasonCode: Nullable(OneOf(REASON_CODES)),
  message: Type.String({ description: 'Message for the payer, who decides.' }),
  scheme: OneOf(['SEPA_VOP', 'UK_COP', 'SIMULATED'], { description: 'SIMULATED: decided by a magic value.' }),
  checkedAt: Instant,
  expiresAt: Instant,
  recommendedUpdates: Type.Array(Output({ field: OneOf(['name', 'partyType']), value: Type.String() })),
})
export type VerificationOut = Static<typeof VerificationOut>

/** The answer of a dry run where no result is stored, as the bank is not asked. */
export const VerificationToCome = Resource('PayeeVerificationToCome', {
  warnings: Type.Array(Output({ pointer: Type.String(), code: Type.String(), message: Type.String() })),
})
