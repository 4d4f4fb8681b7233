import { defineModule } from '../../kernel/module.ts'
import { type EventViews, readEach } from '../../events/index.ts'
import { presentVerification } from './present.ts'
import { findVerification, type VerificationRow } from './queries.ts'
import { VerificationOut } from './schema.ts'
import { type VerificationDeps, verificationRoutes } from './routes.ts'
import { verificationEvents } from './service.ts'

type VerificationContext = Omit<VerificationDeps, 'port'> & { verification: VerificationDeps['port'] }

/** Verification of payee. */
export const verificationModule = defineModule<VerificationContext>({
  name: 'payments/vop',
  events: [verificationEvents],
  routes: (app, context) => verificationRoutes(app, { ...context, port: context.verification }),
  ports: () => ({
    eventViews: {
      verification: {
        scope: 'payments:write', // as the operation that answers with it
        schema: VerificationOut,
        read: readEach(findVerification),
        present: (row: VerificationRow) => presentVerification(row),
      },
    } satisfies EventViews,
  }),
  resources: { ver: [['payee_verifications', 'verification_id']] },
})
