import type { Rail } from '../schemes/index.ts'
import type { RailPort } from './rail.ts'

/** A connection to a bank, and the payments that it serves. */
export interface RailAdapter {
  /** Names the adapter in instructions and in its reports. It must not change while payments are open. */
  id: string
  port: RailPort
  /** Schemes served; absent: all. */
  schemes?: readonly Rail[] | undefined
  /** Entities served; absent: all. */
  entities?: readonly string[] | undefined
  /** External calls under way at a time in one process. */
  callsAtOnce: number
  /** Reports an outage of the bank once, instead of each call that it fails; absent: each is logged. */
  outage?: Outage | undefined
}

/** An outage of a bank, as its adapter logs it. */
export interface Outage {
  /** @returns the failure to be stored with the job, marked as logged; undefined if it is none of an outage */
  failed(error: unknown): Error | undefined
  /** Notes a call that the bank took. */
  passed(): void
}

/** The adapters of an installation. */
export interface RailRegistry {
  /** Returns the adapter for a new payment. */
  serving(payment: { entityId: string; rail: Rail }): RailAdapter
  /** Returns the adapter of an id. @throws Error if it is not configured */
  get(id: string): RailAdapter
}

/**
 * Builds the registry. An adapter that names entities comes before one that names schemes, and that before one that serves
 * everything; `fallback` serves the rest.
 *
 * @throws Error that names two adapters with one id, or with the same claim to a payment
 */
export function createRailRegistry(adapters: readonly RailAdapter[], fallback: RailAdapter): RailRegistry {
  const all = [...adapters, fallback]
  for (const [i, one] of all.entries()) {
    const twin = all.slice(i + 1).find(({ id }) => id === one.id)
    if (twin) throw new Error(`Two rail adapters have the id "${one.id}". Give each its own id.`)
  }
  for (const [i, one] of adapters.entries()) {
    const rival = adapters.slice(i + 1).find((other) => haveSameClaim(one, other))
    if (rival) {
      throw new Error(
        `The rail adapters "${one.id}" and "${rival.id}" serve the same payments. Give each its own schemes or entities.`,
      )
    }
  }
  const ranked = [...adapters].sort((a, b) => rankOf(b) - rankOf(a))
  return {
    serving: (payment) => ranked.find((adapter) => serves(adapter, payment)) ?? fallback,
    get(id) {
      const found = all.find((adapter) => adapter.id === id)
      if (!found) throw new Error(`The rail adapter "${id}" is not configured. Configure it again to go on.`)
      return found
    },
  }
}

const rankOf = ({ entities, schemes }: RailAdapter): number => (entities ? 2 : 0) + (schemes ? 1 : 0)

const serves = ({ entities, schemes }: RailAdapter, payment: { entityId: string; rail: Rail }): boolean =>
  (entities?.includes(payment.entityId) ?? true) && (schemes?.includes(payment.rail) ?? true)

const haveSameClaim = (one: RailAdapter, other: RailAdapter): boolean =>
  rankOf(one) === rankOf(other) &&
  (one.entities?.some((id) => other.entities?.includes(id)) ?? true) &&
  (one.schemes?.some((scheme) => other.schemes?.includes(scheme)) ?? true)
