import { defineModule } from '../../kernel/module.ts'
import { type MtmRouteDeps, mtmRoutes } from './routes.ts'

/** Mark-to-market of open deals. */
export const mtmModule = defineModule<MtmRouteDeps>({ name: 'credit/mtm', routes: mtmRoutes })
