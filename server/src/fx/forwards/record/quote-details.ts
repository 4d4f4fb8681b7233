import { CREDIT_VERSION } from '../../../credit/margin/index.ts'
import type { QuoteDetails } from '../../quotes/index.ts'
import type { ForwardQuoteRow } from './queries.ts'

/** Forward data of quotes, as the store of quotes writes many with their quotes. */
export const forwardQuoteDetails: QuoteDetails<ForwardQuoteRow & { decidedOn: string | null }> = {
  name: 'store-forward-quotes',
  insert: 'insert into fx_forward_quotes (entity_id, quote_id',
  columns: [
    ['forward_type', 'text', 'forwardType'],
    ['access_date', 'date', 'accessDate'],
    ['priced_at_date', 'date', 'pricedAtDate'],
    ['spot_rate', 'numeric', 'spotRate'],
    ['reason', 'text', 'reason'],
    ['facility_id', 'uuid', 'facilityId'],
    ['term_id', 'uuid', 'termId'],
    ['margin_side', 'text', 'marginSide'],
    ['margin_percent', 'numeric', 'marginPercent'],
    ['margin_minor', 'bigint', 'marginMinor'],
    ['default_beneficiary_id', 'uuid', 'defaultBeneficiaryId'],
  ],
  version: { of: 'decidedOn', computedBy: CREDIT_VERSION },
}
