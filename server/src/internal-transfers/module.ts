import { defineModule } from '../kernel/module.ts'
import { internalTransferEvents, LAPSE_TRANSFER, lapseTransfer } from './orders.ts'
import { type InternalTransferDeps, internalTransferRoutes } from './routes.ts'

/** Transfers between two accounts of one ABS entity. */
export const internalTransfersModule = defineModule<InternalTransferDeps>({
  name: 'internal-transfers',
  events: [internalTransferEvents],
  routes: internalTransferRoutes,
  jobs: () => ({ [LAPSE_TRANSFER]: lapseTransfer }),
  resources: {
    ift: [
      ['internal_transfers', 'internal_transfer_id'],
      ['internal_transfer_orders', 'internal_transfer_id'],
    ],
  },
})
