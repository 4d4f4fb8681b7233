import { instant, json, minor, nullable, oneOf, type Row, smallint, table, text, uuid } from '../kernel/db/table.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'
import type { PriceTier } from './pricing.ts'
import type { Address, Contact, EntityStatus, EntityType, RelatedParty, SettingsProfile } from './schema.ts'

export const entities = table('entities', {
  entityId: uuid,
  serviceKind: oneOf<'RM' | 'ABS' | 'House'>(),
  name: text,
  legalName: text,
  tradingName: nullable(text),
  entityType: oneOf<EntityType>(),
  registrationNumber: nullable(text),
  lei: nullable(text),
  countryOfIncorporation: text,
  jurisdiction: text,
  status: oneOf<EntityStatus>(),
  parentEntityId: nullable(uuid),
  addresses: json<Address[]>(),
  baseCurrency: text,
  timeZone: text,
  relationshipContacts: json<Contact[]>(),
  /** Owners, directors and others behind the entity; not shown to clients. */
  relatedParties: json<RelatedParty[]>(),
  createdAt: instant,
})

export type Entity = Row<typeof entities>

export const entitySettings = table('entity_settings', {
  entityId: uuid,
  minTradeMinor: minor,
  maxTradeMinor: minor,
  dailyTradeMinor: minor,
  settlementMinor: minor,
  minPaymentMinor: minor,
  singlePaymentMinor: minor,
  dailyPaymentMinor: minor,
  heldOpenMinor: minor,
  quoteLifeSpotSeconds: smallint,
  quoteLifeForwardSeconds: smallint,
  profile: json<SettingsProfile>(),
})

/** Minor units of the entity's base currency. */
export interface Limits {
  minTradeMinor: bigint
  maxTradeMinor: bigint
  dailyTradeMinor: bigint
  minPaymentMinor: bigint
  singlePaymentMinor: bigint
  dailyPaymentMinor: bigint
  heldOpenMinor: bigint
  /** Spot deals that are not paid for yet. */
  settlementMinor: bigint
}

interface Settings extends SettingsProfile {
  limits: Limits
  quoteLifeSeconds: { spot: number; forward: number }
}

/** A client entity with all that a quote or an order asks about it. */
export interface EntityProfile {
  entity: Entity & { serviceKind: 'RM' | 'ABS' }
  settings: Settings
  pricing: PriceTier[]
}

const ENTITY_COLUMNS = entities.listOf('e')

/** The entity, the house too; undefined when there is none. */
export async function findEntity(db: Queryable, entityId: string): Promise<Entity | undefined> {
  const found = await db.query<Entity>({
    name: 'find-entity',
    text: `select ${ENTITY_COLUMNS} from entities e where e.entity_id = $1`,
    values: [entityId],
  })
  return found.rows[0]
}

/** Locks a client entity until the transaction ends; undefined for the house and for unknown ids. */
export async function lockEntity(tx: Tx, entityId: string): Promise<Entity | undefined> {
  const found = await tx.query<Entity>({
    name: 'lock-entity',
    text: `select ${ENTITY_COLUMNS} from entities e where e.entity_id = $1 and e.service_kind <> 'House' for no key update`,
    values: [entityId],
  })
  return found.rows[0]
}

/** All client entities, oldest first. */
export async function listEntities(db: Queryable): Promise<Entity[]> {
  const found = await db.query<Entity>(
    `select ${ENTITY_COLUMNS} from entities e where service_kind <> 'House' order by entity_id`,
  )
  return found.rows
}

/** Returns true if a client entity is not Active now, as the database knows it. The house is never inactive. */
export async function isInactive(db: Queryable, entityId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'find-inactive-entity',
    text: `select 1 from entities where entity_id = $1 and service_kind <> 'House' and status <> 'Active'`,
    values: [entityId],
  })
  return rowCount === 1
}

/** Most that an active entity may pay at once, in its base currency. */
export interface LargestPayment {
  baseCurrency: string
  mostMinor: bigint
}

/** Returns the largest payment that any active client entity may make, in minor units, for each base currency. */
export async function largestPayments(db: Queryable): Promise<LargestPayment[]> {
  const found = await db.query<LargestPayment>({
    name: 'largest-payments',
    text: `select base_currency as "baseCurrency", max(least(single_payment_minor, daily_payment_minor)) as "mostMinor"
      from entities join entity_settings using (entity_id)
      where service_kind <> 'House' and status = 'Active' group by base_currency`,
  })
  return found.rows
}

/** Settings of profiles that an earlier release has stored. */
export const PROFILE_DEFAULTS = { approvalPriceToleranceBps: 5, quoteExpiryEvents: false }

type ProfileRow = EntityProfile['entity'] &
  Limits & {
    profile: SettingsProfile
    spot: number
    forward: number
    pricing: (Omit<PriceTier, 'fromAmountMinor'> & { fromAmountMinor: string })[]
  }

/** Returns a client entity with its current settings and prices; undefined for the house and for unknown ids. */
export async function getProfile(db: Queryable, entityId: string): Promise<EntityProfile | undefined> {
  const found = await db.query<ProfileRow>({
    name: 'get-entity-profile',
    text: `select ${ENTITY_COLUMNS}, min_trade_minor as "minTradeMinor", max_trade_minor as "maxTradeMinor",
        daily_trade_minor as "dailyTradeMinor", min_payment_minor as "minPaymentMinor",
        single_payment_minor as "singlePaymentMinor", daily_payment_minor as "dailyPaymentMinor",
        held_open_minor as "heldOpenMinor", settlement_minor as "settlementMinor", profile, quote_life_spot_seconds as spot, quote_life_forward_seconds as forward,
        array(select jsonb_build_object('currencyPair', currency_pair, 'tenor', tenor,
          'fromAmountMinor', from_amount_minor::text, 'markupBps', markup_bps::text)
          from client_pricing p where p.entity_id = e.entity_id) as pricing
      from entities e join entity_settings s using (entity_id) where e.entity_id = $1`,
    values: [entityId],
  })
  return found.rows[0] && asProfile(found.rows[0])
}

/** Profiles of rows that were read: copies of facts give the same row for each payment. */
const profiles = new WeakMap<ProfileRow, EntityProfile>()

function asProfile(row: ProfileRow): EntityProfile {
  const known = profiles.get(row)
  if (known) return known
  const profile = profileOf(row)
  profiles.set(row, profile)
  return profile
}

function profileOf(row: ProfileRow): EntityProfile {
  const { minTradeMinor, maxTradeMinor, dailyTradeMinor, minPaymentMinor, singlePaymentMinor, ...others } = row
  const { dailyPaymentMinor, heldOpenMinor, settlementMinor, profile, spot, forward, pricing, ...entity } = others
  return {
    entity,
    settings: {
      ...PROFILE_DEFAULTS,
      ...profile,
      limits: {
        minTradeMinor,
        maxTradeMinor,
        dailyTradeMinor,
        minPaymentMinor,
        singlePaymentMinor,
        dailyPaymentMinor,
        heldOpenMinor,
        settlementMinor,
      },
      quoteLifeSeconds: { spot, forward },
    },
    pricing: pricing.map((tier) => ({ ...tier, fromAmountMinor: BigInt(tier.fromAmountMinor) })),
  }
}
