import type { FastifyBaseLogger } from 'fastify'
import { announceDeprecations } from '../kernel/http/routing/deprecations.ts'
import { type App, createHttp } from '../kernel/http/http.ts'
import { documentApi } from '../kernel/http/openapi/openapi.ts'
import { serveOpenBankingDocuments } from '../open-banking/http/index.ts'
import { OPERATION_ERRORS, OPERATION_EXAMPLES, OPERATION_GROUPS, operationId } from '../service/index.ts'
import { mountRoutes } from './bind.ts'
import type { Context } from './context.ts'
import { MODULES } from './modules.ts'
import { resourceOwners } from './resource-owners.ts'
import { requireHttps } from './transport.ts'

const VERSION = '0.1.0'

/** Builds the listener of the main interface with the routes of every module. */
export async function buildApi(context: Context, log: FastifyBaseLogger | false): Promise<App> {
  const app = createHttp({ ...context, owners: resourceOwners(context.db, MODULES), operationId }, log)
  requireHttps(app, context.baseUrl)
  app.server.maxConnections = context.maxConnections
  announceDeprecations(app, context.deprecations, '/v1/changelog')
  await documentApi(app, {
    version: VERSION,
    groups: OPERATION_GROUPS,
    errors: OPERATION_ERRORS,
    examples: OPERATION_EXAMPLES,
    deprecations: context.deprecations,
    isServed: !context.settings.hidesReference,
  })
  const { openBanking } = context
  if (openBanking && !context.settings.hidesReference)
    serveOpenBankingDocuments(app, () => openBanking.described, VERSION)
  mountRoutes(app, context)
  return app
}
