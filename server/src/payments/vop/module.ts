import { defineModule } from '../../kernel/module.ts'
import { type VerificationDeps, verificationRoutes } from './routes.ts'
import { verificationEvents } from './service.ts'

type VerificationContext = Omit<VerificationDeps, 'port'> & { verification: VerificationDeps['port'] }

/** Verification of payee. */
export const verificationModule = defineModule<VerificationContext>({
  name: 'payments/vop',
  events: [verificationEvents],
  routes: (app, context) => verificationRoutes(app, { ...context, port: context.verification }),
  resources: { ver: [['payee_verifications', 'verification_id']] },
})
