import { defineModule } from '../../kernel/module.ts'
import { consentEvents } from './events.ts'
import { CONSENT_EXPIRY, expireConsent } from './service.ts'

/** Consents of the open-banking interface. */
export const consentsModule = defineModule<object>({
  name: 'open-banking/consents',
  events: consentEvents,
  jobs: () => ({ [CONSENT_EXPIRY]: expireConsent }),
})
