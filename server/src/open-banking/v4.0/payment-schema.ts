import { Type } from 'typebox'
import {
  accountMembers,
  Authorisation,
  BENEFICIARY_ACCOUNT_TYPES,
  bodiesOf,
  closed,
  commonInitiation,
  Country,
  DateTime,
  internationalInitiation,
  Money,
  oneOf,
  open,
  optional,
  text,
} from '../initiation/index.ts'
import { CATEGORY_PURPOSE_CODES, PURPOSE_CODES } from './purpose-codes.ts'

/** Bodies of payment initiation in v4.0 (4.0.1). */

const LEI = Type.String({ minLength: 1, maxLength: 20, pattern: '^[A-Z0-9]{18}[0-9]{2}$' })

const PostalAddress = closed({
  AddressType: optional(oneOf('BIZZ', 'DLVY', 'MLTO', 'PBOX', 'ADDR', 'HOME', 'CORR', 'STAT')),
  Department: optional(text(70)),
  SubDepartment: optional(text(70)),
  StreetName: optional(text(140)),
  BuildingNumber: optional(text(16)),
  BuildingName: optional(text(140)),
  Floor: optional(text(70)),
  UnitNumber: optional(text(16)),
  Room: optional(text(70)),
  PostBox: optional(text(16)),
  TownLocationName: optional(text(140)),
  DistrictName: optional(text(140)),
  CareOf: optional(text(140)),
  PostCode: optional(text(16)),
  TownName: optional(text(140)),
  CountrySubDivision: optional(text(35)),
  Country: optional(Country),
  AddressLine: optional(Type.Array(text(70), { maxItems: 7 })),
})

const Proxy = open({
  Identification: text(2048),
  Code: oneOf(
    ...'TELE EMAL DNAM CINC COTX COID CUST DRLC EIDN EWAL PVTX LEIC MBNO NIDN CCPT SHID SOSE TOKN UBIL VIPN BIID'.split(
      ' ',
    ),
  ),
  Type: optional(text(35)),
})
const lei = { LEI: optional(LEI) }
const DebtorAccount = closed({ ...accountMembers, Name: optional(text(350)), Proxy: optional(Proxy) })
const CreditorAccount = closed({ ...accountMembers, Name: text(350), Proxy: optional(Proxy) })
const Agent = {
  SchemeName: optional(text(40)),
  Identification: optional(text(35)),
  Name: optional(text(140)),
  ...lei,
  PostalAddress: optional(PostalAddress),
}
const Ultimate = open({
  Name: optional(text(140)),
  Identification: optional(text(256)),
  ...lei,
  SchemeName: optional(text(40)),
  PostalAddress: optional(PostalAddress),
})

const RegulatoryReporting = Type.Array(
  open({
    DebitCreditReportingIndicator: optional(oneOf('CRED', 'DEBT', 'BOTH')),
    Authority: optional(open({ Name: optional(text(140)), CountryCode: optional(Country) })),
    Details: optional(
      Type.Array(
        open({
          Type: optional(text(35)),
          Date: optional(DateTime),
          Country: optional(Country),
          Amount: optional(Money),
          Information: optional(Type.Array(text(35))),
        }),
      ),
    ),
  }),
  { maxItems: 10 },
)

/** ISO 20022 document types of invoices and creditor references. */
const DOCUMENT_CODES = 'CINV CNFA CONT CREN DEBN DISP DNFA HIRI INVS MSIN PROF PUOR QUOT SBIN SPRR TISH'.split(' ')
const REFERENCE_CODES = 'DISP FXDR PUOR RPIN RADM SCOR'.split(' ')

const RemittanceInformation = open({
  Structured: optional(
    Type.Array(
      open({
        ReferredDocumentInformation: optional(
          Type.Array(
            open({
              Code: optional(oneOf(...DOCUMENT_CODES)),
              Issuer: optional(text(35)),
              Number: optional(text(35)),
              RelatedDate: optional(DateTime),
              LineDetails: optional(Type.Array(text(2048))),
            }),
          ),
        ),
        ReferredDocumentAmount: optional(Money.properties.Amount),
        CreditorReferenceInformation: optional(
          open({
            Code: optional(oneOf(...REFERENCE_CODES)),
            Issuer: optional(text(35)),
            Reference: optional(text(35)),
          }),
        ),
        Invoicer: optional(text(256)),
        Invoicee: optional(text(256)),
        TaxRemittance: optional(text(140)),
        AdditionalRemittanceInformation: optional(Type.Array(text(140), { maxItems: 3 })),
      }),
    ),
  ),
  Unstructured: optional(Type.Array(text(140))),
})

const parties = {
  DebtorAccount: optional(DebtorAccount),
  CreditorAgent: optional(closed(Agent)),
  CreditorAccount,
  UltimateCreditor: optional(Ultimate),
  UltimateDebtor: optional(Ultimate),
  RegulatoryReporting: optional(RegulatoryReporting),
  RemittanceInformation: optional(RemittanceInformation),
}

const Domestic = closed({ ...commonInitiation, ...parties, CreditorPostalAddress: optional(PostalAddress) })

const International = closed({
  ...commonInitiation,
  ...internationalInitiation,
  ...parties,
  Creditor: optional(closed({ Name: optional(text(350)), ...lei, PostalAddress: optional(PostalAddress) })),
})

/** Risk of new consents, without the v3.1 codes that the official file keeps for old consents only. */
const Risk = closed({
  PaymentContextCode: optional(
    oneOf(
      'BillingGoodsAndServicesInAdvance',
      'BillingGoodsAndServicesInArrears',
      'EcommerceMerchantInitiatedPayment',
      'FaceToFacePointOfSale',
      'TransferToSelf',
      'TransferToThirdParty',
    ),
  ),
  MerchantCategoryCode: optional(text(4, 3)),
  MerchantCustomerIdentification: optional(text(70)),
  ContractPresentIndicator: optional(Type.Boolean()),
  BeneficiaryPrepopulatedIndicator: optional(Type.Boolean()),
  PaymentPurposeCode: optional(oneOf(...PURPOSE_CODES)),
  CategoryPurposeCode: optional(oneOf(...CATEGORY_PURPOSE_CODES)),
  BeneficiaryAccountType: optional(oneOf(...BENEFICIARY_ACCOUNT_TYPES)),
  DeliveryAddress: optional(PostalAddress),
})

export const DomesticBodies = bodiesOf(Domestic, Risk, Authorisation('Any', 'Single', 'Multiple'))
export const InternationalBodies = bodiesOf(International, Risk, Authorisation('Any', 'Single'))
