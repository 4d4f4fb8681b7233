import type { Tx } from '../../kernel/db/db.ts'

/** References of a booked credit to the payment it returns. */
interface ReturnNames {
  uetr?: string
  endToEndId?: string
  references?: string[]
  currency: string
  /** Minor units. */
  amountMinor: bigint
  /** The payer that the entry names: of a return the payee, or the payer of the payment. */
  debtor: { iban?: string }
}

/**
 * Finds the payment that a booked credit brings back although the entry does not say that it is a return: by our uetr; by
 * the bank's id of a return that it reported with the same amount; or by an end-to-end id that names one payment of ours,
 * which was sent, where amount and payer fit.
 *
 * @returns its uetr
 */
export async function findReturned(tx: Tx, names: ReturnNames): Promise<string | undefined> {
  return (await byUetr(tx, names.uetr)) ?? (await byReturnId(tx, names)) ?? (await byEndToEndId(tx, names))
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
  if (references.length === 0) return undefined
  const { rows } = await tx.query<{ uetr: string }>({
    name: 'find-return-by-bank-id', // rail_messages_returns
    text: `select p.uetr from rail_messages m join payments p using (entity_id, payment_id)
      where m.status = 'Returned' and m.rail_ref like 'pacs.004 %' and split_part(m.rail_ref, '/', 2) = any ($1)
        and m.amount_minor = $2 and coalesce(m.currency, p.currency) = $3
      limit 2`,
    values: [references, amountMinor, currency],
  })
  return rows.length === 1 ? rows[0]!.uetr : undefined
}

async function byEndToEndId(
  tx: Tx,
  { endToEndId, currency, amountMinor, debtor }: ReturnNames,
): Promise<string | undefined> {
  if (endToEndId === undefined) return undefined
  const { rows } = await tx.query<{ uetr: string }>({
    name: 'find-payment-by-end-to-end-id', // payments_by_end_to_end_id
    text: `select uetr from payments
      where end_to_end_id = $1 and currency = $2 and amount_minor >= $3 and release_journal_id is not null
        and ($4::text is null or $4 in (beneficiary_snapshot->>'iban', debtor->>'iban'))
      limit 2`,
    values: [endToEndId, currency, amountMinor, debtor.iban ?? null],
  })
  return rows.length === 1 ? rows[0]!.uetr : undefined
}
