import { defineModule } from '../../kernel/module.ts'
import { CONSENT_EXPIRY, consentEvents, expireConsent } from './service.ts'

/** Consents of the open-banking interface. */
export const consentsModule = defineModule<object>({
  name: 'open-banking/consents',
  events: [consentEvents],
  jobs: () => ({ [CONSENT_EXPIRY]: expireConsent }),
})
