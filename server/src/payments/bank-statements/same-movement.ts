import type { Tx } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { idsOf, likenessOfFunds } from '../bank-files/index.ts'
import { findInbound, type InboundRow } from '../inbound/index.ts'
import { type BankItem, type Credit, creditOf, isNamedByBank } from '../rails/index.ts'
import type { BookKey, LineRow } from './tables.ts'

/** Movements with the amount of a line that are looked at; those that it names come first, then those of its payer. */
const MOST = 200

interface Candidate {
  journalId: string
  clientEntityId: string
  sourceType: string
  sourceId: string
  uetr: string | null
  entryReference: string | null
  endToEndId: string | null
  /** Entries and references by which the bank reported on the payment. */
  entries: string[]
  railRefs: string[]
}

/**
 * Finds the movement that is the money of a line, of its amount: the payment whose debit or return the bank reported under this entry, or
 * that the line names by an id; or incoming funds that are the same money by `likenessOfFunds`. An entry with a reference of the bank
 * has one name in all messages; one without it may be any other. An entry with a reference and one without are the same money if
 * both have its UETR.
 */
export async function findMovement(tx: Tx, key: BookKey, line: LineRow): Promise<string | undefined> {
  const { item, entryReference } = line
  const named = isNamedByBank(entryReference)
  if (item === null && !named) return undefined
  const ids = item === null ? [] : namesOf(item)
  const credit = item === null ? undefined : creditIn(item)
  const candidates = await listCandidates(tx, key, { line, ids, named, payer: credit?.debtor.name })
  const payment = candidates.find((each) => isOfPayment(each, named ? entryReference : undefined, ids))
  if (payment) return payment.journalId
  if (!credit || line.amountMinor < 0n) return undefined
  let similar: string | undefined
  for (const each of candidates) {
    if (each.sourceType !== 'inboundPayment' || each.entryReference === null) continue
    const isNamed = isNamedByBank(each.entryReference)
    if (named && isNamed && each.entryReference !== entryReference) continue
    const known = await findInbound(tx, each.clientEntityId, each.sourceId)
    if (!known || (named !== isNamed && !isOfUetr(known, credit))) continue
    const likeness = await likenessOfFunds(tx, known, credit)
    if (likeness === 'Same') return each.journalId
    if (likeness === 'Similar') similar ??= each.journalId
  }
  return similar
}

/** Returns true if both name one payment by its UETR. */
const isOfUetr = ({ namedIds }: InboundRow, { uetr, hasUetr }: Credit): boolean =>
  hasUetr === true && uetr !== undefined && namedIds?.includes(uetr) === true

interface Wanted {
  line: LineRow
  /** Ids by which the line names a payment. */
  ids: readonly string[]
  /** True if the bank gave its entry a reference. */
  named: boolean
  payer: string | undefined
}

/** Returns the movements that may be the money of a line: payments that it names, and incoming funds that it may be. */
async function listCandidates(
  tx: Tx,
  { bank, currency }: BookKey,
  { line: { amountMinor, entryReference }, ids, named, payer }: Wanted,
): Promise<Candidate[]> {
  const messages = 'from rail_messages r where r.entity_id = m.client_entity_id and r.payment_id = m.source_id'
  const ofPayment = (column: string) =>
    `array(select ${column} ${messages} and m.source_type = 'payment' and ${column} is not null)`
  const { rows } = await tx.query<Candidate>({
    name: 'list-bank-movements-of-amount', // bank_movements_open
    text: `select m.journal_id as "journalId", m.client_entity_id as "clientEntityId", m.source_type as "sourceType", m.source_id as "sourceId",
        m.uetr, m.entry_reference as "entryReference", p.end_to_end_id as "endToEndId",
        ${ofPayment('r.entry_reference')} as entries, ${ofPayment('r.rail_ref')} as "railRefs"
      from bank_movements m
        left join payments p on m.source_type = 'payment' and p.entity_id = m.client_entity_id and p.payment_id = m.source_id
        left join inbound_payments i on m.source_type = 'inboundPayment' and i.entity_id = m.client_entity_id
          and i.inbound_payment_id = m.source_id
      where m.entity_id = $1 and m.bank = $2 and m.currency = $3 and m.amount_minor = $4 and m.match_id is null
        and case when m.source_type = 'payment' then m.uetr::text = any ($5) or replace(m.uetr::text, '-', '') = any ($5)
              or p.end_to_end_id = any ($5) or exists (select ${messages}
                and (r.entry_reference = $6 or (r.rail_ref like 'pacs.004 %' and regexp_replace(r.rail_ref, '^[^/]*/', '') = any ($5))))
            else not $7 or m.entry_reference = $6 or i.named_ids && $5 end
      order by m.source_type <> 'payment', i.debtor_name is distinct from $8, m.journal_id limit ${MOST}`,
    values: [HOUSE_ENTITY_ID, bank, currency, amountMinor, ids, entryReference, named, payer ?? null],
  })
  return rows
}

function isOfPayment(each: Candidate, entry: string | undefined, ids: readonly string[]): boolean {
  if (each.uetr === null) return false
  if (entry !== undefined && each.entries.includes(entry)) return true
  const returnIds = each.railRefs.flatMap((reference) => /^pacs\.004 [^/]*\/(.+)$/.exec(reference)?.[1] ?? [])
  const known = [each.uetr, each.uetr.replaceAll('-', ''), each.endToEndId, ...returnIds]
  return ids.some((id) => known.includes(id))
}

/** Returns the ids by which an item names a payment. */
function namesOf(item: BankItem): string[] {
  if (item.type === 'Noted') return []
  const { uetr, endToEndId, references } = item.type === 'Status' ? ((item.credit ?? item) as Partial<Credit>) : item
  return idsOf({ uetr, endToEndId, references } as Credit)
}

function creditIn(item: BankItem): Credit | undefined {
  if (item.type === 'Credit') return creditOf(item)
  return item.type === 'Status' && item.credit ? creditOf(item.credit) : undefined
}
