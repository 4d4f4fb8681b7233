import type { TransactionOut } from '../../schema.ts'
import type { DigestedLines } from '../digest.ts'
import { addDays } from '../../../kernel/days.ts'
import { formatAmount } from '../../../kernel/money.ts'
import { createDayTeller } from '../periods.ts'
import { referenceOf, type StatementHead } from '../statement.ts'
import { swiftText } from './swift-text.ts'

const LINE_END = '\r\n'

/**
 * The statement as one MT940 in a file, without the envelope of the network, so as long as it has to be. An interim one has
 * `:28C:0`. The balance that opens it is dated the day before, as the one that closed the statement before.
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
    '-',
  )
}

/** YYMMDD. */
const short = (day: string): string => day.slice(2).replaceAll('-', '')
/** A comma, also where there are no decimals. */
const amountOf = (amount: string): string => (amount.includes('.') ? amount.replace('.', ',') : `${amount},`)

const TYPES: Partial<Record<TransactionOut['type'], string>> = {
  PaymentReturn: 'NRTI',
  PaymentFee: 'NCHG',
  FxSettlement: 'NFEX',
  Drawdown: 'NFEX',
  Interest: 'NINT',
  MarginPosted: 'NCOL',
  MarginReleased: 'NCOL',
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

/** :86: at most 6 rows of 65 characters; a row does not begin with a colon or a hyphen, which would end the field. */
function informationOf({ counterparty: party, ...line }: TransactionOut): string {
  const { domain, family, subFamily } = line.bankTransactionCode
  const remittance = [line.reference ?? line.description, line.creditorReference].filter(Boolean).join(' ')
  const said = [
    `/BTC/${domain}-${family}-${subFamily}`,
    party?.name && `/NAME/${swiftText(party.name)}`,
    (party?.iban ?? party?.accountNumber) && `/ACCT/${swiftText((party.iban ?? party.accountNumber)!)}`,
    line.endToEndId && `/EREF/${swiftText(line.endToEndId)}`,
    remittance && `/REMI/${swiftText(remittance)}`,
    `/ID/${line.transactionId.slice(4)}`,
    line.uetr && `/UETR/${line.uetr}`,
  ]
  return rowsOf(said.filter(Boolean).join('')).join(LINE_END)
}

function rowsOf(text: string): string[] {
  const rows: string[] = []
  for (let rest = text; rest !== '' && rows.length < ROWS; ) {
    const row = rows.length > 0 && /^[:-]/.test(rest) ? ` ${rest.slice(0, WIDTH - 1)}` : rest.slice(0, WIDTH)
    rest = rest.slice(row.startsWith(' ') && !rest.startsWith(' ') ? row.length - 1 : row.length)
    rows.push(row)
  }
  return rows
}
