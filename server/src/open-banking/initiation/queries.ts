import { instant, json, nullable, oneOf, type Row, table, text, uuid } from '../../kernel/db/table.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { ObVersion } from '../consents/index.ts'
import type { RateInformation } from './terms/terms.ts'
import type { PaymentKind } from './terms/words.ts'

const initiated = table('open_banking_payments', {
  entityId: uuid,
  paymentId: uuid,
  consentId: uuid,
  clientId: text,
  version: oneOf<ObVersion>(),
  kind: oneOf<PaymentKind>(),
  tradeId: nullable(uuid),
  /** Rate as dealt. */
  exchange: nullable(json<RateInformation>()),
  /** Null for payments of earlier releases. */
  expectedExecutionAt: nullable(instant),
  expectedSettlementAt: nullable(instant),
  createdAt: instant,
})

export type InitiatedPayment = Omit<Row<typeof initiated>, 'consentId'> & {
  /** Stored uuid. */
  consentUuid: string
}

const COLUMNS = `${initiated.list}, consent_id as "consentUuid"`

const newInitiated = initiated.insert({ name: 'insert-ob-payment' })

/** Stores a payment initiated here. */
export async function insertInitiated(tx: Tx, { consentUuid, ...row }: InitiatedPayment): Promise<void> {
  await tx.query(newInitiated({ ...row, consentId: consentUuid }))
}

/**
 * Part of a statement over a set of payments that stores their links with their consents.
 *
 * @param payments query with entity, payment, consent, client, version, kind, creation, expected departure and arrival
 */
export const initiatedOfSet = (payments: string): string => `initiated as (
      insert into open_banking_payments (entity_id, payment_id, consent_id, client_id, version, kind, created_at,
        expected_execution_at, expected_settlement_at) ${payments})`

/** A payment that was initiated here, by its id, whosever it is. */
export async function findInitiated(db: Queryable, paymentId: string): Promise<InitiatedPayment | undefined> {
  const { rows } = await db.query<InitiatedPayment>({
    name: 'find-ob-payment', // open_banking_payments_by_id
    text: `select ${COLUMNS} from open_banking_payments where payment_id = $1`,
    values: [paymentId],
  })
  return rows[0]
}
