import { recordReads } from '../audit/index.ts'
import type { App } from '../kernel/http/http.ts'
import { createConsentStore } from '../open-banking/consents/index.ts'
import { createInitiations, type InitiationDeps, type MakingDeps } from '../open-banking/initiation/index.ts'
import type { ResourceDeps } from '../open-banking/resources/index.ts'
import type { Context } from './context.ts'
import { MODULES } from './modules.ts'

/** Services that the open-banking routes of the modules take. */
type BankingServices = ResourceDeps & InitiationDeps

/** The parts of open banking that its listener adds to the process's own services. */
type ListenerParts = Pick<
  BankingServices,
  'baseUrl' | 'trustAnchors' | 'signer' | 'authenticateThirdParty' | 'thirdParties'
>

/** Returns the services of the open-banking routes: those of the process, with the listener's parts. */
export function bankingServices(context: Omit<Context, 'webhooks' | 'close'>, parts: ListenerParts): BankingServices {
  const { clock, statements, verification, issuer, backlog, acceptance } = context
  const stores = { initiations: createInitiations(acceptance), consents: createConsentStore(context.db) }
  return { ...makingServices(context), clock, statements, issuer, backlog, verification, ...stores, ...parts }
}

/** Returns the services that make the payment of a consent, and try it before it is approved. */
export function makingServices(
  context: Pick<
    Context,
    keyof MakingDeps['payments'] | 'db' | 'accounts' | 'ownBanks' | 'entities' | 'sources' | 'payouts'
  >,
): MakingDeps {
  const { db, accounts, ownBanks, entities, sources, payouts } = context
  return {
    db,
    accounts,
    ownBanks,
    entities,
    sources,
    payments: context,
    booking: { entities, accounts, sources, payouts },
  }
}

/** Mounts the resources of open banking, both versions, on the open-banking listener (made by `createOpenBankingHttp`). */
export function openBankingRoutes(app: App, services: BankingServices): void {
  recordReads(app, services)
  for (const { openBankingRoutes: mount } of MODULES) mount?.(app, services)
}
