import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { toDecimal, toMinor } from '../../kernel/values/money.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { parsePair } from '../../fx/calendar/index.ts'
import type { Valuer } from '../valuation/index.ts'
import { unpaidTrades, type UnpaidTrade, usesCredit } from '../unpaid/index.ts'
import {
  type CashMarginRow,
  cashMarginsOf,
  facilitiesOf,
  type FacilityRow,
  lockFacilities,
  type PositionRow,
  positionsOf,
  type TermRow,
  termsOf,
} from './queries.ts'

/** Utilisation of a facility and its parts; minor units of the facility's currency. */
export interface Usage {
  utilisedMinor: bigint
  /** limit - utilised, never below zero. */
  availableMinor: bigint
  /** Returns the utilisation of a term. */
  utilisedOfTerm(termId: string): bigint
  /** Net value of the open deals to the client, discounted; negative is a loss. */
  mtmMinor: bigint
  initialHeldMinor: bigint
  variationHeldMinor: bigint
  variationDueMinor: bigint
  /** Unpaid losses and overdue spot trades: a part of the utilisation. */
  unpaidMinor: bigint
}

/** Inputs of a facility's utilisation. */
export interface UsageFacts {
  facility: FacilityRow
  positions: readonly PositionRow[]
  margins: readonly CashMarginRow[]
  /** Trades that are not paid and use credit of their own. */
  unpaid: readonly UnpaidTrade[]
}

/** Utilisation to which further positions can be added. */
export interface GrowingUsage extends Usage {
  /**
   * Returns the utilisation with one more position, at the same market, without adding up the others again.
   *
   * @param replaced the position of the same key as it was, if the facility has one
   */
  plus(position: PositionRow, replaced?: PositionRow): GrowingUsage
}

/**
 * Computes the utilisation by the facility's basis at current mid rates. Notional: the remaining base amount of each
 * open deal. MarginWaiver: the waived initial margin, and the net loss not covered by cash margin. Unpaid amounts count
 * in full under both.
 */
export function usageOf(facts: UsageFacts, valuer: Valuer): GrowingUsage {
  const { positions, margins, unpaid } = facts
  const heldOf = (kind: CashMarginRow['kind']) =>
    sum(
      margins
        .filter((margin) => margin.kind === kind)
        .map((margin) => valuer.convert(margin.amountMinor, margin.currency)),
    )
  const fixed = {
    initialHeldMinor: heldOf('Initial'),
    variationHeldMinor: heldOf('Variation'),
    variationDueMinor: heldOf('VariationDue'),
    unpaidMinor: sum(unpaid.map(({ amountMinor, currency }) => valuer.convert(amountMinor, currency))),
  }
  const valueOf = (position: PositionRow) => valuer.value(position).mtmMinor
  let valued: bigint | undefined
  return new Summary(
    { facility: facts.facility, fixed, valuer },
    positions.reduce(adding(facts.facility, valuer), new Map<string, bigint>()),
    () => (valued ??= sum(positions.map(valueOf))), // valued when it is asked for: what notional uses needs no price
  )
}

/** Returns a function that adds a position's use to the use by term; `sign` -1 takes it away. */
const adding =
  ({ utilisationBasis }: FacilityRow, valuer: Valuer, sign: 1n | -1n = 1n) =>
  (usedByTerm: Map<string, bigint>, position: PositionRow): Map<string, bigint> => {
    const used = utilisationBasis === 'Notional' ? valuer.notional(position) : waived(position, valuer)
    return usedByTerm.set(position.termId, (usedByTerm.get(position.termId) ?? 0n) + sign * used)
  }

/** Parts of a utilisation that no position changes. */
interface UsageBase {
  facility: FacilityRow
  fixed: Pick<Usage, 'initialHeldMinor' | 'variationHeldMinor' | 'variationDueMinor' | 'unpaidMinor'>
  valuer: Valuer
}

/** A class, because each quote makes one: an object with its own getter costs more than the sum. */
class Summary implements GrowingUsage {
  readonly utilisedMinor: bigint
  readonly availableMinor: bigint
  readonly initialHeldMinor: bigint
  readonly variationHeldMinor: bigint
  readonly variationDueMinor: bigint
  readonly unpaidMinor: bigint
  readonly #base: UsageBase
  readonly #usedByTerm: Map<string, bigint>
  readonly #mtm: () => bigint

  constructor(base: UsageBase, usedByTerm: Map<string, bigint>, mtm: () => bigint) {
    const { fixed, facility } = base
    const { utilisationBasis, limitMinor } = facility
    const uncovered = utilisationBasis === 'Notional' ? 0n : -mtm() - fixed.initialHeldMinor - fixed.variationHeldMinor
    this.utilisedMinor = sum([...usedByTerm.values()]) + (uncovered < 0n ? 0n : uncovered) + fixed.unpaidMinor
    this.availableMinor = this.utilisedMinor < limitMinor ? limitMinor - this.utilisedMinor : 0n
    this.initialHeldMinor = fixed.initialHeldMinor
    this.variationHeldMinor = fixed.variationHeldMinor
    this.variationDueMinor = fixed.variationDueMinor
    this.unpaidMinor = fixed.unpaidMinor
    this.#base = base
    this.#usedByTerm = usedByTerm
    this.#mtm = mtm
  }

  get mtmMinor(): bigint {
    return this.#mtm()
  }

  utilisedOfTerm(termId: string): bigint {
    return this.#usedByTerm.get(termId) ?? 0n
  }

  plus(position: PositionRow, replaced?: PositionRow): GrowingUsage {
    const { facility, valuer } = this.#base
    const used = adding(facility, valuer)(new Map(this.#usedByTerm), position)
    const valued = () => this.#mtm() + valuer.value(position).mtmMinor
    if (!replaced) return new Summary(this.#base, used, valued)
    const usedWithout = adding(facility, valuer, -1n)(used, replaced)
    return new Summary(this.#base, usedWithout, () => valued() - valuer.value(replaced).mtmMinor)
  }
}

const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

function waived(position: PositionRow, valuer: Valuer): bigint {
  const { base } = parsePair(position.currencyPair)
  const unit = toDecimal(1n, base)
  return toMinor(
    new Decimal(position.waivedMinor).mul(unit).mul(valuer.market.midRate(base, valuer.currency)),
    valuer.currency,
  )
}

/** The positions, margins and unpaid trades of one facility. */
export async function usageFacts(db: Queryable, facility: FacilityRow): Promise<UsageFacts> {
  const { entityId, facilityId } = facility
  return {
    facility,
    positions: await positionsOf(db, entityId, facilityId),
    margins: await cashMarginsOf(db, entityId, facilityId),
    unpaid: unpaidUnder(facility, await unpaidTrades(db, entityId)),
  }
}

const unpaidUnder = ({ facilityId }: FacilityRow, unpaid: readonly UnpaidTrade[]): UnpaidTrade[] =>
  unpaid.filter((each) => each.facilityId === facilityId && usesCredit(each))

/** The facilities of an entity with their terms and use, in the order in which they are tried. */
export interface CreditBook {
  usages: readonly UsageFacts[]
  terms: readonly TermRow[]
  /** All unpaid trades of the entity, longest overdue first. */
  unpaid: readonly UnpaidTrade[]
}

/** Reads the credit book of an entity in one round trip. */
export const readCreditBook = (db: Queryable, entityId: string): Promise<CreditBook> =>
  bookOf(facilitiesOf(db, entityId), db, entityId)

/** Locks all facilities of an entity until the transaction ends, then reads its credit book: in one round trip. */
export const lockCreditBook = (tx: Tx, entityId: string): Promise<CreditBook> =>
  bookOf(lockFacilities(tx, entityId), tx, entityId)

/** Reads what belongs to facilities that are being read. */
async function bookOf(reading: Promise<FacilityRow[]>, db: Queryable, entityId: string): Promise<CreditBook> {
  const [facilities, terms, positions, margins, unpaid] = await Promise.all([
    reading,
    termsOf(db, entityId),
    positionsOf(db, entityId),
    cashMarginsOf(db, entityId),
    unpaidTrades(db, entityId),
  ])
  const usages = facilities.map((facility) => ({
    facility,
    positions: positions.filter(({ facilityId }) => facilityId === facility.facilityId),
    margins: margins.filter(({ facilityId }) => facilityId === facility.facilityId),
    unpaid: unpaidUnder(facility, unpaid),
  }))
  return { usages, terms, unpaid }
}

/** Returns true if nothing is open or unpaid and no margin is held or due. */
export const isUnused = ({ positions, margins, unpaid }: UsageFacts): boolean =>
  positions.length === 0 && margins.length === 0 && unpaid.length === 0

/** Usage of a facility under which nothing is open. */
export const noUsage = (facility: Pick<FacilityRow, 'limitMinor'>): Usage => ({
  utilisedMinor: 0n,
  availableMinor: facility.limitMinor,
  utilisedOfTerm: () => 0n,
  mtmMinor: 0n,
  initialHeldMinor: 0n,
  variationHeldMinor: 0n,
  variationDueMinor: 0n,
  unpaidMinor: 0n,
})

/** The currencies a facility's usage is converted between, and the pairs it is priced by. */
export const wantedBy = ({ facility, positions, margins, unpaid }: UsageFacts) => ({
  pairs: [...new Set(positions.map(({ currencyPair }) => currencyPair))],
  currencies: [...new Set([facility.currency, ...[...margins, ...unpaid].map(({ currency }) => currency)])],
})
