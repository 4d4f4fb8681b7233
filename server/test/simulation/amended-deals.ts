/**
 * Independent model of deals and their amendments under an approval policy: what is open, reserved, waiting and counted. It
 * knows amounts of EUR, the entity's base currency, in minor units, and reads nothing from the service.
 */

export const POLICY_FROM = 4_000_000n
export const DAILY_LIMIT = 80_000_000n

export type ForwardAmendment = 'Extend' | 'BringForward' | 'CloseOut' | 'Split'
export type SpotAmendment = 'Cancel' | 'Move'

export interface Deal {
  id: string
  product: 'Spot' | 'Forward'
  valueDate: string
  /** Sell amount as answered, which an entity without credit has on hold while a spot trade is open. */
  sellMinor: bigint
  /** Open amount; nothing once the trade has ended. Drawn amounts are not open. */
  openMinor: bigint
  /** Drawn and not settled. */
  drawnMinor: bigint
}

export interface Waiting {
  /** Trade to approve. */
  id: string
  deal: Deal
  type: ForwardAmendment | SpotAmendment
  minor: bigint
  newValueDate: string | undefined
  newSellMinor: bigint
}

/** Deals of one entity with their amendments. */
export class AmendedDeals {
  deals: Deal[] = []
  waiting: Waiting[] = []
  /** Counted towards the daily limit of trades. */
  usedMinor = 0n

  /** A new deal, which another client has approved where it needed that. */
  book(deal: Deal): void {
    this.usedMinor += deal.openMinor
    this.deals.push(deal)
  }

  mayCount(minor: bigint): boolean {
    return this.usedMinor + minor <= DAILY_LIMIT
  }

  reservedMinor(deal: Deal): bigint {
    return sum(this.waiting.filter((each) => each.deal === deal).map(({ minor }) => minor))
  }

  /** Amount that a client may still draw or amend. */
  freeMinor(deal: Deal): bigint {
    return deal.openMinor - this.reservedMinor(deal)
  }

  /** Rejection of an amendment that is made now; undefined if it can be made. The amendment may have waited. */
  rejection({ deal, type, minor, newValueDate }: Omit<Waiting, 'id'>): string | undefined {
    if (deal.product === 'Spot' && deal.openMinor === 0n) return 'spot_trade_not_amendable'
    if (type === 'Split' && deal.openMinor === minor) return 'split_leaves_nothing'
    const isLater = newValueDate !== undefined && newValueDate > deal.valueDate
    if ((type === 'Extend' || type === 'Move') && isLater && !this.mayCount(minor)) return 'daily_limit_exceeded'
    return undefined
  }

  /** Makes an amendment: the part ends, and continues as another deal where it has one. */
  make({ id, deal, type, minor, newValueDate, newSellMinor }: Waiting): void {
    if (type !== 'Split') this.usedMinor += minor
    deal.openMinor -= minor
    if (type === 'Cancel' || type === 'CloseOut') return
    const { product, valueDate } = deal
    const sellMinor = newSellMinor
    this.deals.push({ id, product, valueDate: newValueDate ?? valueDate, sellMinor, openMinor: minor, drawnMinor: 0n })
  }

  /** An approval, a rejection or a lapse ends the wait. */
  decided(waiting: Waiting): void {
    this.waiting = this.waiting.filter((each) => each !== waiting)
  }

  /** Everything that the service must show. */
  expected(kind: 'RM' | 'ABS') {
    const spots = this.deals.filter(({ product, openMinor }) => product === 'Spot' && openMinor > 0n)
    const forwards = this.deals.filter(({ product }) => product === 'Forward')
    const settlement = sum(spots.map(({ openMinor }) => openMinor))
    return {
      used: this.usedMinor,
      exposure: sum(forwards.map(({ openMinor, drawnMinor }) => openMinor + drawnMinor)),
      settlement: kind === 'RM' ? settlement : 0n,
      held: kind === 'RM' ? 0n : sum(spots.map(({ sellMinor }) => sellMinor)),
      pending: this.waiting.map(({ id }) => id).sort(),
      open: Object.fromEntries(this.deals.map((deal) => [deal.id, this.shown(deal)])),
    }
  }

  /** Remaining amount of a forward, or whether a spot trade is open. */
  private shown(deal: Deal): bigint | boolean {
    return deal.product === 'Spot' ? deal.openMinor > 0n : this.freeMinor(deal)
  }
}

const sum = (all: readonly bigint[]): bigint => all.reduce((total, each) => total + each, 0n)
