import { defineModule } from '../kernel/module.ts'
import { beneficiaryEvents } from './events.ts'
import { LAPSE_BENEFICIARY, lapseBeneficiaryHandler } from './review.ts'
import { type BeneficiaryDeps, beneficiaryRoutes } from './routes.ts'

/** Payees of an entity. */
export const beneficiariesModule = defineModule<BeneficiaryDeps>({
  name: 'beneficiaries',
  events: beneficiaryEvents,
  routes: beneficiaryRoutes,
  jobs: (context) => ({ [LAPSE_BENEFICIARY]: lapseBeneficiaryHandler(context) }),
  resources: { ben: [['beneficiaries', 'beneficiary_id']] },
})
