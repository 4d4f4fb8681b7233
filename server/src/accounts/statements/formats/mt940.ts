import type { TransactionOut } from '../../schema.ts'
import type { DigestedLines } from '../digest.ts'
import { addDays } from '../../../kernel/values/days.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import { createDayTeller } from '../periods.ts'
import { referenceOf, type StatementHead } from '../statement.ts'
import { swiftText } from './swift-text.ts'

const LINE_END = '\r\n'

/**
 * The statement as one MT940 in a file, without the envelope of the network, so as long as it has to be. An interim one has
 * `:28C:0`. The balance that opens it is dated the day before, as the one that closed the statement before. The closing `:86:`
 * names the institution, which the envelope would show as the sender.
 */
export async function* statementMt940(head: StatementHead, { lines }: DigestedLines): AsyncGenerator<string> {
  const { stored, currency, parties } = head
  const dayOf = createDayTeller(head.timeZone)
  const balance = (minor: bigint, day: string) =>
    `${minor < 0n ? 'D' : 'C'}${short(day)}${currency}${amountOf(formatAmount(minor < 0n ? -minor : minor, currency))}`
  const fields = (...tags: string[]) => tags.map((tag) => tag + LINE_END).join('')
  yield fields(
    `:20:${stored ? referenceOf(stored) : `INT${short(head.fromDate)}${short(head.toDate)}`}`,
    `:25:${parties.account.iban}`,
    `:28C:${stored?.sequenceNumber ?? 0}`,
    `:60F:${balance(head.openingMinor, addDays(head.fromDate, -1))}`,
  )
  for await (const chunk of lines) {
    yield chunk.map((line) => fields(entryOf(line, dayOf(line.bookedAt!)), `:86:${informationOf(line)}`)).join('')
  }
  yield fields(
    `:62F:${balance(head.closingMinor, head.toDate)}`,
    `:64:${balance(head.availableMinor, head.toDate)}`,
    `:86:${servicerOf(parties)}`,
    '-',
  )
}

/** YYMMDD. */
const short = (day: string): string => day.slice(2).replaceAll('-', '')
/** Characters of an amount with its comma, at most. */
const AMOUNT_LENGTH = 15
/** A comma, also where there are no decimals. An amount that is too long for its field goes without final zeros of its decimals. */
function amountOf(amount: string): string {
  const text = amount.includes('.') ? amount.replace('.', ',') : `${amount},`
  return text.length > AMOUNT_LENGTH ? text.replace(/0+$/, '') : text
}

/**
 * Returns the first amount of a statement that does not fit its field; undefined if all fit. Reads the lines only where their sums
 * are so large that one of them may not fit.
 *
 * @param lines opens the lines of the statement
 */
export async function tooLongForMt940(
  { currency, ...head }: StatementHead,
  lines: () => AsyncIterable<TransactionOut[]>,
): Promise<string | undefined> {
  const isTooLong = (amount: string) => amountOf(amount.replace('-', '')).length > AMOUNT_LENGTH
  const amountText = (minor: bigint) => formatAmount(minor, currency)
  const balance = [head.openingMinor, head.closingMinor, head.availableMinor].map(amountText).find(isTooLong)
  if (balance !== undefined) return balance
  if (![head.creditsMinor, head.debitsMinor].some((sum) => amountText(sum).length >= AMOUNT_LENGTH)) return undefined
  for await (const chunk of lines()) {
    const found = chunk.find(({ amount }) => isTooLong(amount))
    if (found) return found.amount
  }
  return undefined
}

const TYPES: Partial<Record<TransactionOut['type'], string>> = {
  PaymentReturn: 'NRTI',
  PaymentFee: 'NCHG',
  FxSettlement: 'NFEX',
  Drawdown: 'NFEX',
  Interest: 'NINT',
  MarginPosted: 'NMAR',
  MarginReleased: 'NMAR',
  Adjustment: 'NMSC',
}

/** :61: value date, booking date, sign, amount, type, the customer's reference and ours. */
function entryOf(line: TransactionOut, bookingDay: string): string {
  const sign = line.creditOrDebit === 'Credit' ? 'C' : 'D'
  const type = TYPES[line.type] ?? 'NTRF'
  const dates = short(line.valueDate!) + short(bookingDay).slice(2)
  return `:61:${dates}${sign}${amountOf(line.amount)}${type}${referenceFor(line)}//${line.transactionId.slice(-16)}`
}

/** 16 characters without slashes, which delimit. */
function referenceFor(line: TransactionOut): string {
  const text = swiftText(line.endToEndId ?? line.reference ?? '').replaceAll('/', '-')
  return text.slice(0, 16).trim() || 'NONREF'
}

const WIDTH = 65
const ROWS = 6
const NAME_LIMIT = 70

/**
 * :86: in at most 6 rows of 65 characters. Codes, ids and account numbers come first, each whole on a row; the name and the
 * remittance information take the room that is left. No row begins with a colon or a hyphen, which would end the field.
 */
function informationOf({ counterparty: party, related, ...line }: TransactionOut): string {
  const { domain, family, subFamily } = line.bankTransactionCode
  const account = swiftText(party?.iban ?? party?.accountNumber ?? '').slice(0, 34)
  const whole = [
    `/BTC/${domain}-${family}-${subFamily}`,
    account && `/ACCT/${account}`,
    related && `/REL/${related.type} ${swiftText(related.id)}`,
    line.uetr && `/UETR/${line.uetr}`,
    line.endToEndId && `/EREF/${swiftText(line.endToEndId).slice(0, 35)}`,
    `/ID/${line.transactionId.slice(4)}`,
  ]
  const remittance = [line.creditorReference, line.reference ?? line.description].filter(Boolean).join(' ')
  const texts = [
    party?.name && `/NAME/${swiftText(party.name).slice(0, NAME_LIMIT)}`,
    remittance && `/REMI/${swiftText(remittance)}`,
  ]
  const present = (field: string | false | null | undefined): field is string => Boolean(field)
  return texts
    .filter(present)
    .reduce(flowInto, rowsOf(whole.filter(present)))
    .join(LINE_END)
}

/** The institution as the servicer of the account: its BIC and LEI, and as much of its registered name as there is room for. */
function servicerOf({ account, issuer }: StatementHead['parties']): string {
  const codes = `/SVCR/${account.bic}${issuer.lei === undefined ? '' : `/LEI/${issuer.lei}`}`
  return flowInto([codes], `/NAME/${swiftText(issuer.legalName ?? issuer.name)}`).join(LINE_END)
}

/** Packs fields into rows, none across two: each goes to the first row that has room for it. */
function rowsOf(fields: string[]): string[] {
  const rows: string[] = []
  for (const field of fields) {
    const at = rows.findIndex((row) => row.length + field.length <= WIDTH)
    if (at === -1) rows.push(field)
    else rows[at] += field
  }
  return rows
}

/** A text begins on a new row rather than have its code cut or just a few characters after it. */
const SHORTEST_START = 12

/** Continues the rows with a text, up to the last allowed row; a row does not end with a space, which readers may drop. */
function flowInto(rows: string[], text: string): string[] {
  const filled = [...rows]
  const room = WIDTH - filled.at(-1)!.length
  const isNew = filled.length < ROWS && room < text.length && room < SHORTEST_START
  let rest = text
  if (!isNew) {
    const [start, more] = cutRow(rest, room)
    filled[filled.length - 1] += start
    rest = more
  }
  while (rest !== '' && filled.length < ROWS) {
    const [row, more] = cutRow(/^[:-]/.test(rest) ? ` ${rest}` : rest, WIDTH)
    filled.push(row)
    rest = more
  }
  return filled
}

function cutRow(text: string, room: number): [row: string, rest: string] {
  const row = text.slice(0, room)
  const end = row.length < text.length ? row.trimEnd().length || row.length : row.length
  return [text.slice(0, end), text.slice(end)]
}
