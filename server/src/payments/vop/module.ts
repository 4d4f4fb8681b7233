import { Type } from 'typebox'
import { defineEvent, defineModule, type EventCatalogue } from '../../kernel/module.ts'
import { type VerificationDeps, verificationRoutes } from './routes.ts'

type VerificationContext = Omit<VerificationDeps, 'port'> & { verification: VerificationDeps['port'] }

/** Events of the verification of payees. */
const verificationEvents = {
  'verification.completed': defineEvent('The responding bank answered a verification of payee.', 'verification', {
    status: Type.String(),
    reasonCode: Type.Union([Type.String(), Type.Null()]),
    scheme: Type.Union([Type.String(), Type.Null()]),
  }),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof verificationEvents, true> {}
}

/** Verification of payee. */
export const verificationModule = defineModule<VerificationContext>({
  name: 'payments/vop',
  events: verificationEvents,
  routes: (app, context) => verificationRoutes(app, { ...context, port: context.verification }),
  resources: { ver: [['payee_verifications', 'verification_id']] },
})
