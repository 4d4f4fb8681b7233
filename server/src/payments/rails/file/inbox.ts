import path from 'node:path'
import type { Clock } from '../../../kernel/values/clock.ts'
import type { Day } from '../../../kernel/values/days.ts'
import { type Db, inTransaction, type Tx } from '../../../kernel/db/db.ts'
import { mayPassLater } from '../../../kernel/db/connection-loss.ts'
import type { FormerNames, Minor, RailReport } from '../rail.ts'
import type { Returned, ReturnNames } from '../find-returned.ts'
import type { ReportReceipt } from '../service.ts'
import type { FileReader } from './reader/index.ts'
import { type Claimant, type Claims, createClaims, numbered } from './claims.ts'
import {
  type BankItem,
  type Contradicted,
  type Credit,
  creditOf,
  type CreditItem,
  type EntryFacts,
  type EqualPart,
  formerMoneyOf,
  moneyOf,
  type StatusItem,
  UnbookableItem,
  type UnreadableItem,
} from './items.ts'
import { UnreadableFile } from './nodes.ts'
import { createStatementTaker, type StatementStore } from './statements/take.ts'
import { isWhole, putAway, unreadFiles, versionOf, waitingFiles } from './reader/waiting-files.ts'

/** Dependencies of the inbox on the modules its files concern. */
interface InboxDeps {
  db: Db
  clock: Clock
  /** Stores a rail report, and predicts whether it contradicts its payment. */
  receiveReport: (tx: Tx, report: RailReport) => Promise<{ receipt: ReportReceipt; contradiction?: Contradicted }>
  /** Returns true if a rail report is stored. */
  isReported: (tx: Tx, report: RailReport) => Promise<boolean>
  /** Finds the payment of ours that an entry returns; undefined of other money in. */
  findReturned: (tx: Tx, credit: Credit & ReturnNames) => Promise<Returned>
  /** Returns true if a credit is booked as incoming funds already. */
  isBooked: (tx: Tx, credit: Credit) => Promise<boolean>
  /** Returns true if a debit without details is an entry whose parts are booked. */
  areDebitsBooked: (tx: Tx, entry: DebitEntry) => Promise<boolean>
  /** Books an incoming credit once and returns the outcome. */
  receiveCredit: (tx: Tx, credit: Credit, at: Date) => Promise<string>
  /** Puts an item that cannot be booked on the operator's work list; returns false if it is already there. */
  reject: (tx: Tx, item: Rejected, at: Date) => Promise<boolean>
  /** Stores the statements of the bank. */
  statements: StatementStore
  /** Reads the files. */
  reader: FileReader
  /** Names of files that are not read because of their ending, as they were reported. */
  unread: Set<string>
  /** Logs how far a long file is. */
  progress: (state: { file: string; items: number; total: number }) => void
  /** Logs a problem that an operator must look at, once. */
  warn: (problem: { file: string; reference?: string; reason: string }) => void
}

/** A debit that came without details. */
export interface DebitEntry {
  reference: string
  money?: Minor
  valueDate?: Day
  claimant?: Claimant
}

/** An item that cannot be booked. */
export interface Rejected {
  reference: string
  reason: string
  /** The item as it was read. */
  text: string
}

/** Outcome of one item of a file; written beside the file. */
interface ItemResult {
  reference: string
  outcome: string
}

/** Time after which a file without its closing tag counts as broken; until then it may still be arriving. */
const PATIENCE_MS = 60_000

/**
 * Reads every file of the folder `inbox`, oldest first. Each item is a separate transaction and counts once, however
 * often its file is read: after a crash the file is read again from its start. A finished file moves to `done` with the
 * outcome of each item, an unreadable one to `failed` with the reason. An item that cannot be booked is rejected alone
 * and not retried.
 *
 * @returns how many files were taken
 * @throws AggregateError once all files have had their turn, of those that could not be booked for now, as when the database is away; they stay in the inbox
 */
export async function readInbox(directory: string, deps: InboxDeps): Promise<number> {
  let taken = 0
  const errors: unknown[] = []
  await warnOfUnread(directory, deps)
  for (const name of await waitingFiles(path.join(directory, 'inbox'))) {
    try {
      if (await takeFile(directory, name, deps)) taken++
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} file(s) of the inbox were not read to the end`)
  return taken
}

/** Reports each file once that is not read because of its ending. */
async function warnOfUnread(directory: string, { clock, unread, warn }: InboxDeps): Promise<void> {
  const found = await unreadFiles(path.join(directory, 'inbox'), clock.wall())
  for (const file of found.filter((name) => !unread.has(name)))
    warn({
      file,
      reason: 'The name does not end in .xml, so that the file is not read. Rename it if it is a message of the bank.',
    })
  unread.clear()
  for (const file of found) unread.add(file)
}

/**
 * Takes one file. A file that was replaced while it was read stays, and is read again: what was read of it counts once.
 *
 * @returns true if it was put away
 */
async function takeFile(directory: string, name: string, deps: InboxDeps): Promise<boolean> {
  const file = path.join(directory, 'inbox', name)
  const read = await versionOf(file)
  try {
    const outcomes = await takeItems(file, name, deps)
    return await putAway(directory, 'done', { name, read }, outcomes)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const age = deps.clock.wall().getTime() - read.changedAt
    if (age < PATIENCE_MS && !(await isWhole(file))) return false
    if (!(await putAway(directory, 'failed', { name, read }, `${error.message}\n`))) return false
    deps.warn({ file: name, reason: error.message })
    return true
  }
}

/**
 * Takes the items of a file page by page. Returns their outcomes as JSON, in parts.
 *
 * @throws UnreadableFile
 */
async function takeItems(file: string, name: string, deps: InboxDeps): Promise<string[]> {
  const parts: string[] = []
  const claims = createClaims()
  let taken = 0
  const statements = createStatementTaker({
    ...deps,
    reject: (item) => rejectItem(deps, item, { file: name, reason: item.why, place: { claims, taken } }),
  })
  let listed = 0
  for await (const { kind, items, total } of deps.reader.pages(file)) {
    if (taken === 0) parts.push(`{\n  "message": ${JSON.stringify(kind)},\n  "results": [`)
    const results =
      kind === 'camt.053'
        ? await statements.take(items)
        : await takeEach(deps, items as readonly BankItem[], name, { claims, taken })
    const texts = results.map((result) => `\n${JSON.stringify(result, null, 2).replaceAll(/^/gm, '    ')}`)
    if (texts.length > 0) parts.push((listed > 0 ? ',' : '') + texts.join(','))
    listed += texts.length
    taken += items.length
    if (total > items.length) deps.progress({ file: name, items: taken, total })
  }
  return [...parts, listed > 0 ? '\n  ]\n}\n' : ']\n}\n']
}

async function takeEach(
  deps: InboxDeps,
  items: readonly BankItem[],
  name: string,
  { claims, taken }: Place,
): Promise<ItemResult[]> {
  const results: ItemResult[] = []
  for (const [i, item] of items.entries())
    results.push({ reference: item.reference, outcome: await takeItem(deps, item, name, { claims, taken: taken + i }) })
  return results
}

/** The place of an item in its file, and what the file has matched. */
interface Place {
  claims: Claims
  /** Items before it. */
  taken: number
}

/** Returns the item for its matches; undefined if its entry has a reference of the bank, and no equal parts. */
function claimantOf(place: Place, entry: EntryFacts | undefined, equal?: EqualPart): Claimant | undefined {
  if (!entry || (entry.isNamed && !equal)) return undefined
  return { claims: place.claims, item: itemAt(place), entry: `entry ${entry.ordinal}` }
}

/** Names an item among those of its file. */
const itemAt = ({ taken }: Place): string => `item ${taken}`

async function takeItem(deps: InboxDeps, item: BankItem, file: string, place: Place): Promise<string> {
  if (item.type === 'Noted') return `noted: ${item.why}`
  try {
    if (item.type === 'Unreadable') {
      const isKnown = await inTransaction(deps.db, (tx) => isDebitKnown(tx, deps, item, place))
      return isKnown ? 'known already' : await rejectItem(deps, item, { file, reason: item.why, place })
    }
    return await inTransaction(deps.db, (tx) =>
      item.type === 'Status' ? takeStatus(tx, deps, item, place) : takeCredit(tx, deps, item, place),
    )
  } catch (error) {
    if (mayPassLater(error)) throw error
    place.claims.release(itemAt(place))
    return rejectItem(deps, item, { file, reason: (error as Error).message, place })
  }
}

/**
 * Returns true if a debit that came without details is an entry whose parts are booked, or if an earlier release stored
 * the debit of a payment.
 */
async function isDebitKnown(
  tx: Tx,
  deps: InboxDeps,
  { entry, sent, valueDate }: UnreadableItem,
  place: Place,
): Promise<boolean> {
  if (sent?.money) {
    const { uetr, reference, status } = sent
    const names = { uetr, railRef: reference, ...formerOf(sent) }
    const report = { ...names, status, at: deps.clock.now(), ...moneyOf(sent.money), ...formerMoneyOf(sent) }
    if (await deps.isReported(tx, report)) return true
  }
  if (!entry?.money) return false
  const claimant = claimantOf(place, entry)
  const day = valueDate === undefined ? {} : { valueDate }
  const debits = { reference: entry.reference, money: moneyOf(entry.money), ...day, ...(claimant ? { claimant } : {}) }
  return deps.areDebitsBooked(tx, debits)
}

async function rejectItem(
  { db, clock, reject, warn }: InboxDeps,
  item: StatusItem | CreditItem | UnreadableItem,
  { file, reason, place }: { file: string; reason: string; place: Place },
): Promise<string> {
  const {
    formerReference: _number,
    formerPlace: _place,
    formerName: _name,
    entry: _entry,
    credit: _credit,
    formerMoney: _money,
    isShared,
    sent: _sent,
    equal: _equal,
    ...read
  } = item as StatusItem & Pick<UnreadableItem, 'sent'> & Pick<CreditItem, 'equal'>
  const { valueDate: _date, ...undated } = read
  const found = item.type === 'Credit' ? read : undated // earlier releases knew no other days, and entries are listed once
  const number = isShared ? numberOf(`rejected ${JSON.stringify(found)}`, place) : 1
  const shown = { ...found, reference: numbered(item.reference, number) }
  const { reference } = shown
  const text = JSON.stringify(shown)
  const isNew = await inTransaction(db, (tx) => reject(tx, { reference, reason, text }, clock.now()))
  if (isNew) warn({ file, reference, reason })
  return `rejected: ${reason}`
}

/** Returns the number of an item among those of its file with a name, and takes it. */
function numberOf(name: string, place: Place): number {
  const { claims } = place
  const holder = itemAt(place)
  const number = claims.firstFree(name, holder)
  claims.take(numbered(name, number), holder)
  return number
}

/** Returns the name under which the messages about a payment with a shared reference are numbered in a file. */
const messagesOf = (uetr: string, reference: string) => `message ${uetr} ${reference}`

async function takeStatus(tx: Tx, deps: InboxDeps, item: StatusItem, place: Place): Promise<string> {
  const { uetr, status, reason } = item
  const money = item.money && moneyOf(item.money)
  const at = deps.clock.now()
  const former = formerOf(item)
  const asCredit = item.credit && {
    ...item.credit,
    ...(item.credit.equal ? {} : former),
    ...(item.isShared ? { isShared: item.isShared } : {}),
    ...(item.entry ? { entry: item.entry } : {}),
  }
  if (asCredit && (await deps.isBooked(tx, creditOf(asCredit, claimantOf(place, asCredit.entry, asCredit.equal)))))
    return BOOKED
  const number = item.isShared ? numberOf(messagesOf(uetr, item.reference), place) : 1
  const why = reason === undefined ? {} : { reason }
  const own = item.returnId === undefined ? {} : { returnId: item.returnId }
  const marks = item.isReversal ? { isReversal: item.isReversal } : {}
  const day = item.valueDate === undefined ? {} : { valueDate: item.valueDate }
  const entry = item.entry === undefined ? {} : { entryReference: item.entry.reference, ...day }
  const names = { uetr, railRef: numbered(item.reference, number), ...own, ...former, ...entry }
  const report = { ...names, status, at, ...marks, ...why, ...money, ...formerMoneyOf(item) }
  const { receipt, contradiction } = await deps.receiveReport(tx, report)
  if (receipt === 'New') return contradiction ? contradictory(report, contradiction) : `payment ${uetr}: ${status}`
  if (receipt === 'Known') return 'known already'
  if (receipt === 'OtherCurrency')
    throw new UnbookableItem(`The debit is in another currency than the payment ${uetr}.`)
  if (receipt === 'OtherAdapter' && (status !== 'Returned' || !money))
    throw new UnbookableItem(`This bank did not submit the payment ${uetr}.`)
  if (status === 'Sent') throw new UnbookableItem(`The debit is for the payment ${uetr}, which is not ours.`)
  if (status !== 'Returned' || !money) return 'not about a payment of ours'
  const text = `Return of ${uetr}, which was not paid through this bank`
  const claimant = item.isShared && claimantOf(place, item.entry, item.credit?.equal)
  const found = {
    reference: item.reference,
    ...former,
    uetr,
    ...(claimant ? { isShared: true as const, claimant } : {}),
  }
  const stray = { ...found, ...money, ...formerMoneyOf(item), debtor: {}, text }
  return `incoming funds: ${await deps.receiveCredit(tx, stray, at)}`
}

/** Returns the outcome of a report that contradicts its payment, with what the operator can do, or of one that changes nothing. */
function contradictory({ uetr, status }: RailReport, contradiction: Contradicted): string {
  const { explanation, paymentStatus, isMoved, isListed } = contradiction
  if (!isListed) return `no change: payment ${uetr} is ${paymentStatus}, and the bank reports ${status}. ${explanation}`
  const effect = isMoved ? `payment ${uetr}: ${status}, and contradictory in part` : `contradictory: payment ${uetr} is`
  const about = isMoved ? effect : `${effect} ${paymentStatus}, and the bank reports ${status}`
  return `${about}. ${explanation} Find the report with list-contradictions, and clear it with clear-contradiction.`
}

async function takeCredit(tx: Tx, deps: InboxDeps, item: CreditItem, place: Place): Promise<string> {
  const credit = creditOf(item, claimantOf(place, item.entry, item.equal))
  if (item.isSummary) {
    if (await deps.isBooked(tx, credit)) return BOOKED
    throw new UnbookableItem(SUMMARY)
  }
  const { reference, isShared } = credit
  const isMatched = (uetr: string, stored: number) =>
    isShared ? place.claims.firstFree(messagesOf(uetr, reference), itemAt(place)) > stored : stored === 0
  const found = await deps.findReturned(tx, { ...credit, isMatched })
  if (found === undefined || found === 'Ambiguous') {
    const money = found === undefined ? credit : { ...credit, isAmbiguous: true as const }
    return `incoming funds: ${await deps.receiveCredit(tx, money, deps.clock.now())}`
  }
  const { uetr } = found
  const { reason, money, isReversal, valueDate } = item
  const why = { ...(reason === undefined ? {} : { reason }), ...(isReversal ? { isReversal } : {}) }
  const amounts = item.formerMoney ? { money, formerMoney: item.formerMoney } : { money }
  const former = { ...formerOf(item), ...formerPartOf(item, uetr, place) }
  const facts = { ...amounts, ...(valueDate ? { valueDate } : {}), ...(item.entry ? { entry: item.entry } : {}) }
  const shared = isShared ? { isShared } : {}
  const names = { uetr, reference, ...former, ...shared }
  return takeStatus(tx, deps, { type: 'Status', ...names, ...facts, status: 'Returned', ...why, credit: item }, place)
}

/** Returns the reference by which earlier releases numbered one of equal parts, unless another one of this file has it. */
function formerPartOf({ equal, reference }: CreditItem, uetr: string, place: Place): FormerNames {
  const isFree = place.claims.isFree(messagesOf(uetr, reference), itemAt(place))
  return equal && isFree ? { formerName: reference } : {}
}

const SUMMARY =
  'The entry is the sum of several payments, without their details. Nothing was booked: it is booked when the bank reports them.'

/** Outcome of an entry that is booked as incoming funds already. */
const BOOKED = 'incoming funds: known already'

const formerOf = ({ formerReference, formerPlace, formerName }: FormerNames): FormerNames => ({
  ...(formerName === undefined ? {} : { formerName }),
  ...(formerReference === undefined ? {} : { formerReference }),
  ...(formerPlace === undefined ? {} : { formerPlace }),
})
