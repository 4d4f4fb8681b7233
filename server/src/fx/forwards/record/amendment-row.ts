import type { AmendmentRow as TradeAmendmentRow } from '../../trades/index.ts'
import type { AmendmentType } from './schema.ts'

/** Quote for an amendment of a forward, with the booked trades once it is booked. */
export type AmendmentRow = TradeAmendmentRow<AmendmentType>
