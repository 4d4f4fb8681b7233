import type { Tx } from '../../kernel/db/db.ts'
import { defineModule } from '../../kernel/module.ts'
import type { VerificationRow } from './queries.ts'
import { type VerificationDeps, verificationRoutes } from './routes.ts'

export type VerificationContext = Omit<VerificationDeps, 'port' | 'onVerified'> & {
  verification: VerificationDeps['port']
  payeeVerified: (tx: Tx, row: VerificationRow) => Promise<void>
}

/** Verification of payee. */
export const verificationModule = defineModule<VerificationContext>({
  name: 'payments/vop',
  routes: (app, context) =>
    verificationRoutes(app, { ...context, port: context.verification, onVerified: context.payeeVerified }),
  resources: { ver: [['payee_verifications', 'verification_id']] },
})
