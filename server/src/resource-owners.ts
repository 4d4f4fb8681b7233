import type { Db } from './kernel/db.ts'
import type { ResourceOwners } from './kernel/entity-binding.ts'

/** Tables by the prefix of a resource's id, each with the column that holds the id. Their primary keys lead with entity_id. */
const TABLES: Record<string, readonly (readonly [table: string, column: string])[]> = {
  acc: [['accounts', 'account_id']],
  amq: [['fx_amendments', 'amendment_id']],
  bat: [['payment_batches', 'batch_id']],
  ben: [['beneficiaries', 'beneficiary_id']],
  ctm: [['credit_terms', 'term_id']],
  doc: [['documents', 'document_id']],
  fac: [['credit_facilities', 'facility_id']],
  ift: [
    ['internal_transfers', 'internal_transfer_id'],
    ['internal_transfer_orders', 'internal_transfer_id'],
  ],
  inp: [['inbound_payments', 'inbound_payment_id']],
  mgc: [['margin_calls', 'margin_call_id']],
  pay: [['payments', 'payment_id']],
  quo: [
    ['fx_quotes', 'quote_id'],
    ['held_rates', 'quote_id'],
  ],
  sta: [['statements', 'statement_id']],
  trd: [['fx_trades', 'trade_id']],
  ver: [['payee_verifications', 'verification_id']],
}

/** Finds, by id, which of a client's entities owns a resource. Another entity's resource is not found. */
export const resourceOwners = (db: Pick<Db, 'reader'>): ResourceOwners => ({
  knows: (prefix) => Object.hasOwn(TABLES, prefix),
  async find(prefix, id, entityIds) {
    const tables = TABLES[prefix] ?? []
    const { rows } = await db.reader.query<{ entityId: string }>({
      name: `owner-of-${prefix}`,
      text: tables
        .map(
          ([table, column]) =>
            `select entity_id as "entityId" from ${table} where entity_id = any($2) and ${column} = $1`,
        )
        .join(' union all '),
      values: [id, entityIds],
    })
    return rows[0]?.entityId
  },
})
