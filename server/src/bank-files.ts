import type { FastifyBaseLogger } from 'fastify'
import { findAccountByIban } from './accounts/index.ts'
import type { Clock } from './kernel/clock.ts'
import { type Db, inTransaction, type Tx } from './kernel/db.ts'
import { receiveFunds } from './payments/inbound/index.ts'
import {
  createFileRail,
  type Credit,
  makeRailFolders,
  type RailPort,
  readInbox,
  readRailSettings,
  receiveReport,
} from './payments/rails/index.ts'
import type { Screening } from './screening/index.ts'

/** A bank connected by files. */
export interface BankFiles {
  rail: RailPort
  /** Looks into the inbox now; how many files were taken, 0 too while another process is at it. */
  poll(): Promise<number>
  start(): void
  stop(): Promise<void>
}

const LOCK = 7303
const POLL_SECONDS = 10

/**
 * The file rail of a folder, and the reading of what the bank puts there. Several processes may share the folder: one of
 * them at a time reads it.
 *
 * @throws Error naming each fault of the folder's `rail.json`
 */
export async function openBankFiles(
  directory: string,
  deps: { db: Db; clock: Clock; screening: Screening; log: FastifyBaseLogger },
): Promise<BankFiles> {
  const settings = readRailSettings(directory)
  await makeRailFolders(directory)
  const { db, clock, screening, log } = deps
  const receiveCredit = (tx: Tx, credit: Credit, at: Date) =>
    bookCredit(tx, credit, { at, wall: clock.wall() }, screening)
  const poll = () =>
    inTransaction(db, async (tx) => {
      const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK])
      return rows[0]?.mine ? readInbox(directory, { db, clock, receiveReport, receiveCredit }) : 0
    })
  let timer: NodeJS.Timeout | undefined
  let current: Promise<unknown> = Promise.resolve()
  const round = async () => {
    await poll().catch((error: unknown) =>
      log.error({ err: error }, "the bank's files were not read and will be again"),
    )
    if (timer) timer = setTimeout(again, (settings.pollSeconds ?? POLL_SECONDS) * 1000)
  }
  const again = () => {
    current = round()
  }
  return {
    rail: createFileRail(directory, settings),
    poll,
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

/** Money that the bank reported, on the account whose IBAN it names; on none that is open in its currency: unidentified. */
async function bookCredit(
  tx: Tx,
  { account: iban, currency, amountMinor, debtor, reference, text, valueDate }: Credit,
  { at, wall }: { at: Date; wall: Date },
  screening: Screening,
): Promise<string> {
  const found = iban === undefined ? undefined : await findAccountByIban(tx, iban.replaceAll(' ', ''))
  const fits = found && found.status !== 'Closed' && found.currency === currency
  const funds = {
    ...(fits ? { account: found } : {}),
    currency,
    amountMinor,
    debtor,
    bankReference: reference,
    ...(text === undefined ? {} : { reference: text }),
    ...(valueDate === undefined ? {} : { valueDate }),
  }
  const row = await receiveFunds(tx, funds, { actor: { type: 'system' }, now: at, wall }, screening)
  return row.status
}
