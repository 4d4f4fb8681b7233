import type { Tx } from '../../kernel/db/db.ts'
import { type FormerNames, type Minor, OWN_ID_LENGTH } from './rail.ts'
import { isPayerOf, isUnnamed, type NamedPayer, type PaidAccounts } from './payer.ts'

/** References of a booked credit to the payment it returns. */
export interface ReturnNames extends FormerNames {
  /** The reference of the entry. */
  reference: string
  uetr?: string
  endToEndId?: string
  references?: string[]
  currency: string
  /** Minor units. */
  amountMinor: bigint
  /** The amount that an earlier release stored. */
  formerMoney?: Minor
  /** The payer that the entry names: of a return the payee, or the payer of the payment. */
  debtor: NamedPayer & { name?: string }
  /** True if the entry is marked as a return or a reversal. */
  isReturn?: true
  /** The remittance information. */
  text?: string
  /** Returns true if all of the stored returns of a payment are of other entries of the file. */
  isMatched?: (uetr: string, stored: number) => boolean
}

/** The payment that a credit returns; or that it returns one of several, without a fact that decides which. */
export type Returned = { uetr: string } | 'Ambiguous' | undefined

/**
 * Finds the payment that a booked credit brings back: by our uetr; by the bank's id of a return that it reported with the
 * same amount; or by an end-to-end id of a payment that was sent. An end-to-end id alone is not enough, as clients choose
 * theirs: the entry is marked as a return, the payer is a party of the payment, or the bank announced this return. So is a
 * credit of the whole amount that is left and names no payer at all. An entry that was a return stays one when it comes again. If several payments remain, an entry that is
 * neither marked nor announced is other money in.
 *
 * @param to the bank that reports it, and the account of ours that it names, whose payment it is then
 */
export async function findReturned(
  tx: Tx,
  names: ReturnNames,
  to: { adapter: string; accountId?: string | undefined },
): Promise<Returned> {
  const uetr = (await byUetr(tx, names.uetr)) ?? (await byReturnId(tx, names))
  return uetr === undefined ? byEndToEndId(tx, names, to) : { uetr }
}

async function byUetr(tx: Tx, uetr: string | undefined): Promise<string | undefined> {
  if (uetr === undefined) return undefined
  const { rows } = await tx.query<{ uetr: string }>({
    name: 'find-payment-uetr',
    text: 'select uetr from payments where uetr = $1',
    values: [uetr],
  })
  return rows[0]?.uetr
}

async function byReturnId(
  tx: Tx,
  { references = [], currency, amountMinor }: ReturnNames,
): Promise<string | undefined> {
  const ids = references.filter(({ length }) => length >= OWN_ID_LENGTH)
  if (ids.length === 0) return undefined
  const { rows } = await tx.query<{ uetr: string }>({
    name: 'find-return-by-bank-id', // rail_messages_returns
    text: `select p.uetr from rail_messages m join payments p using (entity_id, payment_id)
      where m.status = 'Returned' and m.rail_ref like 'pacs.004 %' and split_part(m.rail_ref, '/', 2) = any ($1)
        and m.amount_minor = $2 and coalesce(m.currency, p.currency) = $3
      limit 2`,
    values: [ids, amountMinor, currency],
  })
  return rows.length === 1 ? rows[0]!.uetr : undefined
}

/** Number of payments with one end-to-end id up to which the returned one is looked for; of more, only those of the whole amount. */
const MOST = 50

interface Named extends PaidAccounts {
  uetr: string
  accountId: string
  /** Number of returns of the payment under the reference of the entry. */
  stored: number
  /** The bank reported a return of this amount, whose money it has not booked. */
  isAnnounced: boolean
  /** The credit has the amount of the payment that was not returned yet. */
  isWhole: boolean
  /** The bank that reports the credit submitted the payment. */
  isOfBank: boolean
  /** The reference of the payment, which the bank got with it. */
  text: string
}

async function byEndToEndId(
  tx: Tx,
  names: ReturnNames,
  to: { adapter: string; accountId?: string | undefined },
): Promise<Returned> {
  const { debtor, isReturn } = names
  let rows = await listNamed(tx, names, to, false)
  if (rows.length > MOST) rows = await listNamed(tx, names, to, true)
  if (rows.length > MOST) return isReturn ? 'Ambiguous' : undefined
  const isMatched = names.isMatched ?? ((_uetr: string, count: number) => count === 0)
  const stored = rows.find((named) => !isMatched(named.uetr, named.stored))
  if (stored) return stored
  // a customer's payment has a payer
  const returned = rows.filter(
    (named) =>
      isReturn || named.isAnnounced || (named.isWhole && isUnnamed(debtor, named.payee)) || isPayerOf(debtor, named),
  )
  const [first, ...others] = narrowed(returned, names)
  if (others.length === 0) return first
  return isReturn || first?.isAnnounced ? 'Ambiguous' : undefined
}

/**
 * Returns those of several payments that the facts of a credit agree with, the most certain fact first. The amount decides
 * only among payments of one account: it could give the money of one client to another.
 */
function narrowed(payments: readonly Named[], { debtor, text }: ReturnNames): readonly Named[] {
  const facts: ((named: Named) => boolean)[] = [
    ({ isOfBank }) => isOfBank,
    ({ isAnnounced }) => isAnnounced,
    (named) => isPayerOf(debtor, named),
    (named) => isTelling(named.text) && words(text).includes(words(named.text)),
  ]
  const agreed = (left: readonly Named[], isSo: (named: Named) => boolean) => {
    const agreeing = left.filter(isSo)
    return agreeing.length > 0 ? agreeing : left
  }
  const left = facts.reduce(agreed, payments)
  const isOfOne = left.every(({ accountId }) => accountId === left[0]?.accountId)
  return isOfOne ? agreed(left, ({ isWhole }) => isWhole) : left
}

/** Returns true of a reference that other texts do not contain by chance, as they do one short word. */
const isTelling = (reference: string): boolean => {
  const said = words(reference).trim()
  return said.includes(' ') || said.length >= OWN_ID_LENGTH
}

/** Returns letters and digits in upper case, with a space around each word. */
const words = (text: string | undefined): string =>
  ` ${(text ?? '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Payments with the end-to-end id of a credit that were sent: at most one more than `MOST`. */
async function listNamed(
  tx: Tx,
  names: ReturnNames,
  { adapter, accountId }: { adapter: string; accountId?: string | undefined },
  isWhole: boolean,
): Promise<Named[]> {
  const { endToEndId, currency, amountMinor } = names
  const { reference, formerReference = null, formerPlace, formerMoney } = names
  if (endToEndId === undefined) return []
  const { rows } = await tx.query<Named>({
    name: 'find-payments-by-end-to-end-id', // payments_by_end_to_end_id
    text: `select p.uetr, p.account_id as "accountId", p.beneficiary_snapshot as payee, p.debtor->>'iban' as "payerIban", p.reference as text, (
          select count(*) filter (where m.rail_ref like 'pacs.004 %') > count(*) filter (where m.rail_ref like 'camt.054 %')
          from rail_messages m where m.entity_id = p.entity_id and m.payment_id = p.payment_id and m.status = 'Returned'
            and m.amount_minor = $3 and m.currency is null and m.alters is null and m.same_as is null
            and not exists (select 1 from rail_messages s where s.entity_id = m.entity_id and s.same_as = m.message_id)
        ) as "isAnnounced", p.amount_minor - coalesce(p.returned_minor, 0) = $3 as "isWhole", (
          select count(*)::int from rail_messages m where m.entity_id = p.entity_id and m.payment_id = p.payment_id and m.status = 'Returned'
            and (m.rail_ref = $4 or rtrim(m.rail_ref, '0123456789') = $4 || ' ' or m.amount_minor = any ($8) and (m.rail_ref = $5::text or starts_with(m.rail_ref, $6::text)
              and ltrim(substr(m.rail_ref, length($6) + 1), '0123456789') = $7::text))
        ) as stored, exists (
          select 1 from rail_instructions i where i.entity_id = p.entity_id and i.payment_id = p.payment_id and i.adapter = $9
        ) as "isOfBank"
      from payments p
      where p.end_to_end_id = $1 and p.currency = $2 and p.amount_minor >= $3 and p.release_journal_id is not null
        and ($10::uuid is null or p.account_id = $10)
        and (not $11 or p.amount_minor - coalesce(p.returned_minor, 0) = $3)
      limit ${MOST + 1}`,
    values: [
      endToEndId,
      currency,
      amountMinor,
      reference,
      formerReference,
      formerPlace?.start ?? null,
      formerPlace?.end ?? null,
      formerMoney ? [amountMinor, formerMoney.amountMinor] : [amountMinor],
      adapter,
      accountId ?? null,
      isWhole,
    ],
  })
  return rows
}
