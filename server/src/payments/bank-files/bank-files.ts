import type { FastifyBaseLogger } from 'fastify'
import { findAccountByIban } from '../../accounts/index.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { findByBankReference, receiveFunds } from '../inbound/index.ts'
import { rejectEntry } from '../index.ts'
import {
  createFileRail,
  type Credit,
  findReturned,
  makeRailFolders,
  type RailPort,
  readInbox,
  readRailSettings,
  type Rejected,
  takeReport,
} from '../rails/index.ts'
import type { Screening } from '../../screening/index.ts'

/** A bank connected by files. */
export interface BankFiles {
  rail: RailPort
  /** Reads the inbox now. Returns the number of files processed, or 0 while another process reads it. */
  poll(): Promise<number>
  start(): void
  stop(): Promise<void>
}

const LOCK = 7303
const POLL_SECONDS = 10

/**
 * Opens the file rail of a folder and reads the files from the bank. Several processes may share the folder; one at a
 * time reads it.
 *
 * @throws Error naming each error of the folder's `rail.json`
 */
export async function openBankFiles(
  directory: string,
  deps: { db: Db; clock: Clock; screening: Screening; log: FastifyBaseLogger },
): Promise<BankFiles> {
  const settings = readRailSettings(directory)
  await makeRailFolders(directory)
  const { db, clock, screening, log } = deps
  const inbox = {
    db,
    clock,
    receiveReport: takeReport,
    findReturned: returnedBy,
    receiveCredit: (tx: Tx, credit: Credit, at: Date) => bookCredit(tx, credit, { at, wall: clock.wall() }, screening),
    reject: (tx: Tx, { reference: bankReference, reason: why, text }: Rejected, at: Date) =>
      rejectEntry(tx, { bankReference, why, text }, { actor: { type: 'system' }, at, wall: clock.wall() }),
    warn: (problem: object) => log.error(problem, 'a file of the bank, or a part of it, could not be booked'),
  }
  const poll = () =>
    inTransaction(db, async (tx) => {
      const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK])
      return rows[0]?.mine ? readInbox(directory, inbox) : 0
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

/**
 * Returns the payment that an entry returns. Money for a payee whose account is with us is not a return, even if the
 * payer is one too.
 */
async function returnedBy(tx: Tx, credit: Credit): Promise<string | undefined> {
  const uetr = await findReturned(tx, credit)
  const account = uetr === undefined ? undefined : await accountNamed(tx, credit)
  if (uetr === undefined || !account) return uetr
  const { rows } = await tx.query<{ accountId: string }>({
    name: 'find-paying-account',
    text: 'select account_id as "accountId" from payments where uetr = $1',
    values: [uetr],
  })
  return rows[0]?.accountId === account.accountId ? uetr : undefined
}

const accountNamed = async (tx: Tx, { account: iban }: Pick<Credit, 'account'>) =>
  iban === undefined ? undefined : findAccountByIban(tx, iban.replaceAll(' ', ''))

/**
 * Books money that the bank reported, on the account whose IBAN it names; on none that is open in its currency:
 * unidentified. So is money whose reference was used before for another amount.
 */
async function bookCredit(
  tx: Tx,
  credit: Credit,
  { at, wall }: { at: Date; wall: Date },
  screening: Screening,
): Promise<string> {
  const { currency, amountMinor, debtor, reference, text, valueDate } = credit
  const act = { actor: { type: 'system' as const }, now: at, wall }
  const known = await findByBankReference(tx, reference)
  const isSame = known?.amountMinor === amountMinor && known.currency === currency
  if (known && isSame) return 'known already'
  const money = { currency, amountMinor, debtor, ...(valueDate === undefined ? {} : { valueDate }) }
  if (known) {
    const shown = `${formatAmount(amountMinor, currency)} ${currency}`
    const bankReference = `${reference} (${shown})`
    if (await findByBankReference(tx, bankReference)) return 'known already'
    const why = `The bank used its reference before for ${formatAmount(known.amountMinor, known.currency)} ${known.currency}`
    return (await receiveFunds(tx, { ...money, bankReference, reference: why }, act, screening)).status
  }
  const found = await accountNamed(tx, credit)
  const fits = found && found.status !== 'Closed' && found.currency === currency
  const named = { ...(fits ? { account: found } : {}), ...(text === undefined ? {} : { reference: text }) }
  return (await receiveFunds(tx, { ...money, ...named, bankReference: reference }, act, screening)).status
}
