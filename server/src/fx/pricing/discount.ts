import { Decimal } from '../../kernel/values/rates.ts'
import type { Interest } from './points/parity.ts'

/** 1 / (1 + r d / basis), not rounded. */
export const discount = ({ percent, dayBasis }: Interest, days: number): Decimal =>
  new Decimal(1).div(
    percent
      .mul(days)
      .div(dayBasis * 100)
      .plus(1),
  )
