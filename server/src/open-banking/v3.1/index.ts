import type { App } from '../../kernel/http/http.ts'
import { mountFamily } from '../http/index.ts'
import { accountAccessConsentRoutes, accountInformationRoutes, type ResourceDeps } from '../resources/index.ts'
import { consentWords } from './account-access-consents.ts'
import { accountWords } from './account-information.ts'
import { type InitiationDeps, paymentInitiationRoutes } from '../initiation/index.ts'
import { paymentWords } from './payment-initiation.ts'

/**
 * Read/Write v3.1 (3.1.11): translation only, between its words and what `consents` and `resources` keep.
 */
export function v31Routes(app: App, deps: ResourceDeps & InitiationDeps): void {
  mountFamily(app, deps, { version: '3.1', family: 'aisp' }, (scope) => {
    accountAccessConsentRoutes(scope, deps, consentWords)
    accountInformationRoutes(scope, deps, accountWords)
  })
  mountFamily(app, deps, { version: '3.1', family: 'pisp' }, (scope) => {
    paymentInitiationRoutes(scope, deps, paymentWords)
  })
}
