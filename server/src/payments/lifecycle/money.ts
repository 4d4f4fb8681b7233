import type { Act } from '../../kernel/values/act.ts'
import { isOpenForCredit } from '../../accounts/index.ts'
import { localDay } from '../../entities/index.ts'
import type { Day } from '../../kernel/values/days.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import {
  type Counterparty,
  type JournalCommand,
  type Leg,
  lockLegs,
  postJournal,
  postJournals,
  recordCrossings,
  valueDateOf,
} from '../../ledger/index.ts'
import { SCHEMES } from '../schemes/index.ts'
import { noteForClosedAccount } from '../inbound/index.ts'
import { type Money, moneyOf, type PaymentStatus } from '../record/lifecycle.ts'
import type { PaymentRow } from '../record/queries.ts'
import { insertReturn } from './return-queries.ts'

/** Fields of the payment's row that a money movement changes. */
type MoneyMove = Partial<
  Pick<
    PaymentRow,
    | 'holdId'
    | 'releaseJournalId'
    | 'returnJournalId'
    | 'returnedMinor'
    | 'returnedReason'
    | 'returnedAt'
    | 'suspenseMinor'
  >
>

interface MoveStep extends Act {
  reason?: string | undefined
  /** Amount of a partial return. */
  amountMinor?: bigint | null
  snapshot?: Record<string, unknown>
}
type Move = (tx: Tx, payment: PaymentRow, step: MoveStep) => Promise<MoneyMove>

/** Postings for each change of a payment's money state (domain 9.2). Pairs not listed here move no money. */
const MOVES: Partial<Record<`${Money}>${Money}`, Move>> = {
  'Free>Held': hold,
  'Held>Free': releaseHold,
  'Held>Clearing': release,
  'Clearing>Paid': confirm,
  'Clearing>Free': (tx, payment, step) => undo(tx, payment, step, clearing(payment)),
  'Paid>Free': undoPaid,
  'Paid>Returned': takeBack,
}

/**
 * Moves a payment's money as its new state asks.
 *
 * @throws insufficient_funds, account_blocked where money is to be held; nothing has been posted then
 */
export function moveMoney(tx: Tx, payment: PaymentRow, to: PaymentStatus, step: MoveStep): Promise<MoneyMove> {
  const move = MOVES[`${moneyOf(payment)}>${moneyOf({ ...payment, status: to })}`]
  return move ? move(tx, payment, step) : Promise.resolve({})
}

/** Holds amount and fee. Also for a payment that is not stored yet. @throws insufficient_funds, account_blocked */
export async function hold(
  tx: Tx,
  payment: Pick<
    PaymentRow,
    'entityId' | 'paymentId' | 'accountId' | 'currency' | 'amountMinor' | 'feeMinor' | 'reference' | 'paymentDate'
  >,
  { at }: Pick<MoveStep, 'at'>,
  payeeName?: string,
): Promise<{ holdId: string }> {
  const holdId = newUuid()
  await postJournal(tx, holdCommand({ ...payment, holdId }, payeeName), at)
  return { holdId }
}

/** Journal that holds amount and fee of a payment under an id. */
export function holdCommand(
  payment: Pick<
    PaymentRow,
    'entityId' | 'paymentId' | 'accountId' | 'currency' | 'amountMinor' | 'feeMinor' | 'reference' | 'paymentDate'
  > & { holdId: string },
  payeeName?: string,
): JournalCommand {
  const { holdId, accountId, currency, amountMinor, feeMinor } = payment
  const order = { holdId, accountId, currency, amountMinor: amountMinor + feeMinor, purpose: 'payment' as const }
  return { ...command(payment, 'paymentAccepted', payeeName), legs: [], hold: order }
}

/**
 * Journal of a payment that is accepted: it debits the account if nothing stops the payment, and otherwise holds the money, or
 * moves nothing for one that waits for its date.
 */
export function acceptCommand(payment: PaymentRow, payeeName: string): JournalCommand {
  const { holdId, status } = payment
  if (status === 'Submitted') return debitCommand(payment)
  if (holdId !== null) return holdCommand({ ...payment, holdId }, payeeName)
  return { ...command(payment, 'paymentAccepted', payeeName), legs: [], movesNothing: true }
}

async function releaseHold(tx: Tx, payment: PaymentRow, { at }: MoveStep): Promise<MoneyMove> {
  const released = { holdId: payment.holdId!, accountId: payment.accountId }
  await postJournal(tx, { ...command(payment, 'paymentHoldReleased'), legs: [], release: released }, at)
  return { holdId: null }
}

/** Released to the rail: the hold becomes a debit. */
async function release(tx: Tx, payment: PaymentRow, { at, snapshot }: MoveStep): Promise<MoneyMove> {
  const { journalId } = await postJournal(tx, releaseCommand(payment, snapshot), at)
  return { holdId: null, releaseJournalId: journalId }
}

/** Journal that turns the hold of a payment into a debit. */
export function releaseCommand(payment: PaymentRow, snapshot?: Record<string, unknown>): JournalCommand {
  const { accountId, holdId } = payment
  return { ...debitCommand(payment, snapshot), release: { holdId: holdId!, accountId } }
}

/** Debits a payment that nothing stops, which was never held. @throws insufficient_funds, account_blocked */
export async function debit(tx: Tx, payment: PaymentRow, at: Date): Promise<{ releaseJournalId: string }> {
  const { journalId } = await postJournal(tx, debitCommand(payment), at)
  return { releaseJournalId: journalId }
}

/** Journal that debits a payment's account for its rail. */
function debitCommand(payment: PaymentRow, snapshot?: Record<string, unknown>): JournalCommand {
  const { accountId, currency, amountMinor, feeMinor } = payment
  const payee = snapshot ?? payment.beneficiarySnapshot ?? {}
  const legs: Leg[] = [
    { account: accountId, currency, amountMinor: -amountMinor, counterparty: counterpartyOf(payee) },
    { account: clearing(payment), currency, amountMinor },
    ...feeLegs(payment, -feeMinor),
  ]
  return { ...command(payment, 'paymentReleased', payee['name']), legs }
}

/** The bank confirms the debit: the money leaves the entity's book, and the house's safeguarding account after it. */
async function confirm(tx: Tx, payment: PaymentRow, { at }: MoveStep): Promise<MoneyMove> {
  await crossAll(tx, [sentMove(payment)], at)
  return {}
}

/** Movement of a payment whose debit the bank has booked. */
export function sentMove(payment: PaymentRow): CrossingMove {
  const { currency, amountMinor } = payment
  const leg = { account: clearing(payment), currency, amountMinor: -amountMinor }
  return { payment, journal: command(payment, 'paymentSent'), house: 'safeguarding', leg }
}

/**
 * Refused after release: amount and fee go back to the account, by a contra of the release; a return to who reads it. The contra has the
 * value date of the release, also if the payment was moved to another day since.
 */
async function undo(tx: Tx, payment: PaymentRow, step: MoveStep, from: Leg['account'], day?: Day): Promise<MoneyMove> {
  const { entityId, currency, amountMinor, feeMinor, releaseJournalId } = payment
  const valueDate = day ?? (await valueDateOf(tx, entityId, releaseJournalId!))
  const isOpen = await isOpenForCredit(tx, payment.entityId, payment.accountId)
  const account = isOpen ? payment.accountId : SUSPENSE
  const legs: Leg[] = [
    { account: from, currency, amountMinor: -amountMinor },
    {
      account,
      currency,
      amountMinor,
      counterparty: counterpartyOf(payment.beneficiarySnapshot ?? {}),
      type: 'PaymentReturn',
    },
    ...feeLegs(payment, feeMinor, account),
  ]
  const journal = { ...returnCommand(payment, 'paymentFailed', step), valueDate, legs, reversalOf: releaseJournalId! }
  const { journalId } = await postJournal(tx, journal, step.at)
  if (isOpen) return {}
  const suspenseMinor = amountMinor + feeMinor
  await keepAside(tx, payment, { journalId, valueDate, amountMinor: suspenseMinor }, step)
  return { suspenseMinor }
}

/** Locks all accounts that the further steps of a released payment post on, for a transaction that takes more than one step. */
export const lockMoney = (tx: Tx, payment: PaymentRow): Promise<void> => {
  const { entityId, accountId, currency } = payment
  const accounts: Leg['account'][] = [accountId, SUSPENSE, clearing(payment), { kind: 'in_transit' }, { kind: 'fees' }]
  return lockLegs(
    tx,
    entityId,
    accounts.map((account) => ({ account, currency })),
  )
}

/** Refused after the bank had booked it: the bank books it back, then as `undo`. */
async function undoPaid(tx: Tx, payment: PaymentRow, step: MoveStep): Promise<MoneyMove> {
  const { entityId, currency, amountMinor } = payment
  const valueDate = await localDay(tx, entityId, step.at)
  await isOpenForCredit(tx, entityId, payment.accountId) // the account is locked before its balance
  await lockMoney(tx, payment)
  await cross(tx, payment, { ...command(payment, 'paymentSentReversed'), valueDate }, step.at, {
    account: clearing(payment),
    currency,
    amountMinor,
  })
  return undo(tx, payment, step, clearing(payment), valueDate)
}

/**
 * Books a full or partial return as a new credit; the payment and its fee stay booked. Further returns add up, at most
 * to the payment's amount.
 */
export async function takeBack(tx: Tx, payment: PaymentRow, step: MoveStep): Promise<MoneyMove> {
  const { currency } = payment
  const isOpen = await isOpenForCredit(tx, payment.entityId, payment.accountId)
  const account = isOpen ? payment.accountId : SUSPENSE
  const before = payment.returnedMinor ?? 0n
  const amountMinor = step.amountMinor ?? payment.amountMinor - before
  const returnedMinor = before + amountMinor
  invariant(amountMinor > 0n && returnedMinor <= payment.amountMinor, 'no more comes back than was paid')
  const counterparty = counterpartyOf(payment.beneficiarySnapshot ?? {})
  const valueDate = await localDay(tx, payment.entityId, step.at)
  const journal = { ...returnCommand(payment, 'paymentReturned', step), valueDate, type: 'PaymentReturn' as const }
  const journalId = await cross(tx, payment, journal, step.at, { account, currency, amountMinor, counterparty })
  if (!isOpen) await keepAside(tx, payment, { journalId, valueDate, amountMinor }, step)
  const reason = step.reason ?? null
  await insertReturn(tx, payment, { amountMinor, reason, journalId, at: step.at })
  const suspenseMinor = payment.suspenseMinor + (isOpen ? 0n : amountMinor)
  return { returnJournalId: journalId, returnedMinor, returnedReason: reason, returnedAt: step.at, suspenseMinor }
}

// ---- parts

/** Destination of returned money whose account was closed meanwhile. */
const SUSPENSE = { kind: 'suspense' } as const

const keepAside = (
  tx: Tx,
  { entityId, accountId, currency, reference, beneficiarySnapshot }: PaymentRow,
  money: { journalId: string; valueDate: Day; amountMinor: bigint },
  { actor, at: now, wall }: MoveStep,
): Promise<void> => {
  const debtorName = (beneficiarySnapshot?.['name'] as string | undefined) ?? null
  return noteForClosedAccount(
    tx,
    { ...money, entityId, accountId, currency, reference, debtorName },
    { actor, at: now, wall },
  )
}

const clearing = ({ rail }: PaymentRow) => ({ kind: 'out_clearing' as const, qualifier: rail })

const feeLegs = (
  { accountId, currency, feeMinor }: PaymentRow,
  onAccount: bigint,
  account: Leg['account'] = accountId,
): Leg[] =>
  feeMinor === 0n
    ? []
    : [
        {
          account,
          currency,
          amountMinor: onAccount,
          type: 'PaymentFee',
          description: onAccount < 0n ? 'Payment fee' : 'Payment fee refunded',
        },
        { account: { kind: 'fees' }, currency, amountMinor: -onAccount, type: 'PaymentFee' },
      ]

/** Statement description of each journal; "X" is the payee. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  paymentFailed: 'Payment to X refused',
  paymentReturned: 'Payment to X returned',
  contradictionCredited: 'Payment to X returned',
}

/** A journal of a payment, for value on its payment date. */
export function command(
  payment: Pick<PaymentRow, 'entityId' | 'paymentId' | 'reference' | 'paymentDate'> & Partial<PaymentRow>,
  kind: string,
  payeeName: unknown = payment.beneficiarySnapshot?.['name'] ?? 'a payee',
): Omit<JournalCommand, 'legs'> {
  const { entityId, paymentId, reference, endToEndId, uetr, clientReference, rail, details } = payment
  const { creditorReference } = details?.remittance?.structured ?? {}
  const bankTransactionCode = rail && codeOf(kind, rail)
  return {
    entityId,
    kind,
    reference,
    source: {
      type: 'payment',
      id: paymentId,
    },
    valueDate: payment.paymentDate,
    type: 'Payment',
    description: (DESCRIPTIONS[kind] ?? 'Payment to X').replace('X', () => String(payeeName)),
    ...(endToEndId === undefined ? {} : { endToEndId }),
    detail: {
      ...(uetr === undefined ? {} : { uetr }),
      ...(clientReference ? { clientReference } : {}),
      ...(creditorReference ? { creditorReference } : {}),
      ...(bankTransactionCode ? { bankTransactionCode } : {}),
    },
  }
}

/** A journal that brings money of a payment back, with the reason. */
function returnCommand(payment: PaymentRow, kind: string, { reason }: MoveStep): Omit<JournalCommand, 'legs'> {
  const journal = command(payment, kind)
  return reason === undefined ? journal : { ...journal, detail: { ...journal.detail, returnReason: reason } }
}

/** Journals that bring money of a payment back to its account. */
const RETURNS: ReadonlySet<string> = new Set(['paymentFailed', 'paymentReturned', 'contradictionCredited'])

/** ISO bank transaction code of a debit on its rail. A return has the family of the debit and the sub-family of returns. */
function codeOf(kind: string, rail: NonNullable<PaymentRow['rail']>): string | undefined {
  const { bankTransactionCode } = SCHEMES[rail].iso20022
  if (kind === 'paymentReleased') return bankTransactionCode
  return RETURNS.has(kind) ? bankTransactionCode.replace(/\w+$/, 'RRTN') : undefined
}

/**
 * Posts one leg against in_transit and stores that the house's side follows.
 *
 * @param leg positive when money enters the entity's book; `house` is the account of the house, safeguarding by default
 */
export async function cross(
  tx: Tx,
  payment: Pick<PaymentRow, 'entityId' | 'currency' | 'reference'>,
  journal: Omit<JournalCommand, 'legs'>,
  at: Date,
  { house = 'safeguarding', ...leg }: Leg & { house?: 'safeguarding' | 'own_funds' },
): Promise<string> {
  const [journalId] = await crossAll(tx, [{ payment, journal, house, leg }], at)
  return journalId!
}

/** Money of a payment that enters or leaves the entity's book. */
export interface CrossingMove {
  payment: Pick<PaymentRow, 'entityId' | 'currency' | 'reference'>
  journal: Omit<JournalCommand, 'legs'>
  house: 'safeguarding' | 'own_funds'
  /** Positive when money enters the entity's book. */
  leg: Leg
}

/** Posts the movements in order, each as `cross` does. @returns the journals' ids */
async function crossAll(tx: Tx, moves: readonly CrossingMove[], at: Date): Promise<string[]> {
  const journals = await recordMoves(tx, moves, at)
  await postJournals(tx, journals, at)
  return journals.map(({ journalId }) => journalId)
}

/** Stores that the house's side of each movement follows. @returns their journals, to be posted in the same transaction */
export async function recordMoves(tx: Tx, moves: readonly CrossingMove[], at: Date) {
  const made = moves.map(crossingOf)
  await recordCrossings(
    tx,
    made.map(({ crossing }) => crossing),
    at,
  )
  return made.map(({ journal }) => journal)
}

/** Returns the journal of a movement with the house's side that follows. */
export function crossingOf({ payment: { entityId, currency, reference }, journal, house, leg }: CrossingMove) {
  const journalId = newUuid()
  const transit = { account: { kind: 'in_transit' as const }, currency, amountMinor: -leg.amountMinor }
  return {
    journal: { ...journal, journalId, legs: [leg, transit] },
    crossing: {
      entityId,
      journalId,
      currency,
      amountMinor: -leg.amountMinor,
      reference,
      house: { kind: house },
      kind: journal.kind,
      type: journal.type!,
      valueDate: journal.valueDate,
      source: journal.source,
    },
  }
}

/** Returns the payee details shown on a statement line. */
function counterpartyOf(payee: Record<string, unknown>): Counterparty {
  const { name, iban, accountNumber, bic } = payee
  const { line1, line2, postCode, city, region, countryCode } = (payee['address'] ?? {}) as Record<string, unknown>
  const town = [postCode, city, region].filter(Boolean).join(' ')
  const address = [line1, line2, town].filter(Boolean).join(', ') || undefined
  const country = countryCode ?? payee['countryCode']
  const texts = Object.entries({ name, iban, accountNumber, bic, address, country })
  return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string'))
}
