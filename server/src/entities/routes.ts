import { type Static, Type } from 'typebox'
import { formatId } from '../kernel/ids.ts'
import { formatAmount } from '../kernel/money.ts'
import type { App, Deps } from '../kernel/http.ts'
import { parseCursor } from '../kernel/paging.ts'
import { ownEntity } from '../kernel/principal.ts'
import { invariant } from '../kernel/refusals.ts'
import { AnyId, Input, Page, paging } from '../kernel/wire.ts'
import type { EntityDirectory } from './directory.ts'
import { readSettlementUsed, readUsage, type Usage } from './limits.ts'
import type { EntityProfile } from './queries.ts'
import { EntityOut, SettingsOut } from './schema.ts'

const Query = Input({ ...paging, entityId: Type.Optional(AnyId('an entity')) })

/** How far ahead forwards can be dealt at an instant: the calendar answers, which entities do not know. */
export type ForwardReachOf = (
  setting: { pairs: readonly string[] | null; allowed: string },
  at: Date,
) => Pick<Static<typeof SettingsOut>, 'shorterForwardTenors'> & { maxForwardTenor: string }

/**
 * A client sees one entity, its own; so both lists hold one item.
 */
export function entityRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'clock'> & { entities: EntityDirectory; forwardReach: ForwardReachOf },
): void {
  app.get(
    '/v1/entities',
    {
      config: { scope: 'entities:read' },
      schema: { summary: 'The entities of this client', querystring: Query, response: { 200: Page(EntityOut) } },
    },
    async (request) => {
      refuseCursor(request.query.after)
      const { entity } = await profileOf(deps.entities, ownEntity(request.principal, request.query.entityId))
      return { data: [presentEntity(entity)], nextCursor: null }
    },
  )

  app.get(
    '/v1/entities/settings',
    {
      config: { scope: 'entities:read' },
      schema: {
        summary: 'What the entities may do, with limits and what of them is used',
        querystring: Query,
        response: { 200: Page(SettingsOut) },
      },
    },
    async (request) => {
      refuseCursor(request.query.after)
      const profile = await profileOf(deps.entities, ownEntity(request.principal, request.query.entityId))
      const usage = await readUsage(deps.db.reader, profile.entity, request.receivedAt)
      const settlementMinor = await readSettlementUsed(deps.db.reader, profile.entity.entityId)
      const { tradablePairs: pairs, maxForwardTenor: allowed } = profile.settings
      const reach = allowed === null ? NO_FORWARDS : deps.forwardReach({ pairs, allowed }, request.receivedAt)
      return { data: [{ ...presentSettings(profile, usage, settlementMinor), ...reach }], nextCursor: null }
    },
  )
}

/** There is no second page, so no cursor is ours. @throws cursor_invalid */
const refuseCursor = (after: string | undefined) => parseCursor('entities', after, [/^$/])

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
