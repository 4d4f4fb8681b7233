import { defineModule } from '../../kernel/module.ts'
import type { InitiationDeps } from '../initiation/index.ts'
import type { ResourceDeps } from '../resources/index.ts'
import { v31Routes } from './routes.ts'

/** Version 3.1 of the open-banking interface. */
export const v31Module = defineModule<object, ResourceDeps & InitiationDeps>({
  name: 'open-banking/v3.1',
  openBankingRoutes: v31Routes,
})
