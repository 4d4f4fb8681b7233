import type { Static } from 'typebox'
import { formatId } from '../kernel/values/ids.ts'
import { formatAmount } from '../kernel/values/money.ts'
import type { App, Deps } from '../kernel/http/http.ts'
import { listRoute, type PageOrder } from '../kernel/http/lists.ts'
import { cursorShape } from '../kernel/http/paging.ts'
import { invariant } from '../kernel/values/refusals.ts'
import { EntityIds, Input, paging } from '../kernel/http/wire.ts'
import type { EntityDirectory } from './directory.ts'
import { readSettlementUsed, readUsage, type Usage } from './limits.ts'
import type { EntityProfile } from './queries.ts'
import { EntityOut, SettingsOut } from './schema.ts'

const Query = Input({ ...paging, entityId: EntityIds })

/** Returns the longest forward tenors at an instant; the calendar provides them. */
type ForwardReachOf = (
  setting: { pairs: readonly string[] | null; allowed: string },
  at: Date,
) => Pick<Static<typeof SettingsOut>, 'shorterForwardTenors'> & { maxForwardTenor: string }

export type EntityRouteDeps = Pick<Deps, 'db' | 'clock'> & { entities: EntityDirectory; forwardReach: ForwardReachOf }

/** Registers the routes of the client's entities, newest first, and their permissions. */
export function entityRoutes(app: App, deps: EntityRouteDeps): void {
  const list = {
    cursor: [cursorShape.uuid],
    config: { scope: 'entities:read', entities: 'several' },
    query: Query,
  } as const
  listRoute(app, {
    ...list,
    path: '/v1/entities',
    name: 'entities',
    summary: 'List entities',
    description:
      'Returns the entities that the client acts for, with their names, addresses and status. `serviceKind` decides the products: RM or ABS.',
    item: EntityOut,
    rows: ({ entityIds }, page) =>
      Promise.all(pageOfEntities(entityIds, page).map((id) => profileOf(deps.entities, id))),
    present: ({ entity }) => presentEntity(entity),
    keyOf: ({ entity }) => [entity.entityId],
  })
  listRoute(app, {
    ...list,
    path: '/v1/entities/settings',
    name: 'entities',
    summary: 'List settings and limits of entities',
    description:
      'Returns what each entity may use, its tradable pairs and policies, and each daily limit with the amount used and the time of its reset.',
    item: SettingsOut,
    rows: ({ entityIds, receivedAt }, page) =>
      Promise.all(
        pageOfEntities(entityIds, page).map(async (entityId) => {
          const profile = await profileOf(deps.entities, entityId)
          return { entity: profile.entity, settings: await settingsOf(deps, profile, receivedAt) }
        }),
      ),
    present: ({ settings }) => settings,
    keyOf: ({ entity }) => [entity.entityId],
  })
}

/** Returns an entity's current permissions with the utilisation of its limits. */
async function settingsOf(deps: EntityRouteDeps, profile: EntityProfile, now: Date) {
  const usage = await readUsage(deps.db.reader, profile.entity, now)
  const settlementMinor = await readSettlementUsed(deps.db.reader, profile.entity.entityId)
  const { tradablePairs: pairs, maxForwardTenor: allowed } = profile.settings
  const reach = allowed === null ? NO_FORWARDS : deps.forwardReach({ pairs, allowed }, now)
  return { ...presentSettings(profile, usage, settlementMinor), ...reach }
}

/** Returns one entity more than a page of the client's, newest first. */
function pageOfEntities(entityIds: readonly string[], { limit, after }: PageOrder): string[] {
  const before = after?.[0]
  const all = entityIds.toSorted((a, b) => (a < b ? 1 : -1))
  return all.filter((entityId) => before === undefined || entityId < before).slice(0, limit + 1)
}

async function profileOf(entities: EntityDirectory, entityId: string): Promise<EntityProfile> {
  const profile = await entities.get(entityId)
  invariant(profile, 'an API client belongs to an entity with settings')
  return profile
}

function presentEntity({ relatedParties: _hidden, ...entity }: EntityProfile['entity']): Static<typeof EntityOut> {
  return {
    ...entity,
    entityId: formatId('ent', entity.entityId),
    parentEntityId: entity.parentEntityId && formatId('ent', entity.parentEntityId),
    createdAt: entity.createdAt.toISOString(),
  }
}

const NO_FORWARDS = { maxForwardTenor: null, shorterForwardTenors: [] }

function presentSettings(
  { entity, settings }: EntityProfile,
  usage: Usage,
  settlementMinor: bigint,
): Omit<Static<typeof SettingsOut>, 'shorterForwardTenors'> {
  const amount = (minor: bigint) => formatAmount(minor, entity.baseCurrency)
  const daily = (limit: bigint, used: bigint) => ({
    limit: amount(limit),
    used: amount(used),
    resetsAt: usage.resetsAt.toISOString(),
  })
  const { limits, heldRate, defaultBeneficiaryByCurrency, ...same } = settings
  return {
    ...same,
    entityId: formatId('ent', entity.entityId),
    heldRate: heldRate && { ...heldRate, maxOpenNotional: amount(limits.heldOpenMinor) },
    defaultBeneficiaryByCurrency: Object.fromEntries(
      Object.entries(defaultBeneficiaryByCurrency).map(([currency, id]) => [currency, formatId('ben', id)]),
    ),
    limits: {
      currency: entity.baseCurrency,
      minTradeSize: amount(limits.minTradeMinor),
      maxTradeSize: amount(limits.maxTradeMinor),
      dailyTrade: daily(limits.dailyTradeMinor, usage.usedMinor.trade),
      minPayment: amount(limits.minPaymentMinor),
      singlePayment: amount(limits.singlePaymentMinor),
      dailyPayment: daily(limits.dailyPaymentMinor, usage.usedMinor.payment),
      settlement: {
        limit: amount(limits.settlementMinor),
        used: amount(settlementMinor),
        available: amount(limits.settlementMinor > settlementMinor ? limits.settlementMinor - settlementMinor : 0n),
        currency: entity.baseCurrency,
      },
    },
  }
}
