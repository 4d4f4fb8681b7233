import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { Decimal } from '../../kernel/rates.ts'
import { refuse } from './rules.ts'

/** Parsed XML: a text, or an element's children by name, attributes with an @ in front. */
type Node = { readonly [name: string]: Node | Node[] | undefined } | string
type Element = Exclude<Node, string>

/** A file's orders, with what its header says. An order's debtor is still named by its account number. */
export interface PaymentFile {
  messageId: string
  items: FileOrder[]
}
export interface FileOrder {
  order: Record<string, unknown>
  /** IBAN or other number of the account that pays. */
  debtorAccount: string
  endToEndId?: string
}

const REPEATED = new Set(['PmtInf', 'CdtTrfTxInf', 'Ustrd', 'AdrLine', 'Strd'])

/** No entity is expanded and no DOCTYPE is read: there is nothing in a file that could grow. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
  removeNSPrefix: true,
  trimValues: true,
  isArray: (name) => REPEATED.has(name),
})

/**
 * Payment orders from a pain.001.001.09 (customer credit transfer initiation). Its own totals must agree with its
 * transactions. What one transaction lacks is told when that item is checked, not here.
 *
 * @throws xml_invalid, batch_totals_mismatch
 */
export function parsePain001(xml: string): PaymentFile {
  const initiation = initiationOf(xml)
  const header = child(initiation, 'GrpHdr')
  const messageId = text(header, 'MsgId')
  if (messageId === undefined) throw refuse.xml_invalid({ reason: 'GrpHdr has no MsgId' })
  const items = children(initiation, 'PmtInf').flatMap((information) =>
    children(information, 'CdtTrfTxInf').map((transfer) => orderOf(information, transfer)),
  )
  if (items.length === 0) throw refuse.xml_invalid({ reason: 'it has no CdtTrfTxInf' })
  checkTotals(header, items)
  for (const information of children(initiation, 'PmtInf')) {
    checkTotals(
      information,
      children(information, 'CdtTrfTxInf').map((transfer) => orderOf(information, transfer)),
    )
  }
  return { messageId, items }
}

function initiationOf(xml: string): Element {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw refuse.xml_invalid({ reason: 'it has a DOCTYPE' })
  const wellFormed = XMLValidator.validate(xml)
  if (wellFormed !== true) throw refuse.xml_invalid({ reason: wellFormed.err.msg })
  const [opening] = /<(\w+:)?Document\b[^>]*>/.exec(xml) ?? ['']
  if (!opening.includes('pain.001.001.09')) throw refuse.xml_invalid({ reason: 'its namespace is another' })
  const document = child(parser.parse(xml) as Element, 'Document')
  const initiation = child(document, 'CstmrCdtTrfInitn')
  if (!initiation) throw refuse.xml_invalid({ reason: 'Document/CstmrCdtTrfInitn is missing' })
  return initiation
}

/** NbOfTxs and CtrlSum, where they are given, against what is there. */
function checkTotals(said: Element | undefined, items: readonly FileOrder[]): void {
  const number = text(said, 'NbOfTxs')
  if (number !== undefined && Number(number) !== items.length) {
    throw refuse.batch_totals_mismatch({ what: 'NbOfTxs', said: number, counted: items.length })
  }
  const sum = text(said, 'CtrlSum')
  if (sum === undefined) return
  const counted = items.reduce((total, { order }) => total.plus(amountOr0(order['amount'])), new Decimal(0))
  if (!/^\d{1,18}(\.\d+)?$/.test(sum) || !counted.eq(sum)) {
    throw refuse.batch_totals_mismatch({ what: 'CtrlSum', said: sum, counted: counted.toFixed() })
  }
}

const amountOr0 = (amount: unknown): string =>
  typeof amount === 'string' && /^\d{1,18}(\.\d+)?$/.test(amount) ? amount : '0'

const BEARER: Readonly<Record<string, string>> = { DEBT: 'OUR', SHAR: 'SHA', CRED: 'BEN', SLEV: 'SHA' }

function orderOf(information: Element, transfer: Element): FileOrder {
  const { amount, currency } = amountOf(transfer)
  const endToEndId = text(child(transfer, 'PmtId'), 'EndToEndId')
  const bearer = text(transfer, 'ChrgBr') ?? text(information, 'ChrgBr')
  const order = tidy({
    paymentDate:
      text(child(information, 'ReqdExctnDt'), 'Dt') ?? text(child(information, 'ReqdExctnDt'), 'DtTm')?.slice(0, 10),
    amount,
    currency,
    creditorAccount: creditorOf(transfer, currency),
    reference: referenceOf(transfer, endToEndId),
    remittance: remittanceOf(transfer),
    purposeCode: codeOf(child(transfer, 'Purp')),
    chargeBearer: bearer === undefined ? undefined : (BEARER[bearer] ?? bearer),
    speed: speedOf(child(transfer, 'PmtTpInf') ?? child(information, 'PmtTpInf')),
    ultimateDebtor: partyOf(child(transfer, 'UltmtDbtr') ?? child(information, 'UltmtDbtr')),
    ultimateCreditor: partyOf(child(transfer, 'UltmtCdtr')),
    clientReference: text(child(transfer, 'PmtId'), 'InstrId'),
  })
  return {
    order,
    debtorAccount: accountIdOf(child(information, 'DbtrAcct')) ?? '',
    ...(endToEndId === undefined || endToEndId === 'NOTPROVIDED' ? {} : { endToEndId }),
  }
}

function amountOf(transfer: Element): { amount: string | undefined; currency: string | undefined } {
  const amount = child(transfer, 'Amt')?.['InstdAmt']
  if (typeof amount !== 'object' || Array.isArray(amount)) return { amount: undefined, currency: undefined }
  const { '#text': value, '@Ccy': currency } = amount as Record<string, string | undefined>
  return { amount: withoutNeedlessZeros(value), currency }
}

/** The schema allows five decimals in any currency; those that say nothing are dropped, others are told as too many. */
const withoutNeedlessZeros = (value: string | undefined): string | undefined =>
  value?.replace(/(\.\d*?[1-9])0+$/, '$1').replace(/\.0+$/, '')

const speedOf = (type: Element | undefined): string | undefined => {
  if (codeOf(child(type, 'LclInstrm')) === 'INST') return 'Instant'
  return codeOf(child(type, 'SvcLvl')) === 'URGP' ? 'Urgent' : undefined
}

/** What the payee reads: its own reference, a short text, or the order's end-to-end id. Nothing is cut. */
function referenceOf(transfer: Element, endToEndId: string | undefined): string | undefined {
  const remittance = child(transfer, 'RmtInf')
  const structured = creditorReferenceOf(remittance)
  const [unstructured] = texts(remittance, 'Ustrd')
  return structured ?? (unstructured !== undefined && unstructured.length <= 35 ? unstructured : endToEndId)
}

const creditorReferenceOf = (remittance: Element | undefined) =>
  text(child(children(remittance, 'Strd')[0], 'CdtrRefInf'), 'Ref')

function remittanceOf(transfer: Element): object | undefined {
  const remittance = child(transfer, 'RmtInf')
  const creditorReference = creditorReferenceOf(remittance)
  const unstructured = texts(remittance, 'Ustrd').join(' ')
  const found = tidy({
    unstructured: unstructured === '' ? undefined : unstructured,
    structured: creditorReference === undefined ? undefined : { creditorReference },
  })
  return Object.keys(found).length > 0 ? found : undefined
}

function creditorOf(transfer: Element, currency: string | undefined): object {
  const creditor = child(transfer, 'Cdtr')
  const bank = child(child(transfer, 'CdtrAgt'), 'FinInstnId')
  const account = child(transfer, 'CdtrAcct')
  const iban = text(child(account, 'Id'), 'IBAN')
  const bic = text(bank, 'BICFI')
  const address = addressOf(child(creditor, 'PstlAdr'))
  const bankCountryCode =
    iban?.slice(0, 2) ?? bic?.slice(4, 6) ?? text(child(bank, 'PstlAdr'), 'Ctry') ?? address?.countryCode
  const routingCodes = routingCodesOf(child(bank, 'ClrSysMmbId'))
  return tidy({
    name: text(creditor, 'Nm'),
    type: child(child(creditor, 'Id'), 'PrvtId') ? 'Individual' : 'Company',
    address,
    countryCode: text(creditor, 'CtryOfRes') ?? address?.countryCode ?? bankCountryCode,
    bankCountryCode,
    currency,
    iban,
    accountNumber: iban === undefined ? accountIdOf(account) : undefined,
    bic,
    routingCodes: routingCodes.length > 0 ? routingCodes : undefined,
  })
}

/** Clearing systems of the external code set, and the routing code that each member number is. */
const CLEARING: Readonly<Record<string, (member: string) => { type: string; value: string }[]>> = {
  GBDSC: (value) => [{ type: 'SortCode', value }],
  USABA: (value) => [{ type: 'Aba', value }],
  AUBSB: (value) => [{ type: 'Bsb', value }],
  INFSC: (value) => [{ type: 'Ifsc', value }],
  CNAPS: (value) => [{ type: 'Cnaps', value }],
  // 0, institution of three digits, transit of five.
  CACPA: (value) => [
    { type: 'InstitutionNo', value: value.slice(-8, -5) },
    { type: 'TransitNo', value: value.slice(-5) },
  ],
}

function routingCodesOf(member: Element | undefined): { type: string; value: string }[] {
  const value = text(member, 'MmbId')
  if (value === undefined) return []
  const system = codeOf(child(member, 'ClrSysId')) ?? ''
  return CLEARING[system]?.(value) ?? [{ type: 'BankCode', value }]
}

interface Address {
  line1?: string
  line2?: string
  city?: string
  region?: string
  postCode?: string
  countryCode?: string
}

/** Structured or hybrid: street and number, or free lines, with town and country of their own. */
function addressOf(address: Element | undefined): Address | undefined {
  if (!address) return undefined
  const [first, second] = texts(address, 'AdrLine')
  const street = [text(address, 'StrtNm'), text(address, 'BldgNb')].filter((part) => part !== undefined).join(' ')
  return tidy({
    line1: street === '' ? first : street,
    line2: street === '' ? second : first,
    city: text(address, 'TwnNm'),
    region: text(address, 'CtrySubDvsn'),
    postCode: text(address, 'PstCd'),
    countryCode: text(address, 'Ctry'),
  }) as Address
}

function partyOf(party: Element | undefined): object | undefined {
  const name = text(party, 'Nm')
  if (name === undefined) return undefined
  return tidy({
    name,
    lei: text(child(child(party, 'Id'), 'OrgId'), 'LEI'),
    address: addressOf(child(party, 'PstlAdr')),
  })
}

const accountIdOf = (account: Element | undefined): string | undefined =>
  text(child(account, 'Id'), 'IBAN') ?? text(child(child(account, 'Id'), 'Othr'), 'Id')

const codeOf = (choice: Element | undefined): string | undefined => text(choice, 'Cd') ?? text(choice, 'Prtry')

// ---- reading the tree

function child(node: Element | undefined, name: string): Element | undefined {
  const found = node?.[name]
  return typeof found === 'object' && !Array.isArray(found) ? (found as Element) : undefined
}

const children = (node: Element | undefined, name: string): Element[] => {
  const found = node?.[name]
  return Array.isArray(found) ? found.filter((each): each is Element => typeof each === 'object') : []
}

function text(node: Element | undefined, name: string): string | undefined {
  const found = node?.[name]
  const value = typeof found === 'object' && !Array.isArray(found) ? (found as Element)['#text'] : found
  return typeof value === 'string' && value !== '' ? decoded(value) : undefined
}

const texts = (node: Element | undefined, name: string): string[] => {
  const found = node?.[name]
  return Array.isArray(found) ? found.filter((each): each is string => typeof each === 'string').map(decoded) : []
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The five entities that XML itself has, and characters by number: each stands for one character and nothing more. */
const decoded = (value: string): string =>
  value.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    },
  )

/** Without what is not there. */
const tidy = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
