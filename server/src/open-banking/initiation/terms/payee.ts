import type { OwnBanks } from '../../../accounts/index.ts'
import type { CreditorAccount } from '../../../payments/index.ts'
import { bicError, ibanError, isSepa } from '../../../payments/validation/index.ts'
import { own } from '../../../kernel/own.ts'
import type { FieldError } from '../../../kernel/values/refusals.ts'
import { fieldErrorOf, refuseOb } from '../../http/index.ts'
import { addressText, BANK_ADDRESS, linesOf, townOf } from './address.ts'
import {
  type Agent,
  type Initiation,
  type NamedAccount,
  type PostalAddress,
  type Risk,
  schemeOf,
  transferCurrency,
} from './terms.ts'

const AT = '/Data/Initiation'
const SCHEMES = ['UK.OBIE.IBAN', 'UK.OBIE.SortCodeAccountNumber', 'UK.OBIE.BBAN'] as const

/** Roll numbers as saved payees have them. */
const ROLL_NUMBER = /^[A-Za-z0-9][A-Za-z0-9 /.-]{0,17}$/

/** ISO 20022 text for a missing part of an address; banks that need the part reject the payment themselves. */
const NOT_PROVIDED = 'NOTPROVIDED'

type Codes = NonNullable<CreditorAccount['routingCodes']>
type ReadCodes = (value: string) => Codes | undefined

const one =
  (type: Codes[number]['type']): ReadCodes =>
  (value) => [{ type, value }]

/** The routing number of nine digits: a zero, the institution and the transit number. */
const canadian: ReadCodes = (value) => {
  const [, institution, transit] = /^0(\d{3})(\d{5})$/.exec(value) ?? []
  if (institution === undefined || transit === undefined) return undefined
  return [
    { type: 'InstitutionNo', value: institution },
    { type: 'TransitNo', value: transit },
  ]
}

/** National bank codes by the country of their scheme, "UK.OBIE.NCC.US"; undefined for a value that cannot be read. */
const BANK_CODES: Readonly<Record<string, ReadCodes>> = {
  GB: one('SortCode'),
  US: one('Aba'),
  CA: canadian,
  AU: one('Bsb'),
  IN: one('Ifsc'),
  CN: one('Cnaps'),
  HK: one('BankCode'),
  SG: one('BankCode'),
  ID: one('BankCode'),
  KR: one('BankCode'),
  SE: one('BankCode'),
  DK: one('BankCode'),
}

/**
 * Builds the payee for the payments module. Open banking has an optional postal address: missing parts are marked as
 * not provided.
 */
export function payeeOf(initiation: Initiation, risk: Risk): CreditorAccount {
  const { CreditorAccount: account, Creditor, CreditorAgent } = initiation
  const bankCountryCode = bankCountry(initiation) ?? 'GB'
  const address = addressOf(Creditor?.PostalAddress ?? initiation.CreditorPostalAddress, bankCountryCode)
  const bic = bicOf(CreditorAgent)
  const lei = Creditor?.LEI
  const rollNumber = account.SecondaryIdentification
  const bankAddress = addressText(CreditorAgent?.PostalAddress)?.slice(0, BANK_ADDRESS) // of a consent of an earlier release
  return {
    name: account.Name,
    type: isPerson(risk) ? 'Individual' : 'Company',
    countryCode: address.countryCode,
    bankCountryCode,
    currency: transferCurrency(initiation),
    address,
    ...accountPart(initiation),
    ...(rollNumber === undefined ? {} : { secondaryReference: rollNumber }),
    ...(bic === undefined ? {} : { bic }),
    ...(CreditorAgent?.Name ? { bankName: CreditorAgent.Name } : {}),
    ...(bankAddress === undefined ? {} : { bankAddress }),
    ...(lei === undefined ? {} : { identification: { type: 'Lei' as const, value: lei } }),
  }
}

/** Returns true for the account types of persons. */
export const isPerson = ({ BeneficiaryAccountType: type }: Risk): boolean =>
  ['Personal', 'JointPersonal', 'PersonalSavingsAccount', 'Premier', 'Wealth', 'ISA'].includes(type ?? '')

/**
 * Returns the account whose holder's name can be verified: one in a SEPA country for euros, one in the United Kingdom for pounds.
 */
export function verifiableAccount(
  initiation: Initiation,
): { iban: string } | { sortCode: string; accountNumber: string } | undefined {
  const [currency, country] = [transferCurrency(initiation), bankCountry(initiation) ?? '']
  if (currency === 'EUR') return isSepa(country) ? ibanPart(initiation) : undefined
  if (currency !== 'GBP' || country !== 'GB') return undefined
  const { iban, accountNumber = '', routingCodes } = accountPart(initiation)
  if (iban !== undefined) return { iban }
  const sortCode = routingCodes?.find(({ type }) => type === 'SortCode')?.value ?? ''
  if (!/^\d{6}$/.test(sortCode) || !/^\d{8}$/.test(accountNumber)) return undefined
  return { sortCode, accountNumber }
}

function ibanPart(initiation: Initiation): { iban: string } | undefined {
  const { iban } = accountPart(initiation)
  return iban === undefined ? undefined : { iban }
}

/** Returns the type of the payee's account that the third party stated; undefined without one. */
export function statedType(risk: Risk): 'Individual' | 'Company' | undefined {
  if (risk.BeneficiaryAccountType === undefined) return undefined
  return isPerson(risk) ? 'Individual' : 'Company'
}

/** Returns the country of the payee's bank; undefined if unknown. */
export function bankCountry(initiation: Initiation): string | undefined {
  const { CreditorAccount: account, CreditorAgent, DestinationCountryCode } = initiation
  const scheme = schemeOf(account.SchemeName)
  if (scheme === 'IBAN') return compact(account.Identification).slice(0, 2)
  if (scheme === 'SortCodeAccountNumber') return 'GB'
  const national = nationalCode(CreditorAgent)
  return bicOf(CreditorAgent)?.slice(4, 6) ?? national?.country ?? DestinationCountryCode
}

const compact = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

const bicOf = (agent: Agent | undefined): string | undefined =>
  agent?.Identification && ['BICFI', 'BIC'].includes(schemeOf(agent.SchemeName ?? ''))
    ? compact(agent.Identification)
    : undefined

function nationalCode(agent: Agent | undefined) {
  const [, country] = /^(?:UK\.OBIE\.)?NCC\.([A-Z]{2})$/.exec(agent?.SchemeName ?? '') ?? []
  const read = country === undefined ? undefined : own(BANK_CODES, country)
  return country && read && agent?.Identification ? { country, codes: read(compact(agent.Identification)) } : undefined
}

function accountPart(initiation: Initiation): Pick<CreditorAccount, 'iban' | 'accountNumber' | 'routingCodes'> {
  const { CreditorAccount: account, CreditorAgent } = initiation
  const bare = compact(account.Identification)
  const scheme = schemeOf(account.SchemeName)
  if (scheme === 'IBAN') return { iban: bare }
  if (scheme === 'SortCodeAccountNumber')
    return { accountNumber: bare.slice(6), routingCodes: [{ type: 'SortCode', value: bare.slice(0, 6) }] }
  const national = nationalCode(CreditorAgent)
  return {
    accountNumber: bare,
    ...(national?.codes ? { routingCodes: national.codes } : {}),
  }
}

export function addressOf(sent: PostalAddress | undefined, country: string) {
  const [first, second] = linesOf(sent)
  return {
    countryCode: sent?.Country ?? country,
    city: townOf(sent) ?? NOT_PROVIDED,
    ...(first ? { line1: first } : {}),
    ...(second ? { line2: second } : {}),
    ...(sent?.PostCode ? { postCode: sent.PostCode } : {}),
    ...(sent?.CountrySubDivision ? { region: sent.CountrySubDivision } : {}),
  }
}

/** Returns the errors of an order's accounts and agent that do not depend on a bank's rules. */
export function partyErrors(initiation: Initiation, ownBanks: OwnBanks): FieldError[] {
  const { DebtorAccount, CreditorAccount: creditor, CreditorAgent } = initiation
  const found = [...accountErrors(`${AT}/CreditorAccount`, creditor, SCHEMES), ...rollNumberErrors(initiation)]
  if (DebtorAccount) found.push(...debtorErrors(DebtorAccount, ownBanks))
  if (creditor.Name.length > 140)
    found.push(
      fieldErrorOf(
        `${AT}/CreditorAccount/Name`,
        refuseOb.ob_rule_failed({ detail: 'the rails carry at most 140 characters of a name' }),
      ),
    )
  return [...found, ...agentErrors(CreditorAgent)]
}

/** Accepts a second identification for accounts in the United Kingdom: the roll number at a building society. */
function rollNumberErrors(initiation: Initiation): FieldError[] {
  const { SecondaryIdentification: rollNumber } = initiation.CreditorAccount
  if (rollNumber === undefined) return []
  if (bankCountry(initiation) !== 'GB') return [unsupportedSecondary(`${AT}/CreditorAccount`)]
  if (ROLL_NUMBER.test(rollNumber)) return []
  const detail = 'send a roll number of at most 18 letters, digits, spaces, dots, slashes and hyphens'
  return [invalid(`${AT}/CreditorAccount/SecondaryIdentification`, detail)]
}

const unsupportedSecondary = (pointer: string): FieldError =>
  fieldErrorOf(`${pointer}/SecondaryIdentification`, refuseOb.ob_secondary_identification_unsupported())

/** Rejects accounts at other banks; never discloses whether one of ours exists. */
function debtorErrors(debtor: NamedAccount, ownBanks: OwnBanks): FieldError[] {
  const found = accountErrors(`${AT}/DebtorAccount`, debtor, SCHEMES.slice(0, 2))
  if (debtor.SecondaryIdentification !== undefined) found.push(unsupportedSecondary(`${AT}/DebtorAccount`))
  const iban = ibanOfDebtor(debtor, ownBanks)
  if (found.length > 0 || (iban !== undefined && ownBanks.isOwnIban(iban))) return found
  const detail = 'use an account held with us'
  return [fieldErrorOf(`${AT}/DebtorAccount/Identification`, refuseOb.ob_account_identifier_unsupported({ detail }))]
}

/** Returns the IBAN of a payer's account; undefined for other banks' accounts or other schemes. */
export function ibanOfDebtor({ SchemeName, Identification }: NamedAccount, ownBanks: OwnBanks): string | undefined {
  const bare = compact(Identification)
  if (schemeOf(SchemeName) === 'IBAN') return bare
  if (schemeOf(SchemeName) !== 'SortCodeAccountNumber') return undefined
  return ownBanks.ibanOfSortCode(bare.slice(0, 6), bare.slice(6))
}

const invalid = (pointer: string, detail: string): FieldError =>
  fieldErrorOf(pointer, refuseOb.ob_field_invalid({ detail }))

function accountErrors(
  pointer: string,
  { SchemeName: value, Identification }: { SchemeName: string; Identification: string },
  supported: readonly string[],
): FieldError[] {
  const scheme = schemeOf(value)
  if (!supported.includes(`UK.OBIE.${scheme}`))
    return [fieldErrorOf(`${pointer}/SchemeName`, refuseOb.ob_scheme_unsupported({ value, supported }))]
  const found: FieldError[] = []
  const bare = compact(Identification)
  if (scheme === 'SortCodeAccountNumber' && !/^\d{14}$/.test(bare))
    found.push(invalid(`${pointer}/Identification`, 'send the sort code and the account number: 14 digits'))
  if (scheme === 'IBAN' && ibanError(bare))
    found.push(invalid(`${pointer}/Identification`, 'send an IBAN whose length and check digits fit'))
  return found
}

/** Returns true if the payee's account and the BIC of its bank are well-formed, so that its bank and country can be derived from them. */
export function isBankReadable({ CreditorAccount, CreditorAgent }: Initiation): boolean {
  const bic = bicOf(CreditorAgent)
  const isBicRead = bic === undefined || bicError(bic) === undefined
  return isBicRead && accountErrors('', CreditorAccount, SCHEMES).length === 0
}

/** An agent is named by its code, or by name and address. */
function agentErrors(agent: Agent | undefined): FieldError[] {
  if (!agent) return []
  const { SchemeName, Identification, Name, PostalAddress } = agent
  const pointer = `${AT}/CreditorAgent`
  if (SchemeName !== undefined && bicOf(agent) === undefined && nationalCode(agent) === undefined && Identification) {
    const supported = ['UK.OBIE.BICFI', ...Object.keys(BANK_CODES).map((country) => `UK.OBIE.NCC.${country}`)]
    return [fieldErrorOf(`${pointer}/SchemeName`, refuseOb.ob_scheme_unsupported({ value: SchemeName, supported }))]
  }
  const national = nationalCode(agent)
  if (national && !national.codes)
    return [invalid(`${pointer}/Identification`, 'send 9 digits: 0, the institution number, the transit number')]
  if ((SchemeName && Identification) || (Name && PostalAddress)) return []
  return [
    fieldErrorOf(
      pointer,
      refuseOb.ob_field_expected({ detail: 'give SchemeName and Identification, or Name and PostalAddress' }),
    ),
  ]
}
