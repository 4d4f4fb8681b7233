import { defineModule } from '../kernel/module.ts'
import { DISTRIBUTE_FUNDS } from './book/awaited.ts'
import { ledgerSweeps } from './house-legs.ts'
import { type FundingClaims, fundingHandler } from './funding-order.ts'

/** The ledger: house legs of crossings, and the distribution of incoming money. */
export const ledgerModule = defineModule<{ funding: FundingClaims }>({
  name: 'ledger',
  jobs: ({ funding }) => ({ [DISTRIBUTE_FUNDS]: fundingHandler(funding) }),
  sweeps: () => ledgerSweeps,
})
