import { Type } from 'typebox'
import {
  accountMembers,
  Authorisation,
  BENEFICIARY_ACCOUNT_TYPES,
  bodiesOf,
  closed,
  commonInitiation,
  Country,
  internationalInitiation,
  oneOf,
  open,
  optional,
  text,
} from '../initiation/index.ts'

/** Bodies of payment initiation in v3.1. */

const address = {
  StreetName: optional(text(70)),
  BuildingNumber: optional(text(16)),
  PostCode: optional(text(16)),
  CountrySubDivision: optional(text(35)),
}
const PostalAddress = closed({
  AddressType: optional(
    oneOf('Business', 'Correspondence', 'DeliveryTo', 'MailTo', 'POBox', 'Postal', 'Residential', 'Statement'),
  ),
  Department: optional(text(70)),
  SubDepartment: optional(text(70)),
  ...address,
  TownName: optional(text(35)),
  Country: optional(Country),
  AddressLine: optional(Type.Array(text(70), { maxItems: 7 })),
})

const RemittanceInformation = closed({ Unstructured: optional(text(140)), Reference: optional(text(35)) })
const DebtorAccount = closed({ ...accountMembers, Name: optional(text(350)) })
const CreditorAccount = closed({ ...accountMembers, Name: text(350) })

const Domestic = closed({
  ...commonInitiation,
  DebtorAccount: optional(DebtorAccount),
  CreditorAccount,
  CreditorPostalAddress: optional(PostalAddress),
  RemittanceInformation: optional(RemittanceInformation),
})

const International = closed({
  ...commonInitiation,
  ...internationalInitiation,
  Purpose: optional(text(4)),
  DebtorAccount: optional(DebtorAccount),
  Creditor: optional(closed({ Name: optional(text(140)), PostalAddress: optional(PostalAddress) })),
  CreditorAgent: optional(
    closed({
      SchemeName: optional(text(40)),
      Identification: optional(text(35)),
      Name: optional(text(140)),
      PostalAddress: optional(PostalAddress),
    }),
  ),
  CreditorAccount,
  RemittanceInformation: optional(RemittanceInformation),
})

const Risk = closed({
  PaymentContextCode: optional(
    oneOf(
      'BillingGoodsAndServicesInAdvance',
      'BillingGoodsAndServicesInArrears',
      'PispPayee',
      'EcommerceMerchantInitiatedPayment',
      'FaceToFacePointOfSale',
      'TransferToSelf',
      'TransferToThirdParty',
      'BillPayment',
      'EcommerceGoods',
      'EcommerceServices',
      'Other',
      'PartyToParty',
    ),
  ),
  MerchantCategoryCode: optional(text(4, 3)),
  MerchantCustomerIdentification: optional(text(70)),
  // Misspelt in the official file, right in its documentation: both are taken, and the one sent is answered.
  ContractPresentInidicator: optional(Type.Boolean()),
  ContractPresentIndicator: optional(Type.Boolean()),
  BeneficiaryPrepopulatedIndicator: optional(Type.Boolean()),
  PaymentPurposeCode: optional(text(4, 3)),
  BeneficiaryAccountType: optional(oneOf(...BENEFICIARY_ACCOUNT_TYPES)),
  DeliveryAddress: optional(
    open({
      AddressLine: optional(Type.Array(text(70), { maxItems: 2 })),
      ...address,
      TownName: text(35),
      Country,
    }),
  ),
})

export const DomesticBodies = bodiesOf(Domestic, Risk, Authorisation('Any', 'Single'))
export const InternationalBodies = bodiesOf(International, Risk, Authorisation('Any', 'Single'))
