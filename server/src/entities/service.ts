import type { Act } from '../kernel/values/act.ts'
import { Errors } from 'typebox/value'
import { changesOf, recordAudit } from '../events/index.ts'
import type { Tx } from '../kernel/db/db.ts'
import { resumeJobs } from '../kernel/jobs/put-off.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { formatAmount } from '../kernel/values/money.ts'
import { refuseEntity } from '../kernel/http/principal.ts'
import { invariant } from '../kernel/values/refusals.ts'
import { openBook } from '../ledger/index.ts'
import type { PriceTier } from './pricing.ts'
import { entities, type Entity, entitySettings, type Limits, lockEntity, PROFILE_DEFAULTS } from './queries.ts'
import { isLei } from '../kernel/text/lei.ts'
import { defaultProfile, refuse } from './rules.ts'
import {
  type Address,
  type Contact,
  type EntityStatus,
  type EntityType,
  RelatedParties,
  SettingsProfile,
} from './schema.ts'

export interface NewEntity {
  /** Given where an entity is made anew under its old id (sandbox reset). */
  entityId?: string
  serviceKind: 'RM' | 'ABS'
  name: string
  legalName?: string
  tradingName?: string
  entityType: EntityType
  registrationNumber?: string
  lei?: string
  countryOfIncorporation: string
  jurisdiction: string
  parentEntityId?: string
  addresses?: Address[]
  baseCurrency: string
  timeZone: string
  relationshipContacts?: Contact[]
  limits: Limits
  /** Mark-up on any deal until prices are set, in basis points of the rate: "25". */
  markupBps: string
  quoteLifeSeconds?: { spot: number; forward: number }
}

/**
 * Creates a client entity with its book, settings and price; it is Active at once.
 *
 * @throws lei_invalid, time_zone_unknown
 */
export async function createEntity(tx: Tx, order: NewEntity, act: Act): Promise<string> {
  if (order.lei !== undefined && !isLei(order.lei)) throw refuse.lei_invalid({ lei: order.lei })
  checkTimeZone(order.timeZone)
  const entityId = order.entityId ?? newUuid()
  await insertEntity(tx, entityId, order, act.at)
  await openBook(tx, entityId)
  await insertSettings(tx, entityId, order)
  await setPrice(
    tx,
    entityId,
    { currencyPair: null, tenor: null, fromAmountMinor: 0n, markupBps: order.markupBps },
    act,
  )
  await audit(tx, entityId, 'entity.created', act, { name: order.name, serviceKind: order.serviceKind })
  return entityId
}

function checkTimeZone(timeZone: string): void {
  try {
    Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw refuse.time_zone_unknown({ timeZone })
  }
}

const newEntity = entities.insert({ name: 'insert-entity' })

async function insertEntity(tx: Tx, entityId: string, order: NewEntity, now: Date): Promise<void> {
  await tx.query(
    newEntity({
      ...order,
      entityId,
      legalName: order.legalName ?? order.name,
      tradingName: order.tradingName ?? null,
      registrationNumber: order.registrationNumber ?? null,
      lei: order.lei ?? null,
      status: 'Active',
      parentEntityId: order.parentEntityId ?? null,
      addresses: order.addresses ?? [],
      relationshipContacts: order.relationshipContacts ?? [],
      relatedParties: [],
      createdAt: now,
    }),
  )
}

const newSettings = entitySettings.insert({ name: 'insert-entity-settings' })

async function insertSettings(tx: Tx, entityId: string, order: NewEntity): Promise<void> {
  const { spot, forward } = order.quoteLifeSeconds ?? { spot: 10, forward: 10 }
  await tx.query(
    newSettings({
      ...order.limits,
      entityId,
      quoteLifeSpotSeconds: spot,
      quoteLifeForwardSeconds: forward,
      profile: defaultProfile(order.serviceKind),
    }),
  )
}

const LIMIT_COLUMNS: Record<keyof Limits, string> = {
  minTradeMinor: 'min_trade_minor',
  maxTradeMinor: 'max_trade_minor',
  dailyTradeMinor: 'daily_trade_minor',
  minPaymentMinor: 'min_payment_minor',
  singlePaymentMinor: 'single_payment_minor',
  dailyPaymentMinor: 'daily_payment_minor',
  heldOpenMinor: 'held_open_minor',
  settlementMinor: 'settlement_minor',
}

/** Changes the given limits. */
export async function setLimits(tx: Tx, entityId: string, limits: Partial<Limits>, act: Act): Promise<void> {
  const given = Object.entries(limits) as [keyof Limits, bigint][]
  if (given.length === 0) return
  const sets = given.map(([name], i) => `${LIMIT_COLUMNS[name]} = $${i + 2}`)
  const columns = given.map(([name]) => `${LIMIT_COLUMNS[name]} as "${name}"`)
  const { rows } = await tx.query<Partial<Limits>>(
    `select ${columns.join(', ')} from entity_settings where entity_id = $1 for update`,
    [entityId],
  )
  const changed = await tx.query(`update entity_settings set ${sets.join(', ')} where entity_id = $1`, [
    entityId,
    ...given.map(([, minor]) => minor),
  ])
  invariant(changed.rowCount === 1, 'the entity has settings')
  const currency = await baseCurrencyOf(tx, entityId)
  const { before, after } = changesOf(inCurrency(rows[0]!, currency), inCurrency(limits, currency))
  await audit(tx, entityId, 'entity.limitsSet', act, { currency, before, after })
}

/** Returns limits as decimal amounts by their names without "Minor". */
const inCurrency = (limits: Partial<Limits>, currency: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(limits).map(([name, minor]) => [name.replace(/Minor$/, ''), formatAmount(minor, currency)]),
  )

async function baseCurrencyOf(tx: Tx, entityId: string): Promise<string> {
  const { rows } = await tx.query<{ currency: string }>(
    'select base_currency as currency from entities where entity_id = $1',
    [entityId],
  )
  return rows[0]!.currency
}

/**
 * Replaces the settings that are neither money nor seconds.
 *
 * @throws settings_invalid
 */
export async function setProfile(tx: Tx, entityId: string, change: Partial<SettingsProfile>, act: Act): Promise<void> {
  const found = await tx.query<{ profile: SettingsProfile }>(
    'select profile from entity_settings where entity_id = $1 for update',
    [entityId],
  )
  const profile = { ...PROFILE_DEFAULTS, ...found.rows[0]?.profile, ...change }
  const [error] = Errors(SettingsProfile, profile)
  if (error) throw refuse.settings_invalid({ reason: `${error.instancePath} ${error.message}` })
  await tx.query('update entity_settings set profile = $2 where entity_id = $1', [entityId, JSON.stringify(profile)])
  await audit(tx, entityId, 'entity.settingsSet', act, {
    ...changesOf({ ...PROFILE_DEFAULTS, ...found.rows[0]?.profile }, profile),
  })
}

/** Shows the approval policies of some resources in the settings; those of others stay. */
export async function showApprovalPolicies(
  tx: Tx,
  entityId: string,
  resources: readonly string[],
  shown: SettingsProfile['approvalPolicies'],
  act: Act,
): Promise<void> {
  const { rows } = await tx.query<{ profile: SettingsProfile }>(
    'select profile from entity_settings where entity_id = $1 for update',
    [entityId],
  )
  const others = (rows[0]?.profile.approvalPolicies ?? []).filter(({ resource }) => !resources.includes(resource))
  await setProfile(tx, entityId, { approvalPolicies: [...others, ...shown] }, act)
}

/** Sets one price; the same pair, tenor and amount is replaced. */
export async function setPrice(tx: Tx, entityId: string, price: PriceTier, act: Act): Promise<void> {
  const { rows } = await tx.query<{ markupBps: string }>(
    `select markup_bps as "markupBps" from client_pricing
      where entity_id = $1 and currency_pair is not distinct from $2 and tenor is not distinct from $3 and from_amount_minor = $4`,
    [entityId, price.currencyPair, price.tenor, price.fromAmountMinor],
  )
  await tx.query(
    `insert into client_pricing (entity_id, pricing_id, currency_pair, tenor, from_amount_minor, markup_bps)
      values ($1, $2, $3, $4, $5, $6)
      on conflict on constraint client_pricing_one_per_tier do update set markup_bps = excluded.markup_bps`,
    [entityId, newUuid(), price.currencyPair, price.tenor, price.fromAmountMinor, price.markupBps],
  )
  const { markupBps, fromAmountMinor, ...tier } = price
  const currency = await baseCurrencyOf(tx, entityId)
  await audit(tx, entityId, 'entity.priceSet', act, {
    ...tier,
    fromAmount: formatAmount(fromAmountMinor, currency),
    currency,
    before: rows[0] ?? null,
    after: { markupBps },
  })
}

/** Suspends an entity, sets it Active again, or lets it wait for its onboarding; while it is not Active its tokens are refused and its payments wait. @throws entity_not_found */
export async function setEntityStatus(tx: Tx, entityId: string, status: EntityStatus, act: Act): Promise<void> {
  const before = await lockEntity(tx, entityId)
  if (!before) throw refuseEntity.entity_not_found()
  await tx.query('update entities set status = $2 where entity_id = $1', [entityId, status])
  if (status === 'Active') await resumeJobs(tx, entityId)
  await audit(tx, entityId, 'entity.statusSet', act, { ...changesOf({ status: before.status }, { status }) })
}

/** Names of an entity, and the persons behind it. */
export type EntityNames = Pick<Entity, 'name' | 'legalName' | 'tradingName' | 'relatedParties'>

const updateNames = entities.update({
  name: 'update-entity-names',
  key: ['entityId'],
  set: ['name', 'legalName', 'tradingName', 'relatedParties'],
})

/**
 * Changes the given names of an entity, or the persons behind it. The caller screens them.
 *
 * @throws entity_not_found, related_parties_invalid
 */
export async function setNames(tx: Tx, entityId: string, change: Partial<EntityNames>, act: Act): Promise<void> {
  const [error] = Errors(RelatedParties, change.relatedParties ?? [])
  if (error) throw refuse.related_parties_invalid({ reason: `${error.instancePath} ${error.message}` })
  const before = await lockEntity(tx, entityId)
  if (!before) throw refuseEntity.entity_not_found()
  const after = { ...before, ...change }
  await tx.query(updateNames(after))
  const shown = ({ name, legalName, tradingName, relatedParties }: EntityNames) => ({
    name,
    legalName,
    tradingName,
    relatedParties,
  })
  await audit(tx, entityId, 'entity.namesSet', act, { ...changesOf(shown(before), shown(after)) })
}

/** Locks an entity's settings until the transaction ends, for a command that may change them after it has locked other rows. */
export async function lockSettings(tx: Tx, entityId: string): Promise<void> {
  await tx.query('select 1 from entity_settings where entity_id = $1 for no key update', [entityId])
}

/** Remembers (or with null forgets) the beneficiary that payments in a currency go to unless another is named. */
export async function setDefaultBeneficiary(
  tx: Tx,
  entityId: string,
  currency: string,
  beneficiaryId: string | null,
): Promise<void> {
  await tx.query(
    `update entity_settings set profile = jsonb_set(profile, '{defaultBeneficiaryByCurrency}',
        jsonb_strip_nulls((profile -> 'defaultBeneficiaryByCurrency') || jsonb_build_object($2::text, $3::text)))
      where entity_id = $1`,
    [entityId, currency, beneficiaryId],
  )
}

const audit = (tx: Tx, entityId: string, action: string, act: Act, detail: Record<string, unknown>) =>
  recordAudit(tx, act, {
    entityId,
    action,
    resourceType: 'entity',
    resourceId: entityId,
    detail,
  })
