import type { App } from '../../kernel/http/http.ts'
import { mountFamily } from '../http/index.ts'
import { accountAccessConsentRoutes, accountInformationRoutes, type ResourceDeps } from '../resources/index.ts'
import { consentWords } from './account-access-consents.ts'
import { accountWords } from './account-information.ts'
import { type InitiationDeps, paymentInitiationRoutes } from '../initiation/index.ts'
import { paymentWords } from './payment-initiation.ts'

/** Read/Write v3.1 (3.1.11): translates between its words and the data of `consents` and `resources`. */
export function v31Routes(app: App, deps: ResourceDeps & InitiationDeps): void {
  mountFamily(app, deps, { version: '3.1', family: 'aisp' }, (scope) => {
    accountAccessConsentRoutes(scope, deps, consentWords)
    accountInformationRoutes(scope, deps, accountWords)
  })
  mountFamily(app, deps, { version: '3.1', family: 'pisp' }, (scope) => {
    paymentInitiationRoutes(scope, deps, paymentWords)
  })
}
