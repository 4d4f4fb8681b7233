import type { Institution } from '../institution/index.ts'
import type { Deps } from '../kernel/http/http.ts'
import { deleteOldKeys } from '../kernel/http/command.ts'
import { deleteFullBuckets } from '../kernel/http/limits/leases.ts'
import { defineModule } from '../kernel/module.ts'
import { consoleRoutes } from './console.ts'
import { type ServiceDeps, serviceRoutes } from './routes.ts'
import { siteRoutes } from './site.ts'

const KEYS_KEPT_MS = 7 * 86_400_000

/** Health, error codes, the changelog, the documentation site and the console. */
export const serviceModule = defineModule<ServiceDeps & Pick<Deps, 'settings'> & { institution: Institution }>({
  name: 'service',
  routes(app, context) {
    serviceRoutes(app, context)
    if (!context.settings.hidesReference) siteRoutes(app)
    if (!context.settings.hidesConsole) consoleRoutes(app, context.institution)
  },
  cleanUp: [
    (db, { wall }, limit) => deleteOldKeys(db, new Date(wall.getTime() - KEYS_KEPT_MS), limit),
    (db, { wall }, limit) => deleteFullBuckets(db, wall, limit),
  ],
})
