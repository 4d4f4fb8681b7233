import type { PaymentTerms } from '../../consents/index.ts'
import { namespaced } from '../../consents/index.ts'

/** Typed terms of a payment consent: the v4.0 members used by the service. */

export interface Money {
  Amount: string
  Currency: string
}

export interface PostalAddress {
  Department?: string
  SubDepartment?: string
  StreetName?: string
  BuildingNumber?: string
  BuildingName?: string
  Floor?: string
  UnitNumber?: string
  Room?: string
  PostBox?: string
  TownLocationName?: string
  DistrictName?: string
  CareOf?: string
  PostCode?: string
  TownName?: string
  CountrySubDivision?: string
  Country?: string
  AddressLine?: string[]
}

export interface NamedAccount {
  SchemeName: string
  Identification: string
  Name?: string
  SecondaryIdentification?: string
}

export interface Agent {
  SchemeName?: string
  Identification?: string
  Name?: string
  PostalAddress?: PostalAddress
}

export interface RateInformation {
  UnitCurrency: string
  /** Decimal text. */
  ExchangeRate?: string
  RateType: 'Actual' | 'Agreed' | 'Indicative'
  ContractIdentification?: string
}

export interface Initiation {
  InstructionIdentification: string
  EndToEndIdentification: string
  LocalInstrument?: string
  InstructionPriority?: 'Normal' | 'Urgent'
  InstructedAmount: Money
  ChargeBearer?: 'BorneByCreditor' | 'BorneByDebtor' | 'FollowingServiceLevel' | 'Shared'
  CurrencyOfTransfer?: string
  DestinationCountryCode?: string
  ExchangeRateInformation?: RateInformation
  Purpose?: string
  ExtendedPurpose?: string
  DebtorAccount?: NamedAccount
  Creditor?: { Name?: string; LEI?: string; PostalAddress?: PostalAddress }
  CreditorPostalAddress?: PostalAddress
  CreditorAgent?: Agent
  CreditorAccount: NamedAccount & { Name: string }
  UltimateCreditor?: { Name?: string; LEI?: string; PostalAddress?: PostalAddress }
  UltimateDebtor?: { Name?: string; LEI?: string; PostalAddress?: PostalAddress }
  RegulatoryReporting?: { Details?: { Type?: string; Country?: string; Information?: string[] }[] }[]
  RemittanceInformation?: {
    Unstructured?: string[]
    Structured?: {
      ReferredDocumentInformation?: { Code?: string; Number?: string; RelatedDate?: string }[]
      CreditorReferenceInformation?: { Code?: string; Issuer?: string; Reference?: string }
    }[]
  }
}

export interface Risk {
  PaymentPurposeCode?: string
  BeneficiaryAccountType?: string
}

/** Returns the typed request; the version's schema has checked its shape. */
export const asked = (terms: Pick<PaymentTerms, 'initiation' | 'risk'>) => ({
  initiation: terms.initiation as unknown as Initiation,
  risk: terms.risk as Risk,
})

/** Currency in which the payee gets the money. */
export const transferCurrency = ({ CurrencyOfTransfer, InstructedAmount }: Initiation): string =>
  CurrencyOfTransfer ?? InstructedAmount.Currency

/** A scheme's name without regard to its namespace: "IBAN". */
export const schemeOf = (name: string): string => namespaced(name).replace('UK.OBIE.', '')

/** Returns the reference for the payee, if given. */
export const creditorReference = ({ RemittanceInformation: sent }: Initiation): string | undefined =>
  sent?.Structured?.map((each) => each.CreditorReferenceInformation?.Reference).find(Boolean)

/** Returns the pointer of that reference within the initiation; without one, where it would be. */
export function creditorReferencePlace({ RemittanceInformation: sent }: Initiation): string {
  const at = sent?.Structured?.findIndex((each) => each.CreditorReferenceInformation?.Reference) ?? 0
  return `/RemittanceInformation/Structured/${Math.max(at, 0)}/CreditorReferenceInformation/Reference`
}

/** The free text to the payee. */
export const unstructured = ({ RemittanceInformation: sent }: Initiation): string | undefined => {
  const text = (sent?.Unstructured ?? []).join(' ').trim()
  return text === '' ? undefined : text
}

/** Members that name a scheme. */
const SCHEMED = ['DebtorAccount', 'CreditorAccount', 'CreditorAgent']

/** An initiation whose schemes and instrument are namespaced, as we always answer them. */
export function withNamespaces(initiation: Record<string, unknown>): Record<string, unknown> {
  const out = { ...initiation }
  for (const name of SCHEMED) {
    const held = out[name] as { SchemeName?: string } | undefined
    if (held?.SchemeName) out[name] = { ...held, SchemeName: namespaced(held.SchemeName) }
  }
  const instrument = out['LocalInstrument']
  return typeof instrument === 'string' ? { ...out, LocalInstrument: namespaced(instrument) } : out
}
