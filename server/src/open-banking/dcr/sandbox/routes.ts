import type { App } from '../../../kernel/http/http.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { refuseHttp } from '../../../kernel/http/problems.ts'
import type { SandboxAuthority } from './authority.ts'
import { findSoftwareKeys } from './software.ts'
import { DIRECTORY_PATH } from './statement.ts'

/** Publishes the keys of the sandbox's directory and of its registered software on the main interface. */
export function sandboxDirectoryRoutes(app: App, { db, held }: { db: Db; held: SandboxAuthority }): void {
  const open = { config: { public: true }, schema: { hide: true } }
  app.get(`${DIRECTORY_PATH}/keys`, open, () => ({ keys: [held.statementJwk] }))
  app.get(`${DIRECTORY_PATH}/ca.pem`, open, (_request, reply) =>
    reply.type('application/x-pem-file').send(held.authority.certificate),
  )
  app.get<{ Params: { file: string } }>(`${DIRECTORY_PATH}/:organisation/:file`, open, async (request) => {
    const keys = await findSoftwareKeys(db.reader, request.params.file.replace(/\.jwks$/, ''))
    if (!keys) throw refuseHttp.not_found()
    return keys
  })
}
