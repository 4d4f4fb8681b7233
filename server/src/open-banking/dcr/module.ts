import type { Db } from '../../kernel/db/db.ts'
import { defineModule } from '../../kernel/module.ts'
import { deleteOldJtis } from './queries.ts'
import type { SandboxAuthority } from './sandbox/authority.ts'
import { sandboxDirectoryRoutes } from './sandbox/routes.ts'

interface RegistrationContext {
  db: Db
  openBanking?: { sandbox?: SandboxAuthority | undefined } | undefined
}

/** Registration of third parties, and the sandbox's own directory of them. */
export const registrationModule = defineModule<RegistrationContext>({
  name: 'open-banking/dcr',
  sandboxRoutes(app, { db, openBanking }) {
    if (openBanking?.sandbox) sandboxDirectoryRoutes(app, { db, held: openBanking.sandbox })
  },
  cleanUp: [(db, { wall }, limit) => deleteOldJtis(db, wall, limit)],
})
