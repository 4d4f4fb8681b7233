import { defineModule } from '../kernel/module.ts'
import { DISTRIBUTE_FUNDS, type FundingClass } from './book/awaited.ts'
import { ledgerSweeps } from './house-legs.ts'
import { distributionHandler } from './distribution.ts'

/** The ledger: house legs of crossings, and the distribution of incoming money. */
export const ledgerModule = defineModule<{ fundingOrder: readonly FundingClass[] }>({
  name: 'ledger',
  jobs: ({ fundingOrder }) => ({
    [DISTRIBUTE_FUNDS]: distributionHandler(fundingOrder),
  }),
  sweeps: () => ledgerSweeps,
})
