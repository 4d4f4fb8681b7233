import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { Decimal } from '../../kernel/values/rates.ts'
import { refuse } from './rules.ts'
import {
  amount as amountAt,
  child,
  children,
  type Element,
  hasXmlCharacters,
  leftIn,
  peek,
  text,
  texts,
} from './xml-tree.ts'

/** A file's orders, with what its header says. An order's debtor is still named by its account number. */
interface PaymentFile {
  messageId: string
  items: FileOrder[]
}
export interface FileOrder {
  order: Record<string, unknown>
  /** IBAN or other number of the account that pays. */
  debtorAccount: string
  endToEndId?: string
  /** Elements that the payment cannot carry, by their path: it is not made without them. */
  notCarried: string[]
  /** Elements that are not sent on, by their path, though nobody is paid otherwise for it. */
  notSent: string[]
}

const REPEATED = new Set([
  'PmtInf',
  'CdtTrfTxInf',
  'Ustrd',
  'AdrLine',
  'Strd',
  'RfrdDocInf',
  'RgltryRptg',
  'Dtls',
  'Inf',
])

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
  if (messageId.length > 35) throw refuse.xml_invalid({ reason: 'its MsgId is longer than 35 characters' })
  const groups = children(initiation, 'PmtInf').map((information) => ({ information, items: itemsOf(information) }))
  const items = groups.flatMap((group) => group.items)
  if (items.length === 0) throw refuse.xml_invalid({ reason: 'it has no CdtTrfTxInf' })
  checkTotals(header, items)
  for (const { information, items: own } of groups) checkTotals(information, own)
  const ofAll = judged(leftIn(initiation, ['PmtInf']).map((path) => path.replace('GrpHdr/', '')))
  return { messageId, items: items.map(({ left, ...item }) => ({ ...item, ...told([ofAll, ...left]) })) }
}

type Left = Pick<FileOrder, 'notCarried' | 'notSent'>
/** An order, with what nobody took of its group and of its own element. */
type ReadOrder = Omit<FileOrder, keyof Left> & { left: Left[] }

/** Paths that are told of one item. A file may have any number, and those of its header are told of each item. */
const MOST_TOLD = 20

const told = (left: readonly Left[]): Left => ({
  notCarried: firstOf(left.map(({ notCarried }) => notCarried)),
  notSent: firstOf(left.map(({ notSent }) => notSent)),
})

function firstOf(lists: readonly string[][]): string[] {
  const more = lists.reduce((sum, { length }) => sum + length, -MOST_TOLD)
  const first = lists.flatMap((paths) => paths.slice(0, MOST_TOLD)).slice(0, MOST_TOLD)
  return more > 0 ? [...first, `and ${more} more`] : first
}

/** The transactions of one group, each with what neither its own element nor the group's gave to the order. */
function itemsOf(information: Element): ReadOrder[] {
  const transfers = children(information, 'CdtTrfTxInf')
  const orders = transfers.map((transfer) => orderOf(information, transfer))
  if (peek(information, 'PmtMtd') === 'TRF') text(information, 'PmtMtd')
  const shared = judged(leftIn(information, ['CdtTrfTxInf']))
  return orders.map((item, i) => ({ ...item, left: [shared, judged(leftIn(transfers[i]!), item.order)] }))
}

/** Counts, names or groups what is in the file; the account that pays is named by its number alone. */
const NO_PART =
  /^(MsgId|CreDtTm|NbOfTxs|CtrlSum|InitgPty\/.*|PmtInfId|BtchBookg|Dbtr\/.*|DbtrAgt\/.*|DbtrAcct\/(Ccy|Nm|Tp\/.*|Id\/Othr\/(SchmeNm\/.*|Issr)))$/

/** Tells more of a party, a bank or the handling than is sent on; who is paid, what and for what stays the same. */
const MORE_DETAIL = new RegExp(
  [
    'Authstn/.*',
    'FwdgAgt/.*',
    'ReqdExctnDt/DtTm',
    'PmtId/UETR',
    'PmtTpInf/.*',
    'Cdtr/(Id|CtctDtls|PstlAdr)/.*',
    'Cdtr/CtryOfRes',
    'CdtrAgt/(FinInstnId/(LEI|Nm|PstlAdr/.*|Othr/.*|ClrSysMmbId/.*)|BrnchId/.*)',
    'CdtrAcct/(Tp/.*|Ccy|Nm|Id/Othr/(SchmeNm/.*|Issr))',
    'IntrmyAgt1/FinInstnId/(LEI|Nm|PstlAdr/.*|ClrSysMmbId/.*)',
    'IntrmyAgt1Acct/(Tp/.*|Ccy|Nm|Id/Othr/(SchmeNm/.*|Issr))',
    'Ultmt(Dbtr|Cdtr)/(Id|CtctDtls|PstlAdr)/.*',
    'Ultmt(Dbtr|Cdtr)/CtryOfRes',
    'RgltryRptg/(DbtCdtRptgInd|Authrty/.*)',
  ]
    .map((path) => `^${path}$`)
    .join('|'),
)

function judged(left: readonly string[], order: FileOrder['order'] = {}): Left {
  const parts = left.filter((path) => !NO_PART.test(path))
  // Of a correspondent without a BIC nothing is sent: what else is said of it is no detail then.
  const { intermediary } = (order['creditorAccount'] ?? {}) as { intermediary?: object }
  const isDetail = (path: string) =>
    MORE_DETAIL.test(path) && (intermediary !== undefined || !path.startsWith('IntrmyAgt1'))
  return { notCarried: parts.filter((path) => !isDetail(path)), notSent: parts.filter(isDetail) }
}

function initiationOf(xml: string): Element {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw refuse.xml_invalid({ reason: 'it has a DOCTYPE' })
  if (!hasXmlCharacters(xml)) throw refuse.xml_invalid({ reason: 'it names a character that XML does not have' })
  const wellFormed = XMLValidator.validate(xml)
  if (wellFormed !== true) throw refuse.xml_invalid({ reason: wellFormed.err.msg })
  const [opening] = /<(\w+:)?Document\b[^>]*>/.exec(xml) ?? ['']
  if (!opening.includes('pain.001.001.09')) throw refuse.xml_invalid({ reason: 'its namespace is another' })
  const document = child(treeOf(xml), 'Document')
  const initiation = child(document, 'CstmrCdtTrfInitn')
  if (!initiation) throw refuse.xml_invalid({ reason: 'Document/CstmrCdtTrfInitn is missing' })
  return initiation
}

/** @throws xml_invalid for what the parser will not read: elements too deep in one another, names with a meaning in code */
function treeOf(xml: string): Element {
  try {
    return parser.parse(xml) as Element
  } catch (error) {
    throw refuse.xml_invalid({ reason: (error as Error).message })
  }
}

/** NbOfTxs and CtrlSum, where they are given, against what is there. */
function checkTotals(said: Element | undefined, items: readonly Pick<FileOrder, 'order'>[]): void {
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

function orderOf(information: Element, transfer: Element): Omit<ReadOrder, 'left'> {
  const { amount, currency } = amountOf(transfer)
  const endToEndId = text(child(transfer, 'PmtId'), 'EndToEndId')
  const bearer = text(transfer, 'ChrgBr') ?? text(information, 'ChrgBr')
  const order = tidy({
    paymentDate:
      text(child(information, 'ReqdExctnDt'), 'Dt') ?? peek(child(information, 'ReqdExctnDt'), 'DtTm')?.slice(0, 10),
    amount,
    currency,
    creditorAccount: creditorOf(transfer, currency),
    reference: referenceOf(transfer, endToEndId),
    remittance: remittanceOf(transfer, currency),
    regulatoryReporting: regulatoryReportingOf(transfer),
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
  const { value, currency } = amountAt(child(transfer, 'Amt'), 'InstdAmt')
  return { amount: withoutNeedlessZeros(value), currency }
}

/** The schema allows five decimals in any currency; those that say nothing are dropped, others are told as too many. */
const withoutNeedlessZeros = (value: string | undefined): string | undefined =>
  value?.replace(/(\.\d*?[1-9])0+$/, '$1').replace(/\.0+$/, '')

/** Levels that change nothing: the route is found by the payee, and this is how it goes when nobody hurries. */
const USUAL_LEVELS = new Set(['SEPA', 'NURG', 'G001'])

/** What is asked of the handling, as a speed. A code that says nothing to us is left where it is, and told. */
function speedOf(type: Element | undefined): string | undefined {
  const instrument = child(type, 'LclInstrm')
  const level = child(type, 'SvcLvl')
  if (peek(type, 'InstrPrty') === 'NORM') text(type, 'InstrPrty')
  if (USUAL_LEVELS.has(peek(level, 'Cd') ?? '')) text(level, 'Cd')
  if (peek(instrument, 'Cd') === 'INST') return text(instrument, 'Cd') && 'Instant'
  return peek(level, 'Cd') === 'URGP' ? text(level, 'Cd') && 'Urgent' : undefined
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

function remittanceOf(transfer: Element, currency: string | undefined): object | undefined {
  const remittance = child(transfer, 'RmtInf')
  const unstructured = texts(remittance, 'Ustrd').join(' ')
  return unlessEmpty({
    unstructured: unstructured === '' ? undefined : unstructured,
    structured: unlessEmpty({ creditorReference: creditorReferenceOf(remittance), ...invoiceOf(remittance, currency) }),
  })
}

/** The one invoice that a payment can name. A document of another kind, or an amount in another currency, is left. */
function invoiceOf(remittance: Element | undefined, currency: string | undefined) {
  const [structured] = children(remittance, 'Strd')
  const [document] = children(structured, 'RfrdDocInf')
  takeKind(child(child(structured, 'CdtrRefInf'), 'Tp'), () => true)
  const kind = child(document, 'Tp')
  takeKind(kind, (code) => code === 'CINV')
  const isInvoice = [undefined, 'CINV'].includes(peek(child(kind, 'CdOrPrtry'), 'Cd'))
  const amounts = child(structured, 'RfrdDocAmt')
  const isOwnCurrency = child(amounts, 'DuePyblAmt')?.['@Ccy'] === currency
  return {
    invoiceNumber: isInvoice ? text(document, 'Nb') : undefined,
    invoiceDate: isInvoice ? text(document, 'RltdDt') : undefined,
    invoiceAmount: isOwnCurrency ? withoutNeedlessZeros(amountAt(amounts, 'DuePyblAmt').value) : undefined,
  }
}

function takeKind(type: Element | undefined, isKnown: (code: string) => boolean): void {
  const choice = child(type, 'CdOrPrtry')
  const code = peek(choice, 'Cd')
  if (code !== undefined && isKnown(code)) text(choice, 'Cd')
  if (peek(type, 'Issr') === 'ISO') text(type, 'Issr')
}

/** What an authority is told: the first report's first line, with its texts. */
function regulatoryReportingOf(transfer: Element): object | undefined {
  const [details] = children(children(transfer, 'RgltryRptg')[0], 'Dtls')
  const lines = texts(details, 'Inf')
  return unlessEmpty({
    code: text(details, 'Cd'),
    country: text(details, 'Ctry'),
    details: lines.length > 0 ? lines : undefined,
  })
}

const unlessEmpty = (fields: object): object | undefined => {
  const found = tidy(fields)
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
    ...identityOf(child(creditor, 'Id'), PAYEE_SCHEMES),
    address,
    countryCode: text(creditor, 'CtryOfRes') ?? address?.countryCode ?? bankCountryCode,
    bankCountryCode,
    currency,
    iban,
    accountNumber: iban === undefined ? accountIdOf(account) : undefined,
    bic,
    bankName: text(bank, 'Nm'),
    intermediary: intermediaryOf(transfer),
    routingCodes: routingCodes.length > 0 ? routingCodes : undefined,
  })
}

/** The correspondent on the way, where it is named by its BIC. */
function intermediaryOf(transfer: Element): object | undefined {
  const bic = text(child(child(transfer, 'IntrmyAgt1'), 'FinInstnId'), 'BICFI')
  return bic === undefined ? undefined : tidy({ bic, account: accountIdOf(child(transfer, 'IntrmyAgt1Acct')) })
}

/** Kinds of identification of the external code sets that a payee can have. */
const PAYEE_SCHEMES: Readonly<Record<string, string>> = {
  TXID: 'TaxId',
  COID: 'RegistrationNumber',
  CCPT: 'Passport',
  NIDN: 'NationalId',
}

/** Who a party is besides its name: person or company, LEI or another number, birth date. */
function identityOf(id: Element | undefined, schemes: Readonly<Record<string, string>>) {
  const person = child(id, 'PrvtId')
  const company = child(id, 'OrgId')
  const lei = text(company, 'LEI')
  const other = child(person ?? company, 'Othr')
  const scheme = schemes[peek(child(other, 'SchmeNm'), 'Cd') ?? '']
  const number = lei === undefined && scheme !== undefined ? text(other, 'Id') : undefined
  if (number !== undefined) text(child(other, 'SchmeNm'), 'Cd')
  const numbered = number === undefined ? undefined : { type: scheme!, value: number }
  return {
    type: person ? 'Individual' : 'Company',
    dateOfBirth: text(child(person, 'DtAndPlcOfBirth'), 'BirthDt'),
    identification: lei === undefined ? numbered : { type: 'Lei', value: lei },
  }
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
  const street = [text(address, 'StrtNm'), text(address, 'BldgNb')].filter((part) => part !== undefined).join(' ')
  const [first, second] = texts(address, 'AdrLine', street === '' ? 2 : 1)
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
  const id = child(party, 'Id')
  const { type, dateOfBirth, identification } = identityOf(id, PAYEE_SCHEMES)
  const isLei = identification?.type === 'Lei'
  return tidy({
    name,
    type: id ? type : undefined,
    lei: isLei ? identification.value : undefined,
    identification: isLei ? undefined : identification,
    dateOfBirth,
    placeOfBirth: text(child(child(id, 'PrvtId'), 'DtAndPlcOfBirth'), 'CityOfBirth'),
    address: addressOf(child(party, 'PstlAdr')),
  })
}

const accountIdOf = (account: Element | undefined): string | undefined =>
  text(child(account, 'Id'), 'IBAN') ?? text(child(child(account, 'Id'), 'Othr'), 'Id')

const codeOf = (choice: Element | undefined): string | undefined => text(choice, 'Cd') ?? text(choice, 'Prtry')

/** Without what is not there. */
const tidy = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
