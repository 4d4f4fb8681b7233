import { defineModule } from '../kernel/module.ts'
import type { EventViews } from '../events/index.ts'
import { internalTransferAudits } from './audits.ts'
import { type FoundTransfer, presentFound, readTransfers } from './found.ts'
import { internalTransferEvents, LAPSE_TRANSFER, lapseTransfer } from './orders.ts'
import { TransferOut } from './schema.ts'
import { type InternalTransferDeps, internalTransferRoutes } from './routes.ts'

/** Transfers between two accounts of one ABS entity. */
export const internalTransfersModule = defineModule<InternalTransferDeps>({
  name: 'internal-transfers',
  events: [internalTransferEvents],
  routes: internalTransferRoutes,
  ports: () => ({
    eventViews: {
      internalTransfer: {
        scope: 'reporting:read',
        schema: TransferOut,
        read: readTransfers,
        present: (found: FoundTransfer, viewer) => presentFound(found, viewer),
      },
    } satisfies EventViews,
  }),
  jobs: () => ({ [LAPSE_TRANSFER]: lapseTransfer }),
  resources: {
    ift: [
      ['internal_transfers', 'internal_transfer_id'],
      ['internal_transfer_orders', 'internal_transfer_id'],
    ],
  },
  audits: internalTransferAudits,
})
