import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../kernel/values/clock.ts'
import { type Db, inTransaction, overtaken, type Tx } from '../../kernel/db/db.ts'
import { waitForOthers } from '../../kernel/db/waits/waits.ts'
import { createInterruption, ReportedFailure } from '../../kernel/interruption.ts'
import type { Act } from '../../kernel/values/act.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { findByBankReference, type IncomingFunds, type InboundRow, receiveFunds } from '../inbound/index.ts'
import { predictContradiction, rejectEntry } from '../index.ts'
import {
  createFileRail,
  createFileReader,
  type Credit,
  type DebitEntry,
  findReturned,
  isReported,
  makeRailFolders,
  mayReport,
  type Outage,
  type RailAdapter,
  type RailReport,
  readInbox,
  readRailSettings,
  type Returned,
  type ReturnNames,
  type Rejected,
  type StatementStore,
  takeReport,
} from '../rails/index.ts'
import type { Screening } from '../../screening/index.ts'
import { areDebitsBooked, checkUnderstood, findByUetr, isBookedAtOtherDepth } from './depth.ts'
import { idsOf, withoutSpaces } from './equal-money.ts'
import { accountNamed, differencesFrom, findAmongEqual, type Named } from './same-funds.ts'

/** A bank connected by files. */
export interface BankFiles {
  adapter: RailAdapter
  /** Reads the inbox now. Returns the number of files processed, or 0 while another process reads it. */
  poll(): Promise<number>
  /** Returns the time since this process last read the inbox without an error, in seconds; at first since its start. */
  secondsSinceRead(): number
  start(): void
  stop(): Promise<void>
}

const LOCK = 7303
const POLL_SECONDS = 10
/** Id of the one bank that may have none: its references are stored as the bank gives them. */
const UNNAMED = 'file'
/** Files that one process writes at a time: each waits for the disk. */
const CALLS_AT_ONCE = 8

interface BankDeps {
  db: Db
  clock: Clock
  screening: Screening
  log: FastifyBaseLogger
  /** Returns the store for the statements of a bank. */
  statementsOf: (bank: string) => StatementStore
}

/**
 * Opens the file rail of a folder and reads the files from the bank. Several processes may share the folder; one at a
 * time reads it.
 *
 * @throws Error naming each error of the folder's `rail.json`
 */
async function openBankFiles(directory: string, deps: BankDeps): Promise<BankFiles> {
  const settings = readRailSettings(directory)
  await makeRailFolders(directory)
  const { db, clock, screening, log } = deps
  const id = settings.id ?? UNNAMED
  let readAt = performance.now()
  const noteRead = () => void (readAt = performance.now())
  const stored = (reference: string) => (settings.id === undefined ? reference : `${id}: ${reference}`)
  const inbox = {
    db,
    clock,
    receiveReport: async (tx: Tx, report: RailReport) => {
      const taken = await takeReport(tx, report, id)
      if (taken.receipt !== 'New') return taken
      return { receipt: taken.receipt, contradiction: await predictContradiction(tx, taken.entityId, taken.messageId) }
    },
    isReported: (tx: Tx, report: RailReport) => isReported(tx, report, id),
    findReturned: (tx: Tx, credit: Credit & ReturnNames) => returnedBy(tx, credit, id),
    isBooked: (tx: Tx, credit: Credit) => isBooked(tx, storedAs(credit, stored), id),
    areDebitsBooked: (tx: Tx, entry: DebitEntry) => areDebitsBooked(tx, entry, id),
    receiveCredit: (tx: Tx, credit: Credit, at: Date) =>
      bookCredit(tx, storedAs(credit, stored), { at, wall: clock.wall(), adapter: id }, screening),
    reject: (tx: Tx, { reference, reason: why, text }: Rejected, at: Date) =>
      rejectEntry(
        tx,
        { bankReference: stored(reference), why, text },
        { actor: { type: 'system' }, at, wall: clock.wall() },
      ),
    statements: deps.statementsOf(id),
    reader: createFileReader(),
    unread: new Set<string>(),
    progress: (state: object) => {
      noteRead() // a large file takes a while
      log.info({ bank: id, ...state }, 'a file of the bank is being booked')
    },
    warn: (problem: object) =>
      log.error({ bank: id, ...problem }, 'a file of the bank, or a part of it, could not be booked'),
  }
  /** Returns undefined while another process reads the inbox: this one may be unable to. */
  const read = () =>
    inTransaction(db, async (tx) => {
      await waitForOthers(tx)
      const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1, hashtext($2)) as mine', [
        LOCK,
        id,
      ])
      if (!rows[0]?.mine) return undefined
      const taken = await readInbox(directory, inbox)
      noteRead()
      return taken
    })
  return {
    adapter: {
      id,
      port: createFileRail(directory, settings),
      schemes: settings.schemes,
      entities: settings.entities?.map((entity) => parseId('ent', entity)!),
      callsAtOnce: CALLS_AT_ONCE,
      outage: outageOf(id, log),
    },
    poll: async () => (await read()) ?? 0,
    secondsSinceRead: () => (performance.now() - readAt) / 1000,
    ...repeated(read, { log, id, pollSeconds: settings.pollSeconds ?? POLL_SECONDS }),
  }
}

/** Logs once that no messages can be written, because the folder is away or full, and once that they are written again. */
function outageOf(bank: string, log: FastifyBaseLogger): Outage {
  const texts = {
    interrupted: 'messages to the bank cannot be written',
    resumed: 'messages to the bank are written again',
  }
  const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
  const interruption = createInterruption(log, texts, { bank }, (error) => codeOf(error)!)
  return {
    failed(error) {
      if (codeOf(error) === undefined) return undefined // an error of the payment or of `rail.json`
      interruption.begin(error)
      return new ReportedFailure(error)
    },
    passed: interruption.end,
  }
}

/** Repeats the reading of a bank's inbox, with a pause between two, and logs when it is interrupted. */
function repeated(
  read: () => Promise<number | undefined>,
  { log, id, pollSeconds }: { log: FastifyBaseLogger; id: string; pollSeconds: number },
): Pick<BankFiles, 'start' | 'stop'> {
  const texts = { interrupted: "the bank's files cannot be read", resumed: "the bank's files are read again" }
  const interruption = createInterruption(log, texts, { bank: id })
  let timer: NodeJS.Timeout | undefined
  let current: Promise<unknown> = Promise.resolve()
  const round = async () => {
    await read().then((taken) => taken !== undefined && interruption.end(), interruption.begin)
    if (timer) timer = setTimeout(again, pollSeconds * 1000)
  }
  const again = () => {
    current = round()
  }
  return {
    start() {
      timer = setTimeout(again, 0)
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await current
    },
  }
}

/**
 * Opens the banks connected by files, one for each folder.
 *
 * @throws Error naming each error of a `rail.json`, or two folders without an id of their own
 */
export async function openBanks(directories: readonly string[], deps: BankDeps): Promise<BankFiles[]> {
  const banks: BankFiles[] = []
  for (const directory of directories) banks.push(await openBankFiles(directory, deps))
  const unnamed = banks.filter(({ adapter }) => adapter.id === UNNAMED)
  if (unnamed.length > 1)
    throw new Error(
      'RAIL_DIR names several folders, and more than one has no id. Add a different "id" to each rail.json.',
    )
  return banks
}

/**
 * Returns the payment of this bank that an entry returns. Money for a payee whose account is with us is not a return, even
 * if the payer is one too.
 */
async function returnedBy(tx: Tx, credit: Credit & ReturnNames, adapter: string): Promise<Returned> {
  const account = (await accountNamed(tx, credit))?.account
  const returned = await findReturned(tx, credit, { adapter, accountId: account?.accountId })
  if (returned === undefined || returned === 'Ambiguous') return returned
  const { uetr } = returned
  if (!(await mayReport(tx, uetr, adapter))) return undefined
  if (!account) return returned
  const { rows } = await tx.query<{ accountId: string }>({
    name: 'find-paying-account',
    text: 'select account_id as "accountId" from payments where uetr = $1',
    values: [uetr],
  })
  return rows[0]?.accountId === account.accountId ? returned : undefined
}

/** Returns a credit with its references as they are stored. */
function storedAs(credit: Credit, stored: (reference: string) => string): Credit {
  const { reference, formerReference, formerPlace, formerName, entry } = credit
  return {
    ...credit,
    reference: stored(reference),
    ...(entry === undefined ? {} : { entry: { ...entry, reference: stored(entry.reference) } }),
    ...(formerName === undefined ? {} : { formerName: stored(formerName) }),
    ...(formerReference === undefined ? {} : { formerReference: stored(formerReference) }),
    ...(formerPlace === undefined ? {} : { formerPlace: { ...formerPlace, start: stored(formerPlace.start) } }),
  }
}

/**
 * Books money that the bank reported, on the account whose IBAN it names, or that of a virtual account of it. Money
 * whose reference was used before for another amount, account or value date is unidentified.
 */
async function bookCredit(
  tx: Tx,
  credit: Credit,
  { at, wall, adapter }: { at: Date; wall: Date; adapter: string },
  screening: Screening,
): Promise<string> {
  const { currency, amountMinor, debtor, text, valueDate, account } = credit
  const act = { actor: { type: 'system' as const }, at, wall }
  const found = await accountNamed(tx, credit)
  const { known, reference } = await findByReference(tx, credit, found)
  const differences = known ? differencesFrom(known, credit, found) : []
  if (known && differences.length === 0) checkUnderstood(known, credit)
  const isKnown = known ? differences.length === 0 : await isBookedOtherwise(tx, credit, found, adapter)
  if (isKnown) return 'known already'
  const receive = (funds: IncomingFunds) => receiveOnce(tx, { credit, funds, act }, screening)
  const money = {
    currency,
    amountMinor,
    debtor,
    ...(text === undefined ? {} : { reference: text }),
    ...(valueDate === undefined ? {} : { valueDate }),
    ...(account === undefined ? {} : { namedAccount: withoutSpaces(account) }),
    ...namedIdsOf(credit),
    ...entryOf(credit),
  }
  if (known) {
    const bankReference = `${reference} (${differences.join(' ')})`
    if (await findByBankReference(tx, bankReference)) return 'known already'
    const reused = { ...money, bankReference, unidentified: 'ReferenceReused' as const }
    return receive(reused)
  }
  if (credit.isAmbiguous) {
    credit.claimant?.claims.take(reference, credit.claimant.item)
    const ambiguous = { ...money, bankReference: reference, unidentified: 'ReturnAmbiguous' as const }
    return receive(ambiguous)
  }
  credit.claimant?.claims.take(reference, credit.claimant.item)
  const named = { account: found?.account, virtualAccountId: found?.virtual?.virtualAccountId }
  return receive({ ...money, ...named, bankReference: reference })
}

/**
 * Books money and returns its status. If another process has booked it since it was looked for, as one that has lost its
 * lock without noticing, the transaction runs again and finds it.
 */
async function receiveOnce(
  tx: Tx,
  { credit, funds, act }: { credit: Credit; funds: IncomingFunds; act: Act },
  screening: Screening,
): Promise<string> {
  try {
    return (await receiveFunds(tx, funds, act, screening)).status
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'inbound_payment_known') throw error
    credit.claimant?.claims.release(credit.claimant.item)
    credit.claimant?.claims.forget()
    throw overtaken('another process booked the money')
  }
}

/** The money booked under the reference of a credit, or by an earlier release under its place; and the reference to book it under. */
async function findByReference(
  tx: Tx,
  credit: Credit,
  found: Named,
): Promise<{ known: InboundRow | undefined; reference: string }> {
  const { reference, claimant } = credit
  if (credit.isShared && claimant) {
    const shared = await findAmongEqual(tx, { ...credit, claimant }, found)
    return shared.known ? shared : { ...shared, known: await findByPlace(tx, credit, found) }
  }
  return { reference, known: (await findByBankReference(tx, reference)) ?? (await findByPlace(tx, credit, found)) }
}

/** Returns true if a credit is booked as incoming funds, even if it is read as the return of a payment now. */
async function isBooked(tx: Tx, credit: Credit, adapter: string): Promise<boolean> {
  const found = await accountNamed(tx, credit)
  const { known } = await findByReference(tx, credit, found)
  if (known) {
    const isSame = differencesFrom(known, credit, found).length === 0
    if (isSame) checkUnderstood(known, credit)
    return isSame
  }
  const wasBooked = credit.valueDate !== undefined && (await wasBookedBefore(tx, credit, found))
  return wasBooked || isBookedAtOtherDepth(tx, credit, adapter)
}

/** Returns true if a credit whose reference is not known is booked under another one. */
async function isBookedOtherwise(tx: Tx, credit: Credit, found: Named, adapter: string): Promise<boolean> {
  if (await wasBookedBefore(tx, credit, found)) return true
  if (await isBookedAtOtherDepth(tx, credit, adapter)) return true
  const entityIds = [...(found ? [found.account.entityId] : []), HOUSE_ENTITY_ID]
  const named = await findByUetr(tx, credit, entityIds)
  return named !== undefined && differencesFrom(named, credit, found).length === 0
}

/** Returns the entry of a credit, by which other details of it are known. */
function entryOf({ entry }: Credit) {
  if (!entry) return {}
  const { reference: entryReference, hasDetails, account } = entry
  return { entryReference, hasDetails, ...(account === undefined ? {} : { entryAccount: withoutSpaces(account) }) }
}

/** Returns the ids of payments that an entry names, by which a return that the bank reports later finds its money. */
function namedIdsOf(credit: Credit): { namedIds?: string[] } {
  const namedIds = idsOf(credit)
  return namedIds.length > 0 ? { namedIds } : {}
}

/** Parts of an entry among which one that has another place now is looked for. */
const MOST_PARTS = 1000

/**
 * The money that an earlier release booked under the place of a part in its entry: the same money at this place or another
 * one; or else other money at this place.
 */
async function findByPlace(tx: Tx, credit: Credit, found: Named): Promise<InboundRow | undefined> {
  const { formerPlace: place } = credit
  const at = (position: number) => findByBankReference(tx, `${place?.start}${position}${place?.end}`)
  const named = credit.formerName === undefined ? undefined : await findByBankReference(tx, credit.formerName)
  if (named && differencesFrom(named, credit, found).length === 0) return named
  const own = place && (await at(place.position))
  if (!own || differencesFrom(own, credit, found).length === 0) return own
  for (let position = 1; position <= Math.min(place.count, MOST_PARTS); position++) {
    const other = await at(position)
    if (other && differencesFrom(other, credit, found).length === 0) return other
  }
  return own
}

/** Returns true if an earlier release booked the money under the number of its entry, and the bank reports it again. */
async function wasBookedBefore(tx: Tx, credit: Credit, found: Named): Promise<boolean> {
  const { formerReference, valueDate, uetr, text = null, debtor } = credit
  const former = formerReference === undefined ? undefined : await findByBankReference(tx, formerReference)
  const isDated = valueDate !== undefined || uetr !== undefined // the return of a payment comes once
  if (!former || !isDated || differencesFrom(former, credit, found).length > 0) return false
  return (
    former.reference === text &&
    former.debtorName === (debtor.name ?? null) &&
    former.debtorIban === (debtor.iban ?? null)
  )
}
