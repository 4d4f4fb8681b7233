import type { EventViews } from '../events/index.ts'
import { defineModule } from '../kernel/module.ts'
import type { Tx } from '../kernel/db/db.ts'
import { findVerification } from '../payments/vop/index.ts'
import { presentBeneficiary } from './present.ts'
import { BeneficiaryOut } from './schema.ts'
import { findBeneficiary, lockBeneficiary } from './queries.ts'
import { takeVerification } from './verification.ts'
import { beneficiaryEvents, LAPSE_BENEFICIARY, lapseBeneficiary } from './review.ts'
import { type BeneficiaryDeps, beneficiaryRoutes } from './routes.ts'

/** Payees of an entity. */
export const beneficiariesModule = defineModule<BeneficiaryDeps>({
  name: 'beneficiaries',
  events: [beneficiaryEvents],
  routes: beneficiaryRoutes,
  reactions: () => ({
    'verification.completed': async (tx, _act, { entityId, resourceId }) => {
      const row = await findVerification(tx, entityId, resourceId)
      if (row) await takeVerification(tx, row)
    },
  }),
  ports: ({ db }) => ({
    eventViews: {
      beneficiary: {
        scope: 'beneficiaries:read',
        schema: BeneficiaryOut,
        async read({ entityId }, id) {
          const row = await findBeneficiary(db.reader, entityId, id)
          return row && presentBeneficiary(row)
        },
      },
    } satisfies EventViews,
    hasBeneficiary: async (tx: Tx, entityId: string, beneficiaryId: string) =>
      (await lockBeneficiary(tx, entityId, beneficiaryId, 'share'))?.status === 'Active',
  }),
  jobs: () => ({ [LAPSE_BENEFICIARY]: lapseBeneficiary }),
  resources: { ben: [['beneficiaries', 'beneficiary_id']] },
})
