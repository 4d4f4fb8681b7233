import type { Queryable } from '../../kernel/db/db.ts'
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

/**
 * Computes the utilisation by the facility's basis at current mid rates. Notional: the remaining base amount of each
 * open deal. MarginWaiver: the waived initial margin, and the net loss not covered by cash margin. Unpaid amounts count
 * in full under both.
 */
export function usageOf({ facility, positions, margins, unpaid }: UsageFacts, valuer: Valuer): Usage {
  const isNotional = facility.utilisationBasis === 'Notional'
  const usedBy = (position: PositionRow) => (isNotional ? valuer.notional(position) : waived(position, valuer))
  const used = positions.map((position) => ({ termId: position.termId, minor: usedBy(position) }))
  let valued: bigint | undefined
  const mtm = () => (valued ??= sum(positions.map((position) => valuer.value(position).mtmMinor)))
  const heldOf = (kind: CashMarginRow['kind']) =>
    sum(
      margins
        .filter((margin) => margin.kind === kind)
        .map((margin) => valuer.convert(margin.amountMinor, margin.currency)),
    )
  const [initialHeldMinor, variationHeldMinor] = [heldOf('Initial'), heldOf('Variation')]
  const uncovered = isNotional ? 0n : -mtm() - initialHeldMinor - variationHeldMinor
  const unpaidMinor = sum(unpaid.map(({ amountMinor, currency }) => valuer.convert(amountMinor, currency)))
  const utilisedMinor = sum(used.map(({ minor }) => minor)) + (uncovered < 0n ? 0n : uncovered) + unpaidMinor
  return {
    utilisedMinor,
    availableMinor: utilisedMinor < facility.limitMinor ? facility.limitMinor - utilisedMinor : 0n,
    utilisedOfTerm: (id) => sum(used.filter(({ termId }) => termId === id).map(({ minor }) => minor)),
    get mtmMinor() {
      return mtm() // valued when it is asked for: what notional uses needs no price
    },
    initialHeldMinor,
    variationHeldMinor,
    variationDueMinor: heldOf('VariationDue'),
    unpaidMinor,
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

/** Reads the credit book of an entity. */
export async function readCreditBook(db: Queryable, entityId: string): Promise<CreditBook> {
  const facilities = await facilitiesOf(db, entityId)
  const terms = await termsOf(db, entityId)
  const positions = await positionsOf(db, entityId)
  const margins = await cashMarginsOf(db, entityId)
  const unpaid = await unpaidTrades(db, entityId)
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
