import { defineModule } from '../../kernel/module.ts'
import { consentEvents } from './events.ts'
import { CONSENT_EXPIRY, consentExpiryHandler } from './service.ts'

/** Consents of the open-banking interface. */
export const consentsModule = defineModule<Parameters<typeof consentExpiryHandler>[0]>({
  name: 'open-banking/consents',
  events: consentEvents,
  jobs: (context) => ({ [CONSENT_EXPIRY]: consentExpiryHandler(context) }),
})
