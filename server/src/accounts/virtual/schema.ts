import { type Static, Type } from 'typebox'
import {
  AnyId,
  CurrencyCode,
  EntityIds,
  Input,
  Instant,
  Nullable,
  OneOf,
  paging,
  Text,
  Resource,
  VisibleText,
} from '../../kernel/http/wire.ts'
import { AccountOut, FundingInstruction } from '../schema.ts'

const VirtualAccountStatus = OneOf(['Active', 'Closed'])

export const VirtualAccountOrder = Input({
  accountId: AnyId('the account to credit'),
  name: VisibleText(140, { description: 'Payer or purpose, as shown in your reports.' }),
  clientReference: Type.Optional(
    VisibleText(64, {
      description:
        'Your own reference for the payer, such as a customer number. Unique among all virtual accounts of the entity, including closed ones.',
    }),
  ),
})
export type VirtualAccountOrder = Static<typeof VirtualAccountOrder>

export const VirtualAccountsQuery = Input({
  ...paging,
  entityId: EntityIds,
  accountId: Type.Optional(AnyId('an account')),
  status: Type.Optional(VirtualAccountStatus),
  iban: Type.Optional(Type.String({ minLength: 5, maxLength: 42, description: 'Spaces are allowed.' })),
  clientReference: Type.Optional(Text(64)),
})
export type VirtualAccountsQuery = Static<typeof VirtualAccountsQuery>

export const VirtualAccount = Resource('VirtualAccount', {
  virtualAccountId: Type.String(),
  entityId: Type.String(),
  accountId: Type.String({ description: 'Account to credit.' }),
  name: Type.String(),
  clientReference: Nullable(Type.String()),
  currency: CurrencyCode,
  status: VirtualAccountStatus,
  identifiers: AccountOut.properties.identifiers,
  fundingInstructions: Type.Array(FundingInstruction, { description: 'Details that the payer needs.' }),
  openedAt: Instant,
  closedAt: Nullable(Instant),
})
export type VirtualAccount = Static<typeof VirtualAccount>
