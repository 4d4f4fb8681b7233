import type { App } from '../kernel/http/http.ts'
import type { InitiationDeps } from '../open-banking/initiation/index.ts'
import type { ResourceDeps } from '../open-banking/resources/index.ts'
import { MODULES } from './modules.ts'

/** Mounts the resources of open banking, both versions, on the open-banking listener (made by `createOpenBankingHttp`). */
export function openBankingRoutes(app: App, services: ResourceDeps & InitiationDeps): void {
  for (const { openBankingRoutes: mount } of MODULES) mount?.(app, services)
}
