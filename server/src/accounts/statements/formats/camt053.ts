import { createHash } from 'node:crypto'
import { formatAmount } from '../../../kernel/values/money.ts'
import { isCountry } from '../../../kernel/values/countries.ts'
import { instantOf, addDays } from '../../../kernel/values/days.ts'
import { amountTag, tag, text } from '../../../kernel/text/xml.ts'
import type { TransactionOut } from '../../schema.ts'
import type { DigestedLines } from '../digest.ts'
import { createDayTeller } from '../periods.ts'
import { presentHead, type StatementHead } from '../statement.ts'

/**
 * The statement as camt.053.001.08. An interim one has no number, and its closing balances are interim ones (ITBD, ITAV
 * instead of CLBD, CLAV).
 */
export async function* statementCamt053(head: StatementHead, { lines }: DigestedLines): AsyncGenerator<string> {
  const dayOf = createDayTeller(head.timeZone)
  yield openingOf(head)
  for await (const chunk of lines) yield chunk.map((line) => entryOf(line, dayOf(line.bookedAt!))).join('')
  yield `${head.stored ? '' : tag('AddtlStmtInf', 'Interim statement: not numbered, not stored.')}</Stmt>`
  yield '</BkToCstmrStmt></Document>\n'
}

const money = (amount: string, currency: string): string => amountTag('Amt', amount, currency)
const sign = (creditOrDebit: 'Credit' | 'Debit'): string =>
  `<CdtDbtInd>${creditOrDebit === 'Credit' ? 'CRDT' : 'DBIT'}</CdtDbtInd>`

function openingOf(head: StatementHead): string {
  const { stored, currency, fromDate, toDate, timeZone } = head
  const { totals, statementId } = presentHead(head)
  const id = statementId ?? interimId(head)
  const created = head.createdAt.toISOString()
  const [closing, available] = stored ? ['CLBD', 'CLAV'] : ['ITBD', 'ITAV']
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
    tag('GrpHdr', tag('MsgId', id), tag('CreDtTm', created)),
    '<Stmt>',
    tag('Id', id),
    stored && tag('StmtPgntn', tag('PgNb', '1'), tag('LastPgInd', 'true')),
    stored && tag('ElctrncSeqNb', String(stored.sequenceNumber)),
    stored && tag('LglSeqNb', String(stored.sequenceNumber)),
    tag('CreDtTm', created),
    tag(
      'FrToDt',
      tag('FrDtTm', instantOf(fromDate, '00:00', timeZone).toISOString()),
      tag('ToDtTm', new Date(instantOf(addDays(toDate, 1), '00:00', timeZone).getTime() - 1).toISOString()),
    ),
    accountOf(head),
    balance('OPBD', head.openingMinor, currency, fromDate),
    balance(closing!, head.closingMinor, currency, toDate),
    balance(available!, head.availableMinor, currency, toDate),
    tag(
      'TxsSummry',
      tag('TtlNtries', tag('NbOfNtries', String(head.creditCount + head.debitCount))),
      tag('TtlCdtNtries', tag('NbOfNtries', String(head.creditCount)), tag('Sum', totals.credits)),
      tag('TtlDbtNtries', tag('NbOfNtries', String(head.debitCount)), tag('Sum', totals.debits)),
    ),
  ]
    .filter(Boolean)
    .join('')
}

/**
 * Returns an interim statement's id, the same for the same entries: at most 35 characters, with a digest that
 * distinguishes accounts and intermediate bookings.
 */
function interimId({ fromDate, toDate, accountId, afterSequence, lastSequence }: StatementHead): string {
  const digest = createHash('sha256').update(`${accountId} ${afterSequence} ${lastSequence}`).digest('hex')
  return `INT${short(fromDate)}${short(toDate)}-${digest.slice(0, 19).toUpperCase()}`
}

/** YYMMDD. */
const short = (day: string): string => day.slice(2).replaceAll('-', '')

function accountOf({ parties, currency }: StatementHead): string {
  const { account, holder } = parties
  return tag(
    'Acct',
    tag('Id', tag('IBAN', account.iban)),
    tag('Ccy', currency),
    tag('Nm', text(account.name, 70)),
    tag('Ownr', tag('Nm', text(holder.name, 140)), addressOf(holder.address)),
    tag('Svcr', servicerOf(parties)),
  )
}

/** The institution as the servicer of the account. */
function servicerOf({ account, issuer }: StatementHead['parties']): string {
  return tag(
    'FinInstnId',
    tag('BICFI', account.bic),
    tag('LEI', issuer.lei),
    tag('Nm', text(issuer.legalName ?? issuer.name, 140)),
    addressOf(issuer.address ?? []),
  )
}

/** Renders an address of lines; the country, in the last line or at its end, is an element of its own. */
function addressOf(lines: readonly string[]): string {
  const [, town, country] = /^(?:(.*), )?([A-Z]{2})$/.exec(lines.at(-1) ?? '') ?? []
  const isOwn = country !== undefined && isCountry(country)
  const others = isOwn ? [...lines.slice(0, -1), ...(town === undefined ? [] : [town])] : lines
  return tag(
    'PstlAdr',
    isOwn && tag('Ctry', country),
    ...others.slice(0, 7).map((line) => tag('AdrLine', text(line, 70))),
  )
}

function balance(code: string, minor: bigint, currency: string, day: string): string {
  return tag(
    'Bal',
    tag('Tp', tag('CdOrPrtry', tag('Cd', code))),
    money(formatAmount(minor < 0n ? -minor : minor, currency), currency),
    sign(minor < 0n ? 'Debit' : 'Credit'),
    tag('Dt', tag('Dt', day)),
  )
}

function entryOf(line: TransactionOut, bookingDay: string): string {
  const { amount, currency, creditOrDebit, valueDate, bankTransactionCode: code, transactionId } = line
  return tag(
    'Ntry',
    money(amount, currency),
    sign(creditOrDebit),
    tag('Sts', tag('Cd', 'BOOK')),
    tag('BookgDt', tag('Dt', bookingDay)),
    tag('ValDt', tag('Dt', valueDate)),
    tag('AcctSvcrRef', text(transactionId, 35)),
    tag(
      'BkTxCd',
      tag('Domn', tag('Cd', code.domain), tag('Fmly', tag('Cd', code.family), tag('SubFmlyCd', code.subFamily))),
      tag('Prtry', tag('Cd', code.proprietary)),
    ),
    tag('NtryDtls', detailsOf(line)),
  )
}

function detailsOf(line: TransactionOut): string {
  return tag(
    'TxDtls',
    tag(
      'Refs',
      tag('AcctSvcrRef', text(line.transactionId, 35)),
      tag('EndToEndId', text(line.endToEndId, 35)),
      tag('UETR', line.uetr),
      line.related && tag('Prtry', tag('Tp', line.related.type), tag('Ref', line.related.id)),
    ),
    money(line.amount, line.currency),
    sign(line.creditOrDebit),
    exchangeOf(line),
    partiesOf(line),
    tag('RmtInf', tag('Ustrd', text(line.reference, 140)), billOf(line)),
    returnOf(line),
    tag('AddtlTxInf', text(line.description, 500)),
  )
}

/** The reason for which a payment came back; in words where no code is known. */
function returnOf({ type, returnReason, description }: TransactionOut): string {
  if (type !== 'PaymentReturn') return ''
  if (returnReason === null)
    return tag('RtrInf', tag('Rsn', tag('Cd', 'NARR')), tag('AddtlInf', text(description ?? 'Payment returned', 105)))
  const isIso = /^[A-Z0-9]{4}$/.test(returnReason)
  return tag('RtrInf', tag('Rsn', isIso ? tag('Cd', returnReason) : tag('Prtry', text(returnReason, 35))))
}

/** The reference of the bill that was paid. */
const billOf = ({ creditorReference }: TransactionOut): string =>
  creditorReference
    ? tag(
        'Strd',
        tag('CdtrRefInf', tag('Tp', tag('CdOrPrtry', tag('Cd', 'SCOR'))), tag('Ref', text(creditorReference, 35))),
      )
    : ''

/** The other side of an exchange and its rate, counter currency per unit of base. */
function exchangeOf({ exchange, currency, creditOrDebit }: TransactionOut): string {
  const [base, counter] = exchange?.pair.split('/') ?? []
  if (!exchange || !base || !counter || !/^\d{1,5}(\.\d{1,6})?$/.test(exchange.rate)) return ''
  const other = currency === base ? counter : base
  const [amount, from, to] =
    creditOrDebit === 'Debit' ? [exchange.buyAmount, currency, other] : [exchange.sellAmount, other, currency]
  const conversion = [tag('SrcCcy', from), tag('TrgtCcy', to), tag('UnitCcy', base), tag('XchgRate', exchange.rate)]
  return tag('AmtDtls', tag('CntrValAmt', money(amount, other), tag('CcyXchg', ...conversion)))
}

/** Returns the debtor or creditor of a transaction. */
function partiesOf({ counterparty: party, creditOrDebit }: TransactionOut): string {
  if (!party) return ''
  const role = creditOrDebit === 'Credit' ? 'Dbtr' : 'Cdtr'
  const address = tag('PstlAdr', tag('Ctry', party.country), tag('AdrLine', text(party.address, 70)))
  const name = tag('Nm', text(party.name, 140))
  const id = party.iban ? tag('IBAN', party.iban) : tag('Othr', tag('Id', text(party.accountNumber, 34)))
  return (
    tag('RltdPties', tag(role, tag('Pty', name, name && address)), tag(`${role}Acct`, tag('Id', id))) +
    tag('RltdAgts', tag(`${role}Agt`, tag('FinInstnId', tag('BICFI', party.bic))))
  )
}
