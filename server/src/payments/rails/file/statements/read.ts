import { createHash } from 'node:crypto'
import { findCurrency } from '../../../../kernel/values/currencies.ts'
import { type Day, isDay, isSupportedDay } from '../../../../kernel/values/days.ts'
import { accountAt, type NamedEntry, namedEntries } from '../entry-references.ts'
import { entryItems } from '../entries.ts'
import { type BankItem, moneyOf, type UnreadableItem } from '../items.ts'
import { list, moneyAt, type Node, textAt, UnreadableFile } from '../nodes.ts'
import type { StatementItem, StatementLineItem } from './items.ts'

/**
 * Reads the statements of a camt.053: each as an item of its own, followed by its lines. A statement without an account, booked balances or
 * a period cannot be reconciled and is an unreadable item.
 *
 * @throws UnreadableFile
 */
export function statements(body: Node): (StatementItem | StatementLineItem | UnreadableItem)[] {
  const found = list(body, 'Stmt')
  if (found.length === 0) throw new UnreadableFile('The camt.053 has no statement (Stmt).')
  return found.flatMap((statement, i) => statementItems(statement, i + 1))
}

/** Error of a statement that cannot be reconciled. */
class IncompleteStatement extends Error {}

function statementItems(statement: Node, place: number): (StatementItem | StatementLineItem | UnreadableItem)[] {
  const identification = textAt(statement, 'Id')
  const account = accountAt(statement, 'Acct')?.replaceAll(' ', '')
  const reference = `camt.053 ${account ?? 'no account'}/${identification ?? `no Id, statement ${place}`}`
  try {
    if (identification === undefined || account === undefined)
      throw new IncompleteStatement('The statement needs an Id and an account (Acct).')
    const head = { ...balancesOf(statement), reference, identification, account, ...sequenceOf(statement) }
    const lines = linesOf(statement, head)
    const bookedMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
    const digest = digestOf(head, lines)
    return [{ type: 'Statement', ...head, bookedMinor, lines: lines.length, digest }, ...lines]
  } catch (error) {
    if (!(error instanceof IncompleteStatement)) throw error
    return [{ type: 'Unreadable', reference, why: `${error.message} Nothing of this statement was stored.` }]
  }
}

/** Returns the hash of what the bank booked; texts and the details of parties do not matter. */
function digestOf(head: object, lines: readonly StatementLineItem[]): string {
  const hash = createHash('sha256')
  const shown = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
  const add = (facts: object) => hash.update(JSON.stringify(facts, shown))
  add(head)
  for (const { item: _item, text: _text, ...facts } of lines) add(facts)
  return hash.digest('hex')
}

// ---- facts of the statement

function balancesOf(statement: Node) {
  const opening = balanceAt(statement, 'OPBD') ?? balanceAt(statement, 'PRCD')
  const closing = balanceAt(statement, 'CLBD')
  if (!opening || !closing)
    throw new IncompleteStatement(
      'The statement has no opening or closing booked balance (Bal: OPBD, CLBD) with its day.',
    )
  const { currency } = closing
  const own = textAt(statement, 'Acct', 'Ccy') ?? currency
  if (opening.currency !== currency || own !== currency)
    throw new IncompleteStatement('The balances of the statement are not in the currency of its account.')
  return {
    currency,
    openingMinor: opening.minor,
    closingMinor: closing.minor,
    closingDay: closing.day,
    from: instantAt(statement, 'FrDtTm') ?? new Date(`${opening.day}T00:00:00Z`),
    to: instantAt(statement, 'ToDtTm') ?? new Date(`${closing.day}T23:59:59.999Z`),
  }
}

function balanceAt(statement: Node, code: string): { minor: bigint; currency: string; day: Day } | undefined {
  const found = list(statement, 'Bal').find((balance) => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') === code)
  const money = moneyAt(found, 'Amt')
  const day = dayAt(found, 'Dt')
  if (!money || day === undefined) return undefined
  return { minor: minorOf(money, textAt(found, 'CdtDbtInd')), currency: money.currency, day }
}

/** Returns a day of an element that has a date or an instant; a zone does not move it. */
function dayAt(of: unknown, name: string): Day | undefined {
  const day = (textAt(of, name, 'Dt') ?? textAt(of, name, 'DtTm'))?.slice(0, 10)
  return day !== undefined && isDay(day) && isSupportedDay(day) ? day : undefined
}

/** Returns an instant; one without a zone counts as UTC. */
function instantAt(statement: Node, name: string): Date | undefined {
  const said = textAt(statement, 'FrToDt', name)
  if (said === undefined) return undefined
  const at = new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(said) ? said : `${said}Z`)
  return Number.isNaN(at.getTime()) || !isSupportedDay(at.toISOString().slice(0, 10)) ? undefined : at
}

function sequenceOf(statement: Node): { sequence?: string } {
  const said = textAt(statement, 'ElctrncSeqNb') ?? textAt(statement, 'LglSeqNb')
  return said !== undefined && /^\d{1,18}$/.test(said) ? { sequence: said.replace(/^0+(?=\d)/, '') } : {}
}

// ---- lines

type Head = Pick<StatementItem, 'reference' | 'currency' | 'closingDay'>

function linesOf(statement: Node, head: Head): StatementLineItem[] {
  const lines: StatementLineItem[] = []
  for (const named of namedEntries({ Stmt: [statement] }, 'Stmt'))
    for (const line of entryLines(named, head)) lines.push({ ...line, line: lines.length + 1 })
  return lines
}

function entryLines(named: NamedEntry, head: Head): StatementLineItem[] {
  const { entry, ordinal } = named
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  if (status !== undefined && status !== 'BOOK') return []
  const money = moneyAt(entry, 'Amt')
  const direction = textAt(entry, 'CdtDbtInd')
  if (money?.currency !== head.currency || (direction !== 'CRDT' && direction !== 'DBIT'))
    throw new IncompleteStatement(`Entry ${ordinal + 1} has no amount in ${head.currency} with its direction.`)
  const whole = minorOf(money, direction)
  const parts = status === undefined ? [] : entryItems(named)
  const known = parts.flatMap((item) => {
    const amountMinor = amountOf(item)
    return amountMinor === undefined || amountMinor === 0n ? [] : [{ item, amountMinor }]
  })
  const facts = factsOf(named, head)
  const line = (amountMinor: bigint, item?: BankItem) => {
    const text = (item && textOf(item)) ?? textAt(entry, 'AddtlNtryInf')
    return { ...facts, amountMinor, ...(text ? { text } : {}), ...(item ? { item } : {}) }
  }
  const [first] = known
  if (first && parts.length === 1 && whole !== 0n) return [line(whole, first.item)]
  const rest = known.reduce((left, { amountMinor }) => left - amountMinor, whole)
  return [...known.map(({ item, amountMinor }) => line(amountMinor, item)), ...(rest === 0n ? [] : [line(rest)])]
}

/** Returns the facts that the lines of an entry share. */
function factsOf({ entry, ordinal, reference }: NamedEntry, head: Head) {
  const bankReference = textAt(entry, 'AcctSvcrRef')
  const valueDate = dayAt(entry, 'ValDt')
  return {
    type: 'StatementLine' as const,
    reference: head.reference,
    line: 0,
    entry: ordinal + 1,
    entryReference: reference,
    bookedOn: dayAt(entry, 'BookgDt') ?? valueDate ?? head.closingDay,
    ...(valueDate ? { valueDate } : {}),
    ...(bankReference ? { bankReference } : {}),
  }
}

/** Returns the amount of an item, negative for a debit; undefined if it has none. */
function amountOf(item: BankItem): bigint | undefined {
  if (item.type === 'Noted' || !item.money) return undefined
  const isCredit = item.type === 'Credit' || (item.type === 'Status' && item.status === 'Returned')
  return minorOf(item.money, isCredit ? 'CRDT' : 'DBIT')
}

function textOf(item: BankItem): string | undefined {
  if (item.type === 'Unreadable' || item.type === 'Credit') return item.text
  return item.type === 'Status' ? item.credit?.text : undefined
}

/** Returns an amount in minor units, negative for a debit. @throws IncompleteStatement */
function minorOf(money: { amount: string; currency: string }, direction: string | undefined): bigint {
  if (/^0*(\.0*)?$/.test(money.amount) && findCurrency(money.currency)) return 0n
  try {
    const { amountMinor } = moneyOf(money)
    return direction === 'DBIT' ? -amountMinor : amountMinor
  } catch (error) {
    const shown = `${money.amount} ${money.currency}`.slice(0, 60)
    throw new IncompleteStatement(`The amount ${shown} is not valid: ${(error as Error).message}`, { cause: error })
  }
}
