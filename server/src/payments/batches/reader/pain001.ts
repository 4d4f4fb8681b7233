import { refuse } from '../rules.ts'
import { amountsOf, checkTotals, firstOf, totalErrors } from './totals.ts'
import { initiationOf } from './document.ts'
import { amount as amountAt, child, children, type Element, leftIn, peek, text, texts } from './xml-tree.ts'
import { own } from '../../../kernel/own.ts'

/** Orders of a file with the values of its header. An order still names its debtor by account number. */
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
  /** Paths of elements that are not sent on and do not change who is paid. */
  notSent: string[]
}

/**
 * Parses payment orders from a pain.001.001.09 (customer credit transfer initiation). Its totals must match its
 * transactions. Errors of a single transaction are reported when that item is checked.
 *
 * @throws xml_invalid, batch_totals_mismatch
 */
export function parsePain001(xml: string): PaymentFile {
  const initiation = initiationOf(xml)
  const header = child(initiation, 'GrpHdr')
  const messageId = text(header, 'MsgId')
  const groups = children(initiation, 'PmtInf').map((information) => ({
    information,
    items: itemsOf(information),
    amounts: amountsOf(information),
  }))
  const items = groups.flatMap((group) => group.items)
  const reasons = [messageIdError(messageId), items.length === 0 ? 'it has no CdtTrfTxInf' : undefined]
  if (messageId === undefined || reasons.some((reason) => reason !== undefined))
    throw refuse.xml_invalid({ reason: reasons.filter((reason) => reason !== undefined).join(', and ') })
  checkTotals([
    ...totalErrors(
      header,
      'GrpHdr',
      groups.flatMap(({ amounts }) => amounts),
    ),
    ...groups.flatMap((group, index) => totalErrors(group.information, `PmtInf[${index + 1}]`, group.amounts)),
  ])
  const ofAll = judged(leftIn(initiation, ['PmtInf']).map((path) => path.replace('GrpHdr/', '')))
  return { messageId, items: items.map(({ left, ...item }) => ({ ...item, ...firstPaths([ofAll, ...left]) })) }
}

function messageIdError(messageId: string | undefined): string | undefined {
  if (messageId === undefined) return 'GrpHdr has no MsgId'
  return messageId.length > 35 ? 'its MsgId is longer than 35 characters' : undefined
}

type Left = Pick<FileOrder, 'notCarried' | 'notSent'>
/** Order with the unread elements of its group and of its own element. */
type ReadOrder = Omit<FileOrder, keyof Left> & { left: Left[] }

const firstPaths = (left: readonly Left[]): Left => ({
  notCarried: firstOf(left.map(({ notCarried }) => notCarried)),
  notSent: firstOf(left.map(({ notSent }) => notSent)),
})

/** Returns the transactions of one group, each with the elements that the order did not use. */
function itemsOf(information: Element): ReadOrder[] {
  const transfers = children(information, 'CdtTrfTxInf')
  const orders = transfers.map((transfer) => orderOf(information, transfer))
  if (peek(information, 'PmtMtd') === 'TRF') text(information, 'PmtMtd')
  const shared = judged(leftIn(information, ['CdtTrfTxInf']))
  return orders.map((item, i) => ({ ...item, left: [shared, judged(leftIn(transfers[i]!), item.order)] }))
}

/** Elements that count, name or group, and account details beside the number; they are not part of a payment. */
const NO_PART =
  /^(MsgId|CreDtTm|NbOfTxs|CtrlSum|InitgPty\/.*|PmtInfId|BtchBookg|Dbtr\/.*|DbtrAgt\/.*|DbtrAcct\/(Ccy|Nm|Tp\/.*|Id\/Othr\/(SchmeNm\/.*|Issr)))$/

/**
 * Elements with more detail about a party, a bank or the handling than is sent on. They do not change payee, amount or
 * purpose.
 */
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
    chargeBearer: bearer === undefined ? undefined : (own(BEARER, bearer) ?? bearer),
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

/**
 * Drops trailing zeros: the schema allows five decimals in any currency. Other extra decimals are reported as an error.
 */
const withoutNeedlessZeros = (value: string | undefined): string | undefined =>
  value?.replace(/(\.\d*?[1-9])0+$/, '$1').replace(/\.0+$/, '')

/** Service levels without effect: the payee determines the route, and these describe a normal transfer. */
const USUAL_LEVELS = new Set(['SEPA', 'NURG', 'G001'])

/** Maps the requested service level to a speed. Unknown codes stay unread and are reported. */
function speedOf(type: Element | undefined): string | undefined {
  const instrument = child(type, 'LclInstrm')
  const level = child(type, 'SvcLvl')
  if (peek(type, 'InstrPrty') === 'NORM') text(type, 'InstrPrty')
  if (USUAL_LEVELS.has(peek(level, 'Cd') ?? '')) text(level, 'Cd')
  if (peek(instrument, 'Cd') === 'INST') return text(instrument, 'Cd') && 'Instant'
  return peek(level, 'Cd') === 'URGP' ? text(level, 'Cd') && 'Urgent' : undefined
}

/** Returns the text for the payee: its own reference, a short text, or the order's end-to-end id. Never truncates. */
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

/** Reads regulatory reporting: the first line of the first report with its texts. */
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

/** Reads a party's identity beyond its name: person or company, LEI or another number, birth date. */
function identityOf(id: Element | undefined, schemes: Readonly<Record<string, string>>) {
  const person = child(id, 'PrvtId')
  const company = child(id, 'OrgId')
  const lei = text(company, 'LEI')
  const other = child(person ?? company, 'Othr')
  const scheme = own(schemes, peek(child(other, 'SchmeNm'), 'Cd') ?? '')
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
  return own(CLEARING, system)?.(value) ?? [{ type: 'BankCode', value }]
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

/** Drops undefined fields. */
const tidy = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
