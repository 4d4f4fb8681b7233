import { type EventViews, readEach } from '../events/index.ts'
import { defineModule } from '../kernel/module.ts'
import type { Tx } from '../kernel/db/db.ts'
import { findVerification } from '../payments/vop/index.ts'
import { presentBeneficiary } from './present.ts'
import { BeneficiaryOut } from './schema.ts'
import { type BeneficiaryRow, findBeneficiary, lockBeneficiary } from './queries.ts'
import { takeVerification } from './verification.ts'
import { beneficiaryEvents, LAPSE_BENEFICIARY, lapseBeneficiary } from './review.ts'
import { type BeneficiaryDeps, beneficiaryRoutes } from './routes.ts'

/** Payees of an entity. */
export const beneficiariesModule = defineModule<BeneficiaryDeps>({
  name: 'beneficiaries',
  events: [beneficiaryEvents],
  routes: beneficiaryRoutes,
  reactions: () => ({
    'verification.completed': async (tx, act, { entityId, resourceId }) => {
      const row = await findVerification(tx, entityId, resourceId)
      if (row) await takeVerification(tx, act, row)
    },
  }),
  ports: () => ({
    eventViews: {
      beneficiary: {
        scope: 'beneficiaries:read',
        schema: BeneficiaryOut,
        read: readEach(findBeneficiary),
        present: (row: BeneficiaryRow) => presentBeneficiary(row),
      },
    } satisfies EventViews,
    hasBeneficiary: async (tx: Tx, entityId: string, beneficiaryId: string) =>
      (await lockBeneficiary(tx, entityId, beneficiaryId, 'share'))?.status === 'Active',
  }),
  jobs: () => ({ [LAPSE_BENEFICIARY]: lapseBeneficiary }),
  resources: { ben: [['beneficiaries', 'beneficiary_id']] },
})
