import type { BeneficiaryDeps } from '../beneficiaries/index.ts'
import type { CloseOut, SettleDeps } from '../credit/margin/index.ts'
import type { EventViews } from '../events/index.ts'
import type { EntityRouteDeps } from '../entities/index.ts'
import type { ForwardDeps } from '../fx/forwards/index.ts'
import type { PayoutPort, TradeContext } from '../fx/trades/index.ts'
import type { EventCatalogue, Module } from '../kernel/module.ts'
import type { Reaction, Reactions } from '../kernel/db/db.ts'
import type { FundingClaims } from '../ledger/index.ts'

/** Parts of later modules that earlier ones use; the manifests of the later ones hold them. */
export interface Ports
  extends SettleDeps,
    Pick<ForwardDeps, 'hasBeneficiary' | 'debits'>,
    Pick<TradeContext, 'approvedProducts' | 'settlements' | 'confirmedProducts'>,
    Pick<BeneficiaryDeps, 'paymentsWaitingFor' | 'screen'>,
    Pick<EntityRouteDeps, 'forwardReach'> {
  payouts: PayoutPort
  closeOut: CloseOut
  funding: FundingClaims
  eventViews: EventViews
  /** Every event that a module declares, by type. */
  eventCatalogue: EventCatalogue
  /** Their types. */
  eventTypes: readonly string[]
}

type Manifest = Pick<Module<never>, 'ports' | 'reactions'>

/**
 * Returns the services of a process with the ports of all modules. The last module comes first, so that a module finds
 * the ports of those after it. In a registry, the part of a later module takes the place of an earlier one's.
 */
export function withPorts<S extends object>(modules: readonly Manifest[], services: S): S & Ports {
  const context: Record<string, unknown> = { ...(services as object) }
  for (const { ports } of [...modules].reverse()) {
    for (const [name, part] of Object.entries(ports?.(context as never) ?? {})) {
      context[name] = merged(part, context[name])
    }
  }
  return context as S & Ports
}

/** Merges the parts of a registry by key, and the steps of one key by name; anything else is the later module's. */
function merged(part: unknown, later: unknown): unknown {
  if (later === undefined) return part
  if (!isPlain(part) || !isPlain(later)) return later
  const keys = new Set([...Object.keys(part), ...Object.keys(later)])
  return Object.fromEntries([...keys].map((key) => [key, merged(part[key], later[key])]))
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Returns the reactions of all modules by event type, in module order. */
export function reactionsOf(modules: readonly Manifest[], context: object): Reactions {
  const byType = new Map<string, Reaction[]>()
  for (const { reactions } of modules) {
    for (const [type, reaction] of Object.entries(reactions?.(context as never) ?? {})) {
      byType.set(type, [...(byType.get(type) ?? []), reaction])
    }
  }
  return byType
}
