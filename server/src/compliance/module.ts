import { defineModule } from '../kernel/module.ts'
import type { Screening } from '../screening/index.ts'
import { screenPayees } from './compliance.ts'

/** Screening of payments, payees and incoming money. */
export const complianceModule = defineModule<{ screening: Screening }>({
  name: 'compliance',
  ports: ({ screening }) => ({ screen: screenPayees(screening) }),
})
