import { Type } from 'typebox'
import type { Tx } from '../../kernel/db/db.ts'
import { defineEvent, defineModule, type EventCatalogue } from '../../kernel/module.ts'
import type { VerificationRow } from './queries.ts'
import { type VerificationDeps, verificationRoutes } from './routes.ts'

export type VerificationContext = Omit<VerificationDeps, 'port' | 'onVerified'> & {
  verification: VerificationDeps['port']
  payeeVerified: (tx: Tx, row: VerificationRow) => Promise<void>
}

/** Events of the verification of payees. */
const verificationEvents: EventCatalogue = {
  'verification.completed': defineEvent('The responding bank answered a verification of payee.', 'verification', {
    status: Type.String(),
    reasonCode: Type.Union([Type.String(), Type.Null()]),
    scheme: Type.Union([Type.String(), Type.Null()]),
  }),
}

/** Verification of payee. */
export const verificationModule = defineModule<VerificationContext>({
  name: 'payments/vop',
  events: verificationEvents,
  routes: (app, context) =>
    verificationRoutes(app, { ...context, port: context.verification, onVerified: context.payeeVerified }),
  resources: { ver: [['payee_verifications', 'verification_id']] },
})
