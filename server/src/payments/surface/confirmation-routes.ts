import { documentResponse, getOrMakeDocument, type Issuer, sendDocument } from '../../documents/index.ts'
import { findEntity } from '../../entities/index.ts'
import { findTrade } from '../../fx/trades/index.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { AnyId, Input } from '../../kernel/http/wire.ts'
import { getPayment } from './answer.ts'
import { CONFIRMED, confirmationDocument } from './confirmation.ts'
import { nextOf } from '../record/lifecycle.ts'
import type { PaymentRow } from '../record/queries.ts'
import { findVerification } from '../vop/index.ts'

export interface ConfirmationDeps extends Deps {
  /** The account that paid, for its BIC. */
  findAccount(db: Deps['db']['reader'], entityId: string, accountId: string): Promise<{ bic: string } | undefined>
  issuer: Issuer
}

/** Registers the confirmation of a payment (ABS). Each state has one document; an issued one never changes. */
export function confirmationRoutes(app: App, deps: ConfirmationDeps): void {
  app.get(
    '/v1/payments/:paymentId/confirmation',
    {
      config: { scope: 'payments:read', entityKind: 'ABS' },
      schema: {
        summary: 'Get the confirmation of a payment',
        description:
          'Returns a PDF once the payment is Sent or Completed. Repeated requests return the same file while the status stays the same.',
        params: Input({ paymentId: AnyId('the payment') }),
        querystring: Input({}),
        response: documentResponse,
      },
    },
    async (request, reply) => {
      const { principal, params, receivedAt } = request
      const payment = await getPayment(deps.db.reader, principal.entityId, parseId('pay', params.paymentId))
      const { entityId, paymentId, status, version } = payment
      if (!CONFIRMED.includes(status)) {
        const retryable = nextOf(status).length > 0
        throw refuseShared.confirmation_not_ready({ resource: 'payment', status, confirmed: CONFIRMED }, { retryable })
      }
      const key = { entityId, kind: 'PaymentConfirmation' as const, resourceId: paymentId, version }
      const document = await getOrMakeDocument(deps.db, key, async () =>
        confirmationDocument({ ...(await sourcesOf(deps, payment)), issuer: deps.issuer, at: receivedAt }),
      )
      return sendDocument(request, reply, document, `payment-confirmation-${formatId('pay', paymentId)}`)
    },
  )
}

async function sourcesOf(deps: ConfirmationDeps, payment: PaymentRow) {
  const { reader } = deps.db
  const { entityId, accountId, tradeId, verificationId } = payment
  const verification = verificationId === null ? undefined : parseId('ver', verificationId)
  const [entity, account, trade, verified] = await Promise.all([
    findEntity(reader, entityId),
    deps.findAccount(reader, entityId, accountId),
    tradeId === null ? undefined : findTrade(reader, entityId, tradeId),
    verification === undefined ? undefined : findVerification(reader, entityId, verification),
  ])
  invariant(entity && account, 'a payment has an entity and an account')
  return { payment, debtorBic: account.bic, trade, verification: verified, timeZone: entity.timeZone }
}
