import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { ObVersion } from '../consents/index.ts'
import type { RateInformation } from './terms/terms.ts'
import type { PaymentKind } from './terms/words.ts'

export interface InitiatedPayment {
  entityId: string
  paymentId: string
  /** Stored uuid. */
  consentUuid: string
  clientId: string
  version: ObVersion
  kind: PaymentKind
  tradeId: string | null
  /** Rate as dealt. */
  exchange: RateInformation | null
  createdAt: Date
}

const COLUMNS = `entity_id as "entityId", payment_id as "paymentId", consent_id as "consentUuid", client_id as "clientId", version, kind,
  trade_id as "tradeId", exchange, created_at as "createdAt"`

export async function insertInitiated(tx: Tx, row: InitiatedPayment): Promise<void> {
  await tx.query({
    name: 'insert-ob-payment',
    text: `insert into open_banking_payments (entity_id, payment_id, consent_id, client_id, version, kind, trade_id, exchange, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      row.entityId,
      row.paymentId,
      row.consentUuid,
      row.clientId,
      row.version,
      row.kind,
      row.tradeId,
      row.exchange === null ? null : JSON.stringify(row.exchange),
      row.createdAt,
    ],
  })
}

/** A payment that was initiated here, by its id, whosever it is. */
export async function findInitiated(db: Queryable, paymentId: string): Promise<InitiatedPayment | undefined> {
  const { rows } = await db.query<InitiatedPayment>({
    name: 'find-ob-payment', // open_banking_payments_by_id
    text: `select ${COLUMNS} from open_banking_payments where payment_id = $1`,
    values: [paymentId],
  })
  return rows[0]
}
