import { defineModule } from '../../kernel/module.ts'
import { type EventViews, readEach } from '../../events/index.ts'
import { presentVerification } from './present.ts'
import { deleteOldRequests, findVerification, type VerificationRow } from './queries.ts'
import { VerificationOut } from './schema.ts'
import { type VerificationDeps, verificationRoutes } from './routes.ts'
import { verificationEvents } from './service.ts'

type VerificationContext = Omit<VerificationDeps, 'port'> & { verification: VerificationDeps['port'] }

/** Days after which a request without a result is forgotten, like the Idempotency-Key that it was sent with. */
const REQUEST_DAYS = 7

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
  cleanUp: [
    (db, { wall }, limit) => deleteOldRequests(db, new Date(wall.getTime() - REQUEST_DAYS * 86_400_000), limit),
  ],
  resources: { ver: [['payee_verifications', 'verification_id']] },
})
