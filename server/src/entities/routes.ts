import type { Static } from 'typebox'
import { formatId } from '../kernel/values/ids.ts'
import { formatAmount } from '../kernel/values/money.ts'
import type { App, Deps } from '../kernel/http/http.ts'
import { cursorShape, DEFAULT_LIMIT, pageOf, parseCursor } from '../kernel/http/paging.ts'
import type { Principal } from '../kernel/http/principal.ts'
import { invariant } from '../kernel/values/refusals.ts'
import { EntityIds, Input, Page, paging } from '../kernel/http/wire.ts'
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

const LIST = 'entities'
const CURSOR = [cursorShape.uuid]

export type EntityRouteDeps = Pick<Deps, 'db' | 'clock'> & { entities: EntityDirectory; forwardReach: ForwardReachOf }

/** Registers the routes of the client's entities, newest first, and their permissions. */
export function entityRoutes(app: App, deps: EntityRouteDeps): void {
  app.get(
    '/v1/entities',
    {
      config: { scope: 'entities:read', entities: 'several' },
      schema: { summary: 'The entities of this client', querystring: Query, response: { 200: Page(EntityOut) } },
    },
    async ({ principals, query }) => {
      const { rows, limit } = pageOfEntities(principals, query)
      const profiles = await Promise.all(rows.map((entityId) => profileOf(deps.entities, entityId)))
      return pageOf(LIST, profiles, limit, ({ entity }) => presentEntity(entity), keyOf)
    },
  )

  app.get(
    '/v1/entities/settings',
    {
      config: { scope: 'entities:read', entities: 'several' },
      schema: {
        summary: 'Permissions, limits and limit utilisation of the entities',
        querystring: Query,
        response: { 200: Page(SettingsOut) },
      },
    },
    async ({ principals, query, receivedAt }) => {
      const { rows, limit } = pageOfEntities(principals, query)
      const found = await Promise.all(
        rows.map(async (entityId) => {
          const profile = await profileOf(deps.entities, entityId)
          return { entity: profile.entity, settings: await settingsOf(deps, profile, receivedAt) }
        }),
      )
      return pageOf(LIST, found, limit, ({ settings }) => settings, keyOf)
    },
  )
}

/** Returns an entity's current permissions with the utilisation of its limits. */
async function settingsOf(deps: EntityRouteDeps, profile: EntityProfile, now: Date) {
  const usage = await readUsage(deps.db.reader, profile.entity, now)
  const settlementMinor = await readSettlementUsed(deps.db.reader, profile.entity.entityId)
  const { tradablePairs: pairs, maxForwardTenor: allowed } = profile.settings
  const reach = allowed === null ? NO_FORWARDS : deps.forwardReach({ pairs, allowed }, now)
  return { ...presentSettings(profile, usage, settlementMinor), ...reach }
}

const keyOf = ({ entity }: Pick<EntityProfile, 'entity'>) => [entity.entityId]

/** One entity more than a page of the client's, newest first. @throws cursor_invalid */
function pageOfEntities(
  principals: readonly Principal[],
  { limit = DEFAULT_LIMIT, after }: { limit?: number; after?: string },
) {
  const before = parseCursor(LIST, after, CURSOR)?.[0]
  const all = principals.map(({ entityId }) => entityId).sort((a, b) => (a < b ? 1 : -1))
  const rows = all.filter((entityId) => before === undefined || entityId < before).slice(0, limit + 1)
  return { rows, limit }
}

async function profileOf(entities: EntityDirectory, entityId: string): Promise<EntityProfile> {
  const profile = await entities.get(entityId)
  invariant(profile, 'an API client belongs to an entity with settings')
  return profile
}

function presentEntity(entity: EntityProfile['entity']): Static<typeof EntityOut> {
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
