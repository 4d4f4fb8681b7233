import { formatId } from '../../../kernel/values/ids.ts'
import type { PaymentAcceptance, PaymentRecord, Recorded } from '../../../payments/index.ts'
import { consumedOfSet, lockAuthorised } from '../../consents/index.ts'
import { callsOfSet, type IdempotentCall, isKnownCall } from '../../http/index.ts'
import { type InitiatedPayment, initiatedOfSet } from '../queries.ts'

/** Rows stored with a payment of a consent that is accepted in a set. */
interface InitiationRecord {
  link: InitiatedPayment
  call: IdempotentCall
}

/** Accepts payments of consents in sets, with their consents, links and keys. One for each process. */
export type Initiations = PaymentAcceptance<Recorded<InitiationRecord>>

const text = (name: string, value: (of: InitiationRecord) => string | null) => ({ name, type: 'text' as const, value })
const MADE = 'from r where outcome = 0'

const RECORD: PaymentRecord<InitiationRecord> = {
  name: 'initiated-payments',
  columns: [
    { name: 'consent_id', type: 'uuid', value: ({ link }) => link.consentUuid },
    text('client_id', ({ link }) => link.clientId),
    text('version', ({ link }) => link.version),
    text('kind', ({ link }) => link.kind),
    text('leaves_at', ({ link }) => link.expectedExecutionAt!.toISOString()),
    text('arrives_at', ({ link }) => link.expectedSettlementAt!.toISOString()),
    text('called_operation', ({ call }) => call.operation),
    text('called_key', ({ call }) => call.key),
    text('called_request', ({ call }) => call.request.toString('hex')),
    text('made_id', ({ link }) => formatId('pay', link.paymentId)),
  ],
  locks: lockAuthorised,
  refused: `not exists (select 1 from locked where locked.consent_id = c.consent_id)
    or ${isKnownCall('c.client_id', 'c.called_operation', 'c.called_key')}`,
  also: [
    ...consumedOfSet(`select entity_id, consent_id, client_id, p_created_at::timestamptz as at, request_id ${MADE}`),
    initiatedOfSet(`select entity_id, p_payment_id, consent_id, client_id, version, kind, p_created_at::timestamptz,
        leaves_at::timestamptz, arrives_at::timestamptz ${MADE}`),
    callsOfSet(`select client_id, called_operation, called_key, decode(called_request, 'hex'),
        made_id, wall_at::timestamptz ${MADE}`),
  ],
  holds: `(select count(*) from consumed) = (select count(*) ${MADE})`,
}

/** Returns the acceptance of payments of consents. Make one for each process. */
export const createInitiations = (acceptance: PaymentAcceptance): Initiations => acceptance.withRecord(RECORD)
