import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../../../kernel/clock.ts'
import { type Db, inTransaction, type Tx } from '../../../kernel/db.ts'
import { parseAmount } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusals.ts'
import type { RailReport } from '../rail.ts'
import {
  type BankItem,
  type BankMessage,
  type CreditItem,
  readMessage,
  type StatusItem,
  UnreadableFile,
} from './messages.ts'

/** What the inbox needs of the modules that its files concern. */
export interface InboxDeps {
  db: Db
  clock: Clock
  /** Stores what a rail reports; false where it is known already or concerns no payment of ours. */
  receiveReport: (tx: Tx, report: RailReport) => Promise<boolean>
  /**
   * Books money in: what became of it.
   *
   * @throws Refusal where the bank's reference was booked before
   */
  receiveCredit: (tx: Tx, credit: Credit, at: Date) => Promise<string>
}

/** Money in, its amount in minor units. */
export type Credit = Omit<CreditItem, 'type' | 'money'> & { currency: string; amountMinor: bigint }

/** What became of one item of a file; written beside the file. */
export interface ItemResult {
  reference: string
  outcome: string
}

const MAX_BYTES = 50_000_000
/** A file without its end may still be arriving; after this it is taken as broken. */
const PATIENCE_MS = 60_000

/**
 * Takes every file of the folder `inbox`, oldest first. Each item is a transaction of its own and counts once however
 * often its file is read: a process that dies in the middle is followed by one that begins the file again. A file that
 * was read goes to `done` with what became of each item, one that cannot be read to `failed` with the reason.
 *
 * @returns how many files were taken
 * @throws AggregateError once all files have had their turn, of those that met a defect; they stay in the inbox
 */
export async function readInbox(directory: string, deps: InboxDeps): Promise<number> {
  let taken = 0
  const errors: unknown[] = []
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

async function waitingFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && /^[^.].*\.xml$/i.test(entry.name)).map(({ name }) => name)
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  )
  return aged.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1)).map(({ name }) => name)
}

async function takeFile(directory: string, name: string, deps: InboxDeps): Promise<boolean> {
  const file = path.join(directory, 'inbox', name)
  let message: BankMessage
  try {
    message = await readFileOnce(file)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const age = deps.clock.wall().getTime() - (await stat(file)).mtimeMs
    if (age < PATIENCE_MS && !(await isWhole(file))) return false
    await putAway(directory, 'failed', name, `${error.message}\n`, '.error.txt')
    return true
  }
  const results: ItemResult[] = []
  for (const item of message.items) results.push({ reference: item.reference, outcome: await takeItem(deps, item) })
  await putAway(
    directory,
    'done',
    name,
    `${JSON.stringify({ message: message.kind, results }, null, 2)}\n`,
    '.result.json',
  )
  return true
}

async function readFileOnce(file: string): Promise<BankMessage> {
  if ((await stat(file)).size > MAX_BYTES) throw new UnreadableFile(`The file is larger than ${MAX_BYTES} bytes.`)
  return readMessage(await readFile(file, 'utf8'))
}

/** Whether the file ends as a message does: then it will not become better by waiting. */
async function isWhole(file: string): Promise<boolean> {
  return /<\/[\w:]*(Document|BusMsg)>\s*$/.test(await readFile(file, 'utf8'))
}

/** The result first: a file in `done` always has one. */
async function putAway(directory: string, folder: string, name: string, result: string, ending: string): Promise<void> {
  await writeFile(path.join(directory, folder, `${name}${ending}`), result)
  await rename(path.join(directory, 'inbox', name), path.join(directory, folder, name))
}

async function takeItem(deps: InboxDeps, item: BankItem): Promise<string> {
  try {
    if (item.type === 'Noted') return `noted: ${item.why}`
    return item.type === 'Status' ? await takeStatus(deps, item) : await takeCredit(deps, item)
  } catch (error) {
    if (error instanceof Refusal) return `refused: ${error.message}`
    throw error
  }
}

async function takeStatus({ db, clock, receiveReport }: InboxDeps, item: StatusItem): Promise<string> {
  const report: RailReport = {
    uetr: item.uetr,
    railRef: item.reference,
    status: item.status,
    at: clock.now(),
    ...(item.reason === undefined ? {} : { reason: item.reason }),
    ...(item.money === undefined ? {} : { amountMinor: minorOf(item.money), currency: item.money.currency }),
  }
  const isNew = await inTransaction(db, (tx) => receiveReport(tx, report))
  return isNew ? `payment ${item.uetr}: ${item.status}` : 'known already, or about no payment of ours'
}

async function takeCredit({ db, clock, receiveCredit }: InboxDeps, item: CreditItem): Promise<string> {
  const { type: _, money, ...rest } = item
  const credit = { ...rest, currency: money.currency, amountMinor: minorOf(money) }
  const outcome = await inTransaction(db, (tx) => receiveCredit(tx, credit, clock.now()))
  return `incoming funds: ${outcome}`
}

/** Minor units of an amount that may carry zeros beyond the currency's decimals. */
const minorOf = ({ amount, currency }: { amount: string; currency: string }): bigint =>
  parseAmount(amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount, currency)
