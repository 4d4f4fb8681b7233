import { amountTag, tag, text } from '../../../kernel/text/xml.ts'
import { carriedRemittance, type CarriedRemittance, isStructured, type Remittance } from '../../validation/index.ts'
import { isCreditorReference, isQrReference, type Rail, SCHEMES } from '../../schemes/index.ts'
import type { RailInstruction } from '../rail.ts'

/** Parts that pacs.008 and pain.001 share. Element order is the schemas'. */

interface Address {
  line1?: string
  line2?: string
  city?: string
  region?: string
  postCode?: string
  countryCode?: string
}

interface Party {
  name?: string
  type?: 'Individual' | 'Company'
  country?: string
  address?: Address
  lei?: string
  dateOfBirth?: string
  placeOfBirth?: string
  identification?: { type: string; value: string; country?: string }
}

interface Creditor extends Party {
  iban?: string
  accountNumber?: string
  secondaryReference?: string
  bic?: string
  bankName?: string
  bankCountryCode: string
  routingCodes?: { type: string; value: string }[]
  intermediary?: { bic: string; account?: string }
}

interface Details {
  payer?: Party
  ultimateDebtor?: Party
  ultimateCreditor?: Party
  remittance?: Remittance['remittance']
  invoice?: Remittance['invoice']
  regulatoryReporting?: { code?: string; country?: string; details?: string[] }
}

export const creditorOf = (instruction: RailInstruction) => instruction.creditor as unknown as Creditor
export const detailsOf = (instruction: RailInstruction) => instruction.details as Details

/** Our id of a payment where a message has room for 35 characters: its uetr without hyphens. */
export const shortId = (uetr: string): string => uetr.replaceAll('-', '')

/** SHA, OUR, BEN as ISO 20022 has them; SEPA knows only one way. */
export function chargeBearer({ rail, chargeBearer }: RailInstruction): string {
  return SCHEMES[rail].iso20022.chargeBearer ?? { OUR: 'DEBT', SHA: 'SHAR', BEN: 'CRED' }[chargeBearer]
}

/** The roll number of an account at a building society, which has no element of its own. */
export const rollNumber = ({ secondaryReference }: Creditor): string =>
  tag('InstrForCdtrAgt', tag('InstrInf', secondaryReference && `Roll number ${text(secondaryReference, 18)}`))

/** Service level and instrument, so that the bank takes the rail that was priced. */
export function paymentType(rail: Rail): string {
  const { serviceLevel, localInstrument } = SCHEMES[rail].iso20022
  const instrument =
    localInstrument &&
    ('code' in localInstrument ? tag('Cd', localInstrument.code) : tag('Prtry', localInstrument.proprietary))
  return tag('PmtTpInf', tag('SvcLvl', tag('Cd', serviceLevel)), tag('LclInstrm', instrument))
}

/** A structured or hybrid address: town and country always in their own elements. */
function address(of: Address | undefined): string {
  return tag(
    'PstlAdr',
    tag('PstCd', text(of?.postCode, 16)),
    tag('TwnNm', text(of?.city, 35)),
    tag('CtrySubDvsn', text(of?.region, 35)),
    tag('Ctry', of?.countryCode),
    tag('AdrLine', text(of?.line1, 70)),
    tag('AdrLine', text(of?.line2, 70)),
  )
}

/** Longest name of a party in a message, in characters. */
export const nameLimit = (rail: Rail): number => SCHEMES[rail].iso20022.nameLimit ?? 140

/** Renders a party: name, address and identification. */
export function party(name: string, of: Party | undefined, rail: Rail): string {
  if (!of?.name) return ''
  return tag(
    name,
    tag('Nm', text(of.name, nameLimit(rail))),
    address(of.address ?? withCountry(of.country)),
    identification(of),
  )
}

const withCountry = (countryCode: string | undefined): Address | undefined =>
  countryCode ? { countryCode } : undefined

function identification({
  lei,
  type,
  dateOfBirth,
  placeOfBirth,
  identification: id,
  address: at,
  country,
}: Party): string {
  const other = id && id.type !== 'Lei' ? id : undefined
  const isPerson = type === 'Individual'
  const number =
    other && tag('Othr', tag('Id', text(other.value, 35)), tag('SchmeNm', tag('Prtry', text(other.type, 35))))
  if (!isPerson) return tag('Id', tag('OrgId', tag('LEI', lei ?? (id?.type === 'Lei' ? id.value : '')), number))
  const born = country ?? at?.countryCode
  const birth =
    dateOfBirth && placeOfBirth && born
      ? tag(
          'DtAndPlcOfBirth',
          tag('BirthDt', dateOfBirth),
          tag('CityOfBirth', text(placeOfBirth, 35)),
          tag('CtryOfBirth', born),
        )
      : ''
  return tag('Id', tag('PrvtId', birth, number))
}

/** An account: its IBAN, else its number. */
export const account = (name: string, of: { iban?: string | undefined; accountNumber?: string | undefined }): string =>
  tag(name, tag('Id', of.iban ? tag('IBAN', of.iban) : tag('Othr', tag('Id', text(of.accountNumber, 34)))))

/** A bank by its BIC. */
export const agent = (name: string, bic: string): string => tag(name, tag('FinInstnId', tag('BICFI', bic)))

/** Renders the payee's bank: by BIC, by national code, or as not provided if the IBAN suffices. */
export function creditorAgent(creditor: Creditor): string {
  const member = memberId(creditor)
  const known = tag('BICFI', creditor.bic) + member + (creditor.bic ? '' : tag('Nm', text(creditor.bankName, 140)))
  return tag('CdtrAgt', tag('FinInstnId', known === '' ? tag('Othr', tag('Id', 'NOTPROVIDED')) : known))
}

/** Clearing codes of ISO 20022's external list by the country of the bank; a code without one goes under its own name. */
const SYSTEMS: Record<string, string> = {
  SortCode: 'GBDSC',
  Aba: 'USABA',
  Bsb: 'AUBSB',
  Ifsc: 'INFSC',
  Cnaps: 'CNAPS',
  'BankCode HK': 'HKNCC',
  'BankCode JP': 'JPZGN',
  'BankCode SG': 'SGIBG',
  'BankCode KR': 'KRBOK',
  'BranchCode ZA': 'ZANCC',
}

function memberId({ routingCodes = [], bankCountryCode }: Creditor): string {
  const value = (type: string) => routingCodes.find((each) => each.type === type)?.value
  const [institution, transit] = [value('InstitutionNo'), value('TransitNo')]
  if (institution && transit) return member('CACPA', `0${institution}${transit}`)
  const [bank, branch] = [value('BankCode'), value('BranchCode')]
  if (bank && branch) return member(SYSTEMS[`BankCode ${bankCountryCode}`], `${bank}${branch}`)
  const first = routingCodes.find(({ type }) => type !== 'Clabe')
  if (!first) return ''
  return member(SYSTEMS[first.type] ?? SYSTEMS[`${first.type} ${bankCountryCode}`], first.value)
}

const member = (system: string | undefined, id: string): string =>
  tag('ClrSysMmbId', system ? tag('ClrSysId', tag('Cd', system)) : '', tag('MmbId', text(id, 35)))

/** The correspondent on the way, where the beneficiary named one. */
export function intermediary({ intermediary: way }: Creditor): string {
  if (!way) return ''
  return agent('IntrmyAgt1', way.bic) + (way.account ? account('IntrmyAgt1Acct', { accountNumber: way.account }) : '')
}

/** A purpose: ISO's four letters, or a national code under its own name. */
export const purpose = (code: string | undefined): string =>
  code ? tag('Purp', /^[A-Z]{4}$/.test(code) ? tag('Cd', code) : tag('Prtry', text(code, 35))) : ''

export function regulatoryReporting(instruction: RailInstruction): string {
  const { regulatoryReporting: report } = detailsOf(instruction)
  if (!report) return ''
  const lines = (report.details ?? []).map((line) => tag('Inf', text(line, 35)))
  return tag('RgltryRptg', tag('Dtls', tag('Ctry', report.country), tag('Cd', text(report.code, 10)), ...lines))
}

/** Renders the remittance information: one line of text, or a structure with lines of text, as the rail carries it. */
export function remittance(instruction: RailInstruction): string {
  const { remittance: said, invoice } = detailsOf(instruction)
  const { rail, reference, endToEndId, currency } = instruction
  const order = { reference, endToEndId, currency, ...(said && { remittance: said }), ...(invoice && { invoice }) }
  const carried = carriedRemittance(rail, order)
  if (isStructured(carried)) return tag('RmtInf', structuredPart(carried, currency))
  return tag('RmtInf', ...carried.texts.map((line) => tag('Ustrd', text(line, 140))))
}

function structuredPart(carried: CarriedRemittance, currency: string): string {
  const { invoices, invoiceAmount, creditorReference, texts } = carried
  const kind = tag('Tp', tag('CdOrPrtry', tag('Cd', 'CINV')))
  const documents = invoices.map(({ number, date }) =>
    tag('RfrdDocInf', kind, tag('Nb', text(number, 35)), tag('RltdDt', date)),
  )
  const amount = invoiceAmount && tag('RfrdDocAmt', amountTag('DuePyblAmt', invoiceAmount, currency))
  const lines = texts.map((line) => tag('AddtlRmtInf', text(line, 140)))
  return tag('Strd', ...documents, amount, creditorReference && billReference(creditorReference), ...lines)
}

/** Renders a bill reference: ISO 11649, Swiss QR or the creditor's own. */
function billReference(reference: string): string {
  const choice = isQrReference(reference) ? tag('Prtry', 'QRR') : tag('Cd', 'SCOR')
  const issuer = isCreditorReference(reference) && tag('Issr', 'ISO')
  return tag('CdtrRefInf', tag('Tp', tag('CdOrPrtry', choice), issuer), tag('Ref', text(reference, 35)))
}

/** Returns the debtor, completed from the order's payer details where the entity's record has none. */
export function debtorOf(instruction: RailInstruction): Party & { iban?: string; accountNumber?: string } {
  const { payer } = detailsOf(instruction)
  const { name: _name, ...rest } = payer ?? {}
  return { ...rest, ...withoutEmpty(instruction.debtor) } as Party & { iban?: string; accountNumber?: string }
}

const withoutEmpty = (of: object): object =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined && value !== null))
