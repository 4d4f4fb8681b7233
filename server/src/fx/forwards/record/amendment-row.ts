import type { AmendmentRow as TradeAmendmentRow } from '../../trades/index.ts'
import type { AmendmentType } from './schema.ts'

/** A quote for an amendment of a forward, and once it is booked what that has made. */
export type AmendmentRow = TradeAmendmentRow<AmendmentType>
