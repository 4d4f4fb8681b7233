import { isDay, isSupportedDay } from '../../../kernel/values/days.ts'
import type { NamedPayer } from '../payer.ts'
import { accountAt, namedEntries, type NamedEntry } from './entry-references.ts'
import type { BankItem, CreditItem, EntryFacts, StatusItem } from './items.ts'
import { list, moneyAt, type Node, node, ourPayment, reasonOf, textAt } from './nodes.ts'
import { partReferences, partsOf } from './part-references.ts'

/** Reads the entries of a camt.054: bookings on our account. */
export const notifications = (body: Node): BankItem[] => namedEntries(body).flatMap(entryItems)

/** Returns the items of an entry: itself, or its parts. */
export function entryItems(named: NamedEntry): BankItem[] {
  const { entry, own, reference: ofEntry } = named
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  if (status === undefined) return [{ type: 'Unreadable', reference: named.place, why: NO_STATUS, ...textOf(entry) }]
  if (status !== 'BOOK') return [{ type: 'Noted', reference: named.place, why: `the entry is ${status}` }]
  const hasDetails = list(entry, 'NtryDtls').some((each) => list(each, 'TxDtls').length > 0)
  const parts = partsOf(entry)
  const isOneOfMany = list(entry, 'NtryDtls').some((each) => Number(textAt(each, 'Btch', 'NbOfTxs')) > 1)
  const isWhole = parts.length === 1 && (!hasDetails || !isOneOfMany)
  const isSummary = isOneOfMany && !hasDetails ? (true as const) : undefined
  const money = moneyAt(entry, 'Amt')
  const of: EntryFacts = {
    reference: ofEntry,
    ordinal: named.ordinal,
    isNamed: named.isNamed,
    hasDetails,
    ...(money && !isZero(money) ? { money } : {}),
    ...(own ? { account: own } : {}),
  }
  const items = partReferences(named, parts, isWhole).map(({ reference, isShared, equal, ...former }, i): BankItem => {
    const item = bookingItem(entry, parts[i]!, reference, own, isWhole)
    if (item.type === 'Noted') return item
    const shared = isShared ? { isShared } : {}
    if (item.type === 'Unreadable') {
      const sent = item.sent ? { sent: { ...item.sent, ...former } } : {}
      return { ...item, ...sent, ...shared, ...(hasDetails ? {} : { entry: of }) }
    }
    if (item.type === 'Status') return { ...item, ...former, ...shared, entry: of }
    const marks = { ...(isSummary ? { isSummary } : {}), ...(equal ? { equal } : {}) }
    return { ...item, ...former, ...shared, entry: of, ...marks }
  })
  const difference = isWhole ? undefined : differenceOf(entry, parts)
  return difference === undefined
    ? items
    : [...items, { type: 'Unreadable', reference: `${ofEntry}/sum`, why: difference }]
}

/** Returns what an entry has beyond its parts, as a sentence; undefined if they add up to it, or have no amounts to add. */
function differenceOf(entry: Node, parts: readonly Node[]): string | undefined {
  const whole = moneyAt(entry, 'Amt')
  const units = whole && signedUnits(entry, entry)
  const amounts = parts.map((part) => signedUnits(part, entry))
  if (whole === undefined || units === undefined || amounts.includes(undefined)) return undefined
  const sum = amounts.reduce<bigint>((total, amount) => total + amount!, 0n)
  if (sum === units) return undefined
  return `The entry of ${whole.amount} ${whole.currency} has parts with another sum. The difference was not booked.`
}

/** Returns the amount of an entry or a part; parts of earlier versions have it among the details of amounts. */
const amountOf = (of: Node) => moneyAt(of, 'Amt') ?? moneyAt(node(of, 'AmtDtls', 'TxAmt'), 'Amt')

const isZero = ({ amount }: Money): boolean => /^0*(\.0*)?$/.test(amount)

/** Decimals of amounts in ISO 20022. */
const DECIMALS = 5

/** Returns the amount of a part in units of 0.00001, negative for a debit; undefined without one in the currency of its entry. */
function signedUnits(part: Node, entry: Node): bigint | undefined {
  const money = amountOf(part)
  const [, integer, decimals = ''] = /^(\d+)(?:\.(\d{0,5}))?$/.exec(money?.amount ?? '') ?? []
  if (integer === undefined || money?.currency !== moneyAt(entry, 'Amt')?.currency) return undefined
  const units = BigInt(integer + decimals.padEnd(DECIMALS, '0'))
  return (textAt(part, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')) === 'CRDT' ? units : -units
}

function bookingItem(entry: Node, part: Node, reference: string, own: string | undefined, isWhole: boolean): BankItem {
  const isCredit = (textAt(part, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')) === 'CRDT'
  const booked = moneyAt(entry, 'Amt') // in the currency of our account, less what the bank deducted
  const ofPart = amountOf(part)
  const isOfAccount = booked === undefined || ofPart?.currency === booked.currency
  const money = isWhole ? (booked ?? ofPart) : isOfAccount ? ofPart : undefined
  const former = money && formerMoneyOf(money, moneyAt(part, 'Amt') ?? booked)
  const refs = node(part, 'Refs')
  const uetr = refs && ourPayment(refs)
  if (!money) {
    const of = booked ? `, of an entry of ${booked.amount} ${booked.currency}` : ''
    return { type: 'Unreadable', reference, why: `The booking has no amount of its own with its currency${of}.` }
  }
  if (isZero(money)) return { type: 'Noted', reference, why: 'its amount is zero' }
  const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '') || undefined
  const reason = reasonOf(node(part, 'RtrInf'))
  const why = reason ? { reason } : {}
  const hasReturnCode = [part, entry].some((each) => RETURN_CODES.has(subFamilyOf(each) ?? ''))
  const isMarked = part['RtrInf'] !== undefined || hasReturnCode // RtrInf may be empty
  const isReturn = isMarked || isReversal
  const reversal = isReversal && !isMarked ? { isReversal } : {}
  const valueDate = valueDateOf(entry)
  const dated = valueDate !== undefined && isDay(valueDate) && isSupportedDay(valueDate) ? { valueDate } : {}
  if (isCredit) {
    const said = isReturn ? { isReturn, ...reversal, ...why } : {}
    const credit: CreditItem = {
      ...creditItem(part, reference, money, own),
      ...former,
      ...dated,
      ...(uetr ? { uetr } : {}),
      ...(textAt(refs, 'UETR') ? { hasUetr: true as const } : {}),
      ...namesOf(refs),
      ...said,
    }
    if (!uetr || !isReturn) return credit
    return {
      type: 'Status',
      uetr,
      reference,
      status: 'Returned',
      money,
      ...former,
      ...dated,
      ...reversal,
      ...why,
      credit,
    }
  }
  const isTakenBack = isReversal || isMarked
  const sent: StatusItem | undefined = uetr
    ? { type: 'Status', uetr, reference, status: 'Sent', money, ...former, ...dated }
    : undefined
  if (sent && !isTakenBack) return sent
  const text = saidOf(node(part, 'RmtInf')) || textAt(entry, 'AddtlNtryInf')
  const of = { money, ...dated, ...(uetr ? { uetr } : {}), ...namesOf(refs), ...(text ? { text } : {}) }
  const before = sent && !isReversal ? { sent } : {}
  return { type: 'Unreadable', reference, why: isTakenBack ? REVERSED : UNKNOWN_DEBIT, ...of, ...before }
}

/** The value date as written: a date may have a zone (`2026-11-30Z`), which does not move it. */
function valueDateOf(entry: Node): string | undefined {
  const day = textAt(entry, 'ValDt', 'Dt')?.replace(/(?:Z|[+-]\d\d:\d\d)$/, '')
  return day ?? textAt(entry, 'ValDt', 'DtTm')?.slice(0, 10)
}

/**
 * Sub-families of BkTxCd that mark a return: of a returned, cancelled or unpaid transfer, direct debit, card or ACH
 * payment (ISO 20022 external code sets).
 */
const RETURN_CODES: ReadonlySet<string> = new Set(['RRTN', 'RPCR', 'UPDD', 'PRDD', 'UPCT', 'ARET', 'AREV'])

const subFamilyOf = (of: Node): string | undefined => textAt(of, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd')

const formerMoneyOf = (money: Money, former: Money | undefined): { formerMoney?: Money } =>
  former === undefined || (former.amount === money.amount && former.currency === money.currency)
    ? {}
    : { formerMoney: former }

type Money = CreditItem['money']

/** Returns what an entry without a known status is about. */
function textOf(entry: Node): { text?: string } {
  const money = moneyAt(entry, 'Amt')
  const said = [
    textAt(entry, 'CdtDbtInd'),
    money && `${money.amount} ${money.currency}`,
    textAt(entry, 'AcctSvcrRef'),
    textAt(entry, 'Sts', 'Prtry'),
  ]
  const text = said.filter(Boolean).join(' ')
  return text === '' ? {} : { text }
}

const NO_STATUS = 'The entry has no status code, so that it may be booked or not. Nothing was booked.'
const REVERSED = 'The bank reversed a credit on our account. Nothing was booked.'
const UNKNOWN_DEBIT = 'The bank debited our account for something that is not a payment of ours. Nothing was booked.'

/** Returns the names of the payment in an entry, besides its uetr. */
function namesOf(refs: Node | undefined): Pick<CreditItem, 'endToEndId' | 'references'> {
  const endToEndId = textAt(refs, 'EndToEndId')
  const references = ['InstrId', 'TxId', 'AcctSvcrRef', 'PmtInfId', 'ClrSysRef']
    .map((name) => textAt(refs, name))
    .filter((text) => text !== undefined)
  return { ...(endToEndId ? { endToEndId } : {}), ...(references.length > 0 ? { references } : {}) }
}

function creditItem(
  part: Node,
  reference: string,
  money: { amount: string; currency: string },
  own: string | undefined,
): CreditItem {
  const name = textAt(part, 'RltdPties', 'Dbtr', 'Pty', 'Nm') ?? textAt(part, 'RltdPties', 'Dbtr', 'Nm')
  const account = accountAt(node(part, 'RltdPties'), 'CdtrAcct') ?? own
  const said = saidOf(node(part, 'RmtInf'))
  return {
    type: 'Credit',
    reference,
    money,
    debtor: { ...(name ? { name } : {}), ...payerOf(part) },
    ...(account ? { account } : {}),
    ...(said ? { text: said } : {}),
  }
}

/** Returns the account of the payer, the codes of its bank, and whether the entry names who paid. */
function payerOf(part: Node): NamedPayer {
  const iban = textAt(part, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN')
  const accountNumber = textAt(part, 'RltdPties', 'DbtrAcct', 'Id', 'Othr', 'Id')
  const agent = node(part, 'RltdAgts', 'DbtrAgt')
  const bank = node(agent, 'FinInstnId')
  const bankCodes = [textAt(bank, 'ClrSysMmbId', 'MmbId'), textAt(bank, 'BICFI'), textAt(bank, 'BIC')].filter(
    (code) => code !== undefined,
  )
  const parties = node(part, 'RltdPties')
  const isNamed =
    ['Dbtr', 'DbtrAcct', 'UltmtDbtr'].some((name) => hasText(parties?.[name])) ||
    (bankCodes.length === 0 && hasText(agent))
  return {
    ...(iban ? { iban } : {}),
    ...(accountNumber ? { accountNumber } : {}),
    ...(bankCodes.length > 0 ? { bankCodes } : {}),
    ...(isNamed ? { isNamed } : {}),
  }
}

const hasText = (of: unknown): boolean =>
  typeof of === 'object' && of !== null ? Object.values(of).some(hasText) : typeof of === 'string' && of.trim() !== ''

/**
 * Returns the remittance information from the payer: its texts, then bill references and invoice numbers, without
 * repetition.
 */
function saidOf(remittance: Node | undefined): string {
  const lines = [remittance, ...list(remittance, 'Strd')].flatMap((part) => [
    ...textsAt(part, 'Ustrd'),
    ...textsAt(part, 'AddtlRmtInf'),
  ])
  const named = list(remittance, 'Strd').flatMap((structured) => [
    textAt(structured, 'CdtrRefInf', 'Ref'),
    ...list(structured, 'RfrdDocInf').map((document) => textAt(document, 'Nb')),
  ])
  const texts = lines.filter(Boolean).join(' ')
  return [texts, ...named.filter((name) => name !== undefined && !` ${texts} `.includes(` ${name} `))]
    .filter(Boolean)
    .join(' ')
}

const textsAt = (of: Node | undefined, name: string): (string | undefined)[] =>
  ((of?.[name] as unknown[] | undefined) ?? []).map((line) => textAt({ line }, 'line'))
