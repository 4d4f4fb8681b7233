import {
  type Row,
  arrayOf,
  bool,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  table,
  text,
  uuid,
} from '../kernel/db/table.ts'
import type { Rail } from '../payments/schemes/index.ts'
import type { BeneficiaryStatus, PayeeOrder } from './schema.ts'

/** Saved beneficiary data beyond the payee itself. */
export interface SavedPayee extends PayeeOrder {
  isDefaultForCurrency?: boolean
  externalReference?: string
  clientReference?: string
}

/** Parts of a payee that no rule of the database looks at. */
export type Details = Pick<
  PayeeOrder,
  | 'bankName'
  | 'bankAddress'
  | 'intermediary'
  | 'identification'
  | 'dateOfBirth'
  | 'email'
  | 'defaultPurposeCode'
  | 'defaultReference'
  | 'localName'
  | 'secondaryReference'
>

export type Wait = 'Approval' | 'Screening'

export const beneficiaries = table('beneficiaries', {
  entityId: uuid,
  beneficiaryId: uuid,
  status: oneOf<BeneficiaryStatus>(),
  version: integer,
  name: text,
  nickname: nullable(text),
  type: oneOf<'Individual' | 'Company'>(),
  firstParty: bool,
  address: json<PayeeOrder['address']>(),
  countryCode: text,
  bankCountryCode: text,
  currency: text,
  iban: nullable(text),
  accountNumber: nullable(text),
  bic: nullable(text),
  routingCodes: json<NonNullable<PayeeOrder['routingCodes']>>(),
  accountType: nullable(oneOf<'Checking' | 'Savings'>()),
  taxId: nullable(text),
  rails: arrayOf(oneOf<Rail>()),
  details: json<Details>(),
  isDefaultForCurrency: bool,
  externalReference: nullable(text),
  clientReference: nullable(text),
  verificationStatus: text,
  verificationId: nullable(text),
  verifiedAt: nullable(instant),
  /** Steps required before it is Active. */
  waitsFor: arrayOf(oneOf<Wait>()),
  /** Business time from which it can be paid; null: at once. */
  payableFrom: nullable(instant),
  createdBy: nullable(uuid),
  /** API client that created it or last changed payment details. */
  maker: nullable(uuid),
  decidedBy: nullable(text),
  createdAt: instant,
  updatedAt: instant,
})

export type BeneficiaryRow = Row<typeof beneficiaries>
