import type { TradeRow } from './queries.ts'

/** Returns the amount that the client fixed: of a trade, or of a part of it. */
export const fixedOf = (
  { fixedSide, buyCurrency, sellCurrency }: Pick<TradeRow, 'fixedSide' | 'buyCurrency' | 'sellCurrency'>,
  { buyMinor, sellMinor }: Pick<TradeRow, 'buyMinor' | 'sellMinor'>,
): { minor: bigint; currency: string } =>
  fixedSide === 'Buy' ? { minor: buyMinor, currency: buyCurrency } : { minor: sellMinor, currency: sellCurrency }
