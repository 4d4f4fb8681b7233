import { type Static, Type } from 'typebox'
import { RAILS, ROUTING_CODE_TYPES } from '../payments/schemes/index.ts'
import {
  AnyId,
  CountryCode,
  CurrencyCode,
  DayText,
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
  Part,
  Resource,
  VisibleText,
} from '../kernel/http/wire.ts'

const BENEFICIARY_STATUSES = ['PendingApproval', 'Active', 'Blocked', 'Deleted'] as const
export type BeneficiaryStatus = (typeof BENEFICIARY_STATUSES)[number]

const PayeeAddress = Part('PayeeAddress', {
  line1: Type.Optional(Text(70)),
  line2: Type.Optional(Text(70)),
  city: Text(35, { description: 'Banks reject a payment if the payee’s address has no separate town.' }),
  region: Type.Optional(Text(35)),
  postCode: Type.Optional(Text(16)),
  countryCode: CountryCode,
})
const RoutingCode = Part('RoutingCode', { type: OneOf(ROUTING_CODE_TYPES), value: Text(20) })

/** Fields of a payee and its account for a payment, saved before or sent inline. */
const PAYEE = {
  name: Text(140, { examples: ['Acme Trading Ltd'] }),
  nickname: Type.Optional(VisibleText(70)),
  type: Type.Optional(OneOf(['Individual', 'Company'], { description: 'Default: Company.' })),
  firstParty: Type.Optional(Type.Boolean({ description: "The entity's own account at another bank." })),
  countryCode: CountryCode,
  bankCountryCode: CountryCode,
  currency: CurrencyCode,
  iban: Type.Optional(Text(50, { examples: ['DE89370400440532013000'] })),
  accountNumber: Type.Optional(Text(50)),
  bic: Type.Optional(Text(20, { examples: ['DEUTDEFF'] })),
  accountType: Type.Optional(OneOf(['Checking', 'Savings'])),
  localName: Type.Optional(
    Text(140, {
      description: "The name in the script of the payee's bank, where a rail asks for it (Japan: katakana).",
    }),
  ),
  secondaryReference: Type.Optional(
    Text(18, {
      pattern: '^[A-Za-z0-9][A-Za-z0-9 /.-]*$',
      description: 'Additional account reference: the roll number of a British building society account.',
      examples: ['1234/567 890'],
    }),
  ),
  bankName: Type.Optional(Text(140)),
  bankAddress: Type.Optional(Text(210)),
  dateOfBirth: Type.Optional(DayText),
  taxId: Type.Optional(Text(30)),
  email: Type.Optional(Text(254, { pattern: '^[^@\\s]+@[^@\\s]+$', examples: ['accounts@example.com'] })),
  defaultPurposeCode: Type.Optional(Text(35)),
  defaultReference: Type.Optional(Text(35)),
}
const Intermediary = Part('IntermediaryBank', { bic: Text(20), account: Type.Optional(Text(50)) })
const Identification = Part('PayeeIdentification', {
  type: OneOf(['Lei', 'RegistrationNumber', 'TaxId', 'Passport', 'NationalId']),
  value: Text(35),
  country: Type.Optional(CountryCode),
})

/** The payee inline in a payment. */
export const PayeeOrder = Input({
  ...PAYEE,
  address: PayeeAddress,
  routingCodes: Type.Optional(Type.Array(RoutingCode, { maxItems: 5 })),
  intermediary: Type.Optional(Intermediary),
  identification: Type.Optional(Identification),
})
export type PayeeOrder = Static<typeof PayeeOrder>

const SAVED = {
  isDefaultForCurrency: Type.Optional(
    Type.Boolean({ description: 'Default beneficiary of its currency; setting another one replaces it.' }),
  ),
  externalReference: Type.Optional(
    VisibleText(64, {
      description: 'Your reference for the payee. Unique among the beneficiaries of the entity that are not deleted.',
    }),
  ),
  clientReference: Type.Optional(
    VisibleText(64, {
      description:
        'Your reference for the payee. Unique among all beneficiaries of the entity, including deleted ones. It cannot be changed.',
    }),
  ),
}

/** Body of validate, create and update: one schema. */
export const BeneficiaryOrder = Input({
  entityId: EntityId,
  accountId: Type.Optional(AnyId('an account of the entity')),
  ...PayeeOrder.properties,
  ...SAVED,
})
export type BeneficiaryOrder = Static<typeof BeneficiaryOrder>

const Verification = Resource('BeneficiaryVerification', {
  status: Type.String({ description: 'NotChecked, Match, NearMatch, NoMatch or NotAvailable.' }),
  verificationId: Nullable(Type.String()),
  checkedAt: Nullable(Instant),
})

/** Fields of a payee in a response, normalised. */
const PAYEE_OUT = {
  ...PAYEE,
  nickname: Type.Optional(Text(70)), // earlier releases stored blank ones
  type: OneOf(['Individual', 'Company']),
  firstParty: Type.Boolean(),
  address: PayeeAddress,
  routingCodes: Type.Array(RoutingCode),
  intermediary: Type.Optional(Intermediary),
  identification: Type.Optional(Identification),
}

export const BeneficiaryOut = Resource('Beneficiary', {
  beneficiaryId: Type.String(),
  entityId: Type.String(),
  status: OneOf(BENEFICIARY_STATUSES),
  version: Type.Integer({ description: 'The ETag begins with it.' }),
  ...PAYEE_OUT,
  isDefaultForCurrency: Type.Boolean(),
  externalReference: Type.Optional(Type.String()),
  clientReference: Type.Optional(Type.String()),
  rails: Type.Array(OneOf(RAILS), {
    description: 'Rails for which the details are complete, preferred rail first.',
  }),
  verification: Verification,
  approvalRequired: Type.Boolean({ description: 'Another client of the entity must approve it before it is paid.' }),
  payableFrom: Nullable(
    Type.String({
      format: 'date-time',
      description: 'End of the cooling-off period after its creation or change; null if it has none.',
    }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
})
export type BeneficiaryOut = Static<typeof BeneficiaryOut>

const Warning = Output({
  pointer: Type.String(),
  code: Type.String(),
  message: Type.String(),
  sent: Type.String({ description: 'Text as sent to the bank.' }),
})

export const ValidationOut = Resource('BeneficiaryValidation', {
  valid: Type.Boolean(),
  errors: Type.Array(FieldErrorOut),
  warnings: Type.Array(Warning),
  normalised: Output({ ...PAYEE_OUT, ...SAVED }),
  bank: Output({
    name: Nullable(Type.String({ description: 'Bank name as entered; the service has no bank directory.' })),
    bic: Nullable(Type.String()),
    branch: Nullable(Type.String({ description: 'Branch of the BIC, or sort code.' })),
    country: CountryCode,
  }),
  rails: Type.Array(OneOf(RAILS)),
  verification: Verification,
})
export type ValidationOut = Static<typeof ValidationOut>

export const ListQuery = Input({
  ...paging,
  entityId: EntityIds,
  currency: Type.Optional(CurrencyCode),
  country: Type.Optional(CountryCode),
  status: Type.Optional(OneOf(BENEFICIARY_STATUSES, { description: 'Default: Active.' })),
  q: Type.Optional(Text(70, { description: 'Part of the name or the nickname.' })),
})
export const DeleteQuery = Input({
  dryRun: Type.Optional(Type.Boolean()),
  force: Type.Optional(
    Type.Boolean({
      description:
        'Deletes it even if a payment that is not yet released needs it. The payment is rejected: immediately if it awaits approval, otherwise at its release.',
    }),
  ),
})
export const OneParams = Input({ beneficiaryId: AnyId('a beneficiary') })
