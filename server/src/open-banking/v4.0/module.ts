import { defineModule } from '../../kernel/module.ts'
import type { InitiationDeps } from '../initiation/index.ts'
import type { ResourceDeps } from '../resources/index.ts'
import { v40Routes } from './routes.ts'

/** Version 4.0 of the open-banking interface. */
export const v40Module = defineModule<object, ResourceDeps & InitiationDeps>({
  name: 'open-banking/v4.0',
  openBankingRoutes: v40Routes,
})
