import type { App } from '../kernel/http/http.ts'
import type { InitiationDeps } from '../open-banking/initiation/index.ts'
import type { ResourceDeps } from '../open-banking/resources/index.ts'
import { v31Routes } from '../open-banking/v3.1/index.ts'
import { v40Routes } from '../open-banking/v4.0/index.ts'

/**
 * The resources of open banking, both versions, on the open-banking listener (made by `createOpenBankingHttp`).
 */
export function openBankingRoutes(app: App, deps: ResourceDeps & InitiationDeps): void {
  v31Routes(app, deps)
  v40Routes(app, deps)
}
