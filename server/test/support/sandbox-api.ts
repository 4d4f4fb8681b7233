import pino from 'pino'
import { buildApi } from '../../src/composition/api.ts'
import { openContext } from '../../src/composition/open-context.ts'
import { readConfig } from '../../src/settings/config.ts'
import type { Db } from '../../src/kernel/db/db.ts'
import { seedSandbox } from '../../src/sim/seed/index.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const log = pino({ level: 'silent' })

/** A seeded sandbox whose main interface is called without a listener. */
export async function openSandboxApi(db: Db) {
  const config = readConfig({ SANDBOX: 'true', DATA_DIR: temporaryDirectory(), PORT: '0' })
  const services = await openContext(db, config, log)
  const credentials = (await seedSandbox({ ...config, db, clock: services.clock }))!
  const app = await buildApi(services, false)
  return {
    app,
    credentials,
    tokenOf: async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Promise<string> => {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams(form).toString()
      const answer = await app.inject({ method: 'POST', url: '/v1/oauth2/token', headers, payload })
      return answer.json<{ access_token: string }>().access_token
    },
    close: async () => {
      await app.close()
      await services.close()
    },
  }
}
