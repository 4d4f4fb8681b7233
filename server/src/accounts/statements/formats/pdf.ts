import { titleOf } from './line-title.ts'
import { amountText, type DocumentModel, type Entry, ibanText, localStamp, longDate } from '../../../documents/index.ts'
import type { TransactionOut } from '../../schema.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import { createDayTeller } from '../periods.ts'
import { presentHead, type StatementHead } from '../statement.ts'

/** The statement as a document. Its lines are read while it is set. */
export function statementDocument(head: StatementHead, lines: AsyncIterable<TransactionOut[]>): DocumentModel {
  const { issuer, holder, account } = head.parties
  const { currency, fromDate, toDate, stored, timeZone } = head
  const shown = presentHead(head)
  const number = stored ? `No. ${stored.sequenceNumber} of ${stored.year}` : 'Interim statement, not numbered'
  const count = (n: number) => `${n} ${n === 1 ? 'entry' : 'entries'}`
  return {
    title: stored ? 'Statement of account' : 'Interim statement of account',
    subtitle: `${longDate(fromDate)} to ${longDate(toDate)} · ${currency}`,
    issuer,
    reference: shown.statementId ?? `Interim ${fromDate} to ${toDate}`,
    issuedAt: head.createdAt,
    blocks: [
      {
        kind: 'parties',
        parties: [
          { role: 'Account holder', name: holder.name, lines: holder.address },
          {
            role: 'Account',
            name: account.name,
            lines: [`IBAN ${ibanText(account.iban)}`, `BIC ${account.bic}`],
          },
          {
            role: 'Statement',
            name: number,
            lines: [
              `Made ${localStamp(head.createdAt, timeZone).replace(` ${timeZone}`, '')}`,
              `Days and times of ${timeZone}`,
            ],
          },
        ],
      },
      {
        kind: 'figures',
        figures: [
          { name: 'Opening balance', value: amountText(shown.openingBalance) },
          { name: `Credits, ${count(head.creditCount)}`, value: amountText(shown.totals.credits) },
          { name: `Debits, ${count(head.debitCount)}`, value: amountText(shown.totals.debits) },
          { name: 'Closing balance', value: amountText(shown.closingBalance) },
        ],
      },
      {
        kind: 'lines',
        columns: [
          { title: 'Booked', width: 10 },
          { title: 'Value', width: 10 },
          { title: 'Details', width: 47 },
          { title: `Debit ${currency}`, width: 16, align: 'right', oneLine: [amountText(shown.totals.debits)] },
          { title: `Credit ${currency}`, width: 16, align: 'right', oneLine: [amountText(shown.totals.credits)] },
          { title: `Balance ${currency}`, width: 18, align: 'right', oneLine: longestBalances(head) },
        ],
        carry: { label: 2, value: 5 },
        rows: rowsOf(head, lines),
        total: [
          '',
          '',
          'Totals and closing balance',
          amountText(shown.totals.debits),
          amountText(shown.totals.credits),
          amountText(shown.closingBalance),
        ],
        empty: 'No entries in this period.',
        note:
          `Fees charged in this period: ${amountText(shown.totals.fees)} ${currency}, in the debits above. Payments and trades that ` +
          'hold money but are not booked yet are not in this statement.' +
          (stored ? ' An issued statement does not change. Late bookings for its day appear in the next one.' : ''),
      },
    ],
  }
}

/** The lowest and the highest balance that the statement can show: the opening balance with all debits, and with all credits. */
const longestBalances = ({ openingMinor, creditsMinor, debitsMinor, currency }: StatementHead): string[] =>
  [openingMinor - debitsMinor, openingMinor + creditsMinor].map((minor) => amountText(formatAmount(minor, currency)))

async function* rowsOf(head: StatementHead, lines: AsyncIterable<TransactionOut[]>) {
  const dayOf = createDayTeller(head.timeZone)
  for await (const chunk of lines) for (const line of chunk) yield entryOf(line, dayOf(line.bookedAt!))
}

function entryOf(line: TransactionOut, bookingDay: string): Entry {
  const isDebit = line.creditOrDebit === 'Debit'
  const cells = [
    bookingDay,
    line.valueDate!,
    titleOf(line),
    isDebit ? amountText(line.amount) : '',
    isDebit ? '' : amountText(line.amount),
    amountText(line.runningBalance!),
  ]
  return { cells, note: { column: 2, text: noteOf(line) } }
}

/** The small print of an entry: the other account, the rate, references, the deal, call or payment it belongs to, and our id of it. */
function noteOf({ counterparty, exchange, related, ...line }: TransactionOut): string {
  const { iban, accountNumber, bic } = counterparty ?? {}
  const account = iban ? ibanText(iban) : accountNumber && `Account ${accountNumber}`
  const rate = exchange && `${exchange.pair} ${exchange.rate}`
  const texts = [account, !iban && bic, rate, line.reference, line.creditorReference, related?.id, line.transactionId]
  return texts.filter(Boolean).join(' · ')
}
