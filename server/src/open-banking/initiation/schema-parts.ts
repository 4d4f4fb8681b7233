import { type TProperties, type TSchema, Type } from 'typebox'

/** Pieces of the bodies of payment initiation that both versions have; each version puts its own body together. */

export const closed = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })
export const open = <P extends TProperties>(properties: P) => Type.Object(properties)
export const text = (most: number, least = 1) => Type.String({ minLength: least, maxLength: most })
export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)
export const oneOf = (...values: string[]) => Type.Enum(values)

const Currency = Type.String({ pattern: '^[A-Z]{3}$', 'x-ob': 'currency' })
export const Country = Type.String({ pattern: '^[A-Z]{2}$', 'x-ob': 'country' })
export const DateTime = Type.String({ 'x-ob': 'date' })
export const Money = closed({
  Amount: Type.String({ pattern: '^\\d{1,13}$|^\\d{1,13}\\.\\d{1,5}$' }),
  Currency,
})
const ChargeBearer = oneOf('BorneByCreditor', 'BorneByDebtor', 'FollowingServiceLevel', 'Shared')

/** Identification of an account or an agent: scheme, identification, name. */
export const accountMembers = {
  SchemeName: text(40),
  Identification: text(256),
  SecondaryIdentification: optional(text(34)),
}

const ExchangeRateInformation = closed({
  UnitCurrency: Currency,
  ExchangeRate: optional(Type.Number({ exclusiveMinimum: 0 })),
  RateType: oneOf('Actual', 'Agreed', 'Indicative'),
  ContractIdentification: optional(text(256)),
})

export const Authorisation = (...types: string[]) =>
  closed({ AuthorisationType: oneOf(...types), CompletionDateTime: optional(DateTime) })

const SCASupportData = open({
  RequestedSCAExemptionType: optional(
    oneOf(
      'BillPayment',
      'ContactlessTravel',
      'EcommerceGoods',
      'EcommerceServices',
      'Kiosk',
      'Parking',
      'PartyToParty',
    ),
  ),
  AppliedAuthenticationApproach: optional(oneOf('CA', 'SCA')),
  ReferencePaymentOrderId: optional(text(40)),
})

export const BENEFICIARY_ACCOUNT_TYPES = [
  'Business',
  'BusinessSavingsAccount',
  'Charity',
  'Collection',
  'Corporate',
  'Ewallet',
  'Government',
  'Investment',
  'ISA',
  'JointPersonal',
  'Pension',
  'Personal',
  'PersonalSavingsAccount',
  'Premier',
  'Wealth',
]

/** Common members of both kinds of payment orders. */
export const commonInitiation = {
  InstructionIdentification: text(35),
  EndToEndIdentification: text(35),
  LocalInstrument: optional(text(50)),
  InstructedAmount: Money,
  SupplementaryData: optional(Type.Object({}, { additionalProperties: true })),
}

/** Additional members of international payment orders. */
export const internationalInitiation = {
  InstructionPriority: optional(oneOf('Normal', 'Urgent')),
  ExtendedPurpose: optional(text(140)),
  ChargeBearer: optional(ChargeBearer),
  CurrencyOfTransfer: Currency,
  DestinationCountryCode: optional(Country),
  ExchangeRateInformation: optional(ExchangeRateInformation),
}

/** The two bodies of a kind of payment: the request for consent, and the payment. */
export function bodiesOf(initiation: TSchema, risk: TSchema, authorisation: TSchema) {
  return {
    consent: closed({
      Data: closed({
        ReadRefundAccount: optional(oneOf('Yes', 'No')),
        Initiation: initiation,
        Authorisation: optional(authorisation),
        SCASupportData: optional(SCASupportData),
      }),
      Risk: risk,
    }),
    payment: closed({ Data: closed({ ConsentId: text(128), Initiation: initiation }), Risk: risk }),
  }
}
