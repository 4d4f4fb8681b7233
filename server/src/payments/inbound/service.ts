import type { Act } from '../../kernel/values/act.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { emit } from '../../events/index.ts'
import { isOpenForCredit, isVirtualOpen } from '../../accounts/index.ts'
import { localDay } from '../../entities/index.ts'
import { noteWire } from '../../fx/forwards/index.ts'
import type { Day } from '../../kernel/values/days.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { isTaken } from '../../kernel/db/directory.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { casesOf, type Screening } from '../../screening/index.ts'
import { type Leg, postJournal, recordCrossing } from '../../ledger/index.ts'
import { changed } from './events.ts'
import { type InboundRow, insertInbound, lockInbound, updateInbound } from './queries.ts'
import type { InboundReason, ReturnReason } from './reasons.ts'
import { clientLeg, command, receiptOf, sourceOf, suspense } from './receipt.ts'
import { checkState, refuse } from './rules.ts'

interface Debtor {
  name?: string
  iban?: string
}

export interface IncomingFunds {
  /** The account the money is for, open or not; absent when it could not be identified. */
  account?: { entityId: string; accountId: string; currency: string } | undefined
  /** The virtual account that the payer named; it leads to the account. */
  virtualAccountId?: string | undefined
  /** Reason for a missing account; default: the account is unknown. */
  unidentified?: InboundReason
  currency: string
  /** Minor units, positive. */
  amountMinor: bigint
  debtor?: Debtor
  reference?: string
  /** The bank's own reference; money with one that is known is refused. */
  bankReference?: string
  /** The account that the bank's entry named, without spaces. */
  namedAccount?: string
  /** Ids of payments that the bank's entry named. */
  namedIds?: readonly string[]
  /** The entry of the bank, the account of its notification without spaces, and whether it came with details. */
  entryReference?: string
  entryAccount?: string
  hasDetails?: boolean
  /** The bank's; absent: the local day of the holder. */
  valueDate?: Day
  /** True for a direct debit collected for a drawdown, which does not count as a wire. */
  isDebit?: boolean
  /** Screening keeps it from the account until `releaseFunds`. */
  held?: boolean
}

/**
 * Takes money in (domain 9.2). Identified: the client's book gets it from in_transit, the house's safeguarding account
 * follows by a crossing. Unidentified: it waits as suspense in the house's book.
 *
 * @param screening of the payer and the text; a hit holds the money. Unidentified money is screened when it is assigned
 * Money for an account that is closed, or in another currency, counts as unidentified, as does money for a closed
 * virtual account; also when it is closed at the same moment.
 *
 * @throws inbound_payment_known
 */
export async function receiveFunds(tx: Tx, funds: IncomingFunds, act: Act, screening?: Screening): Promise<InboundRow> {
  const unidentified = await whyUnidentified(tx, funds)
  const account = unidentified === undefined ? funds.account : undefined
  const inboundPaymentId = newUuid()
  const texts = {
    debtorName: funds.debtor?.name ?? null,
    debtorIban: funds.debtor?.iban ?? null,
    reference: funds.reference ?? null,
  }
  const held = await isHeld(tx, { ...texts, inboundPaymentId, entityId: account?.entityId }, act, screening)
  const status = account ? (funds.held || held ? 'Held' : 'Credited') : 'Unidentified'
  const entityId = account?.entityId ?? HOUSE_ENTITY_ID
  const received: InboundRow = {
    entityId,
    inboundPaymentId,
    accountId: account?.accountId ?? null,
    virtualAccountId: (account && funds.virtualAccountId) ?? null,
    statusReason: unidentified ?? (status === 'Held' ? 'UnderReview' : null),
    currency: funds.currency,
    amountMinor: funds.amountMinor,
    status,
    ...texts,
    journalId: newUuid(),
    valueDate: funds.valueDate ?? (await localDay(tx, entityId, act.at)),
    receivedAt: act.at,
    creditedAt: status === 'Credited' ? act.at : null,
    returnedAt: null,
    assignedFrom: null,
    bankReference: funds.bankReference ?? null,
    namedAccount: funds.namedAccount ?? null,
    namedIds: funds.namedIds ? [...funds.namedIds] : null,
    entryReference: funds.entryReference ?? null,
    entryAccount: funds.entryAccount ?? null,
    hasDetails: funds.hasDetails ?? null,
    ...NEW,
  }
  const creditedSequence = await postReceipt(tx, received, act.at)
  const row = await insertInbound(tx, { ...received, creditedSequence }).catch((error: unknown) => {
    if (!isTaken(error, 'inbound_payments_entity_id_bank_reference_key')) throw error
    throw refuse.inbound_payment_known({ bankReference: funds.bankReference })
  })
  await changed(tx, row, 'inboundPayment.received', act)
  if (status === 'Held') await changed(tx, row, 'inboundPayment.held', act)
  if (status === 'Credited') await recordCredit(tx, row, act, funds.isDebit)
  return row
}

/** Fields of a new row: nothing was posted for it yet. */
const NEW = { creditedSequence: null, releaseJournalId: null, returnJournalId: null, version: 1 }

/** Fields of a row that no entry of a bank is booked by. */
const WITHOUT_ENTRY = { entryReference: null, entryAccount: null, hasDetails: null }

/** Returns why money cannot be booked on the account it is for; undefined if it can, and the account stays open until commit. */
async function whyUnidentified(tx: Tx, funds: IncomingFunds): Promise<InboundReason | undefined> {
  const { account, virtualAccountId, currency } = funds
  if (!account) return funds.unidentified ?? 'AccountNotFound'
  if (account.currency !== currency) return 'CurrencyMismatch'
  if (!(await isCreditable(tx, account))) return 'AccountClosed'
  if (virtualAccountId === undefined || (await isVirtualOpen(tx, account.entityId, virtualAccountId))) return undefined
  return 'VirtualAccountClosed'
}

/** Checks that an account takes money, and locks it against being closed. */
export const isCreditable = async (
  tx: Tx,
  account: { entityId: string; accountId: string } | undefined,
): Promise<boolean> => account !== undefined && (await isOpenForCredit(tx, account.entityId, account.accountId))

/**
 * Records the money of a returned payment whose account has been closed: it was posted to the suspense account of
 * the entity, and waits there as a held inbound payment until an operator sends it back.
 */
export async function noteForClosedAccount(
  tx: Tx,
  money: Pick<
    InboundRow,
    'entityId' | 'currency' | 'amountMinor' | 'journalId' | 'valueDate' | 'debtorName' | 'reference'
  > & {
    accountId: string
  },
  act: Act,
): Promise<void> {
  const row = await insertInbound(tx, {
    ...money,
    inboundPaymentId: newUuid(),
    status: 'Held',
    debtorIban: null,
    receivedAt: act.at,
    creditedAt: null,
    returnedAt: null,
    assignedFrom: null,
    bankReference: null,
    namedAccount: null,
    namedIds: null,
    ...WITHOUT_ENTRY,
    virtualAccountId: null,
    statusReason: 'AccountClosed',
    ...NEW,
  })
  await changed(tx, row, 'inboundPayment.received', act)
  await changed(tx, row, 'inboundPayment.held', act)
}

/** Returns true if screening matched the payer or the text. */
async function isHeld(
  tx: Tx,
  {
    entityId,
    inboundPaymentId,
    debtorName,
    debtorIban,
    reference,
  }: Pick<InboundRow, 'inboundPaymentId' | 'debtorName' | 'debtorIban' | 'reference'> & {
    entityId: string | undefined
  },
  { actor, at: now, wall }: Act,
  screening: Screening | undefined,
): Promise<boolean> {
  if (!screening || entityId === undefined) return false
  const { hits } = await screening.screen(tx, {
    entityId,
    resourceType: 'inboundPayment',
    resourceId: inboundPaymentId,
    stage: 'Receipt',
    parties: [
      { role: 'Payer', name: debtorName ?? '', ...(debtorIban === null ? {} : { country: debtorIban.slice(0, 2) }) },
      { role: 'Text', name: reference ?? '' },
    ],
    maker: actor.id ?? null,
    actor,
    at: now,
    wall,
  })
  return hits.length > 0
}

/** Screens held money again before it is released; returns true if there is something to review that no reviewer has seen. */
export async function isHeldAgain(
  tx: Tx,
  key: { entityId: string; inboundPaymentId: string },
  act: Act,
  screening: Screening,
): Promise<boolean> {
  const held = checkState(await lockInbound(tx, key.entityId, key.inboundPaymentId), 'release')
  return isHeld(tx, held, act, screening)
}

/** Rejects the action while the screening case is undecided. @throws inbound_payment_under_review */
async function checkReviewed(tx: Tx, { entityId, inboundPaymentId: resourceId }: InboundRow): Promise<void> {
  const cases = await casesOf(tx, { entityId, resourceType: 'inboundPayment', resourceId })
  if (cases.some(({ status }) => status === 'Open')) throw refuse.inbound_payment_under_review()
}

/**
 * Returns held or unidentified money: instructs the bank and credits its account.
 *
 * @param reason shown to the client; absent: why the money waited
 * @throws inbound_payment_not_found, inbound_payment_state, inbound_payment_under_review
 */
export async function returnFunds(
  tx: Tx,
  key: { entityId: string; inboundPaymentId: string },
  act: Act,
  reason?: ReturnReason,
): Promise<InboundRow> {
  const before = checkState(await lockInbound(tx, key.entityId, key.inboundPaymentId), 'return')
  await checkReviewed(tx, before)
  const journalId = newUuid()
  const amount = { currency: before.currency, amountMinor: before.amountMinor }
  const back = before.status === 'Unidentified' ? 'safeguarding' : 'in_transit'
  const from = before.status === 'Unidentified' ? 'suspense_in' : 'suspense'
  const legs: Leg[] = [
    { account: { kind: from }, ...amount, amountMinor: -before.amountMinor },
    { account: { kind: back }, ...amount },
  ]
  const valueDate = await localDay(tx, key.entityId, act.at)
  await postJournal(tx, { ...command(before, 'fundsReturned', journalId, legs), valueDate }, act.at)
  if (back === 'in_transit') {
    const house = { kind: 'safeguarding' as const }
    const { entityId } = before
    const source = sourceOf(before)
    const crossing = {
      entityId,
      journalId,
      ...amount,
      house,
      kind: 'fundsReturned',
      type: 'Deposit',
      valueDate,
      source,
    } as const
    await recordCrossing(tx, crossing, act.at)
  }
  const row = await updateInbound(tx, before, {
    status: 'Returned',
    statusReason: reason ?? (before.statusReason === 'UnderReview' ? 'NotAccepted' : before.statusReason),
    returnedAt: act.at,
    returnJournalId: journalId,
  })
  await changed(tx, row, 'inboundPayment.returned', act, before.status)
  return row
}

/**
 * Lets held money through to its account.
 *
 * @throws inbound_payment_not_found, inbound_payment_state, inbound_payment_under_review
 */
export async function releaseFunds(
  tx: Tx,
  key: { entityId: string; inboundPaymentId: string },
  act: Act,
): Promise<InboundRow> {
  const held = checkState(await lockInbound(tx, key.entityId, key.inboundPaymentId), 'release')
  await checkReviewed(tx, held)
  if (!(await isCreditable(tx, { ...held, accountId: held.accountId! }))) throw refuse.inbound_account_closed()
  const legs = [suspense(held, -held.amountMinor), clientLeg(held)]
  const { journalId, sequences } = await postJournal(tx, command(held, 'fundsReleased', newUuid(), legs), act.at)
  const row = await updateInbound(tx, held, {
    status: 'Credited',
    statusReason: null,
    creditedAt: act.at,
    creditedSequence: sequences[1]!,
    releaseJournalId: journalId,
  })
  await changed(tx, row, 'inboundPayment.released', act, 'Held')
  await recordCredit(tx, row, act)
  return row
}

/**
 * Books assigned money in the book of its client, with the value date of its receipt. The client's entity gets an inbound
 * payment of its own. If its account was closed meanwhile, the money waits as held, and an operator sends it back.
 *
 * @param lost the house's row
 * @param own the client's account and the id of its inbound payment
 */
export async function receiveAssigned(
  tx: Tx,
  lost: InboundRow,
  own: { entityId: string; inboundPaymentId: string; accountId: string },
  act: Act,
  screening?: Screening,
): Promise<InboundRow> {
  const isClosed = !(await isCreditable(tx, own))
  const held = (await isHeld(tx, { ...lost, ...own }, act, screening)) || isClosed
  const received: InboundRow = {
    ...lost,
    ...own,
    journalId: newUuid(),
    status: held ? 'Held' : 'Credited',
    statusReason: isClosed ? 'AccountClosed' : held ? 'UnderReview' : null,
    creditedAt: held ? null : act.at,
    assignedFrom: lost.inboundPaymentId,
    bankReference: null, // the house's row has it
    ...WITHOUT_ENTRY,
    ...NEW,
  }
  const creditedSequence = await postReceipt(tx, received, act.at, 'suspense_in')
  const row = await insertInbound(tx, { ...received, creditedSequence })
  await changed(tx, row, 'inboundPayment.received', act)
  if (held) await changed(tx, row, 'inboundPayment.held', act)
  else await recordCredit(tx, row, act)
  return row
}

/** Posts a receipt. Returns the sequence of the credit on the client's account; null if it was not credited. */
async function postReceipt(
  tx: Tx,
  row: InboundRow,
  at: Date,
  from: 'safeguarding' | 'suspense_in' = 'safeguarding',
): Promise<bigint | null> {
  const { currency, amountMinor, journalId } = row
  if (row.status === 'Unidentified') {
    const safeguarding = { account: { kind: 'safeguarding' as const }, currency, amountMinor: -amountMinor }
    const waiting = { account: { kind: 'suspense_in' as const }, currency, amountMinor }
    await postJournal(tx, command(row, 'fundsUnidentified', journalId, [safeguarding, waiting]), at)
    return null
  }
  const { journal, crossing } = receiptOf(row, from)
  const { sequences } = await postJournal(tx, journal, at)
  await recordCrossing(tx, crossing, at)
  return row.status === 'Held' ? null : sequences[1]!
}

/** Records the event of the account that was credited, and the drawdown that waited for this wire. */
async function recordCredit(tx: Tx, row: InboundRow, act: Act, isDebit = false): Promise<void> {
  const { entityId, accountId } = row
  invariant(accountId, 'credited money has an account')
  await emit(tx, act, {
    entityId,
    type: 'account.credited',
    resourceType: 'account',
    resourceId: accountId,
    detail: {
      inboundPaymentId: formatId('inp', row.inboundPaymentId),
      amount: formatAmount(row.amountMinor, row.currency),
      currency: row.currency,
    },
  })
  if (!isDebit) await noteWire(tx, { ...row, accountId }, act.at)
}
