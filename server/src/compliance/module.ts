import { defineModule } from '../kernel/module.ts'
import type { Screening } from '../screening/index.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { screenPayees } from './compliance.ts'
import { rescreenPayees } from './rescreening.ts'

/** Screening of entities, payments, payees and incoming money. */
export const complianceModule = defineModule<{ screening: Screening; clock: Clock }>({
  name: 'compliance',
  sweeps: ({ screening, clock }) => ({
    'beneficiary.rescreen': rescreenPayees({ screening, wall: () => clock.wall() }),
  }),
  ports: ({ screening }) => ({ screen: screenPayees(screening) }),
})
