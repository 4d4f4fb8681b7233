import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../settings/config.ts'
import { announceDeprecations } from '../kernel/http/routing/deprecations.ts'
import { withLimitedWaits } from '../kernel/db/waits/waits.ts'
import { serverLimits } from '../kernel/http/listener/limits.ts'
import type { App } from '../kernel/http/http.ts'
import { isOAuthPath, uncoveredScopes } from '../open-banking/authorisation/index.ts'
import { deleteConsentsOfClient, endConsentsOfScopes } from '../open-banking/consents/index.ts'
import { registrationRoutes } from '../open-banking/dcr/index.ts'
import { collectDocumented, createMessageSigner, createOpenBankingHttp } from '../open-banking/http/index.ts'
import { bankingServices, openBankingRoutes } from './open-banking-routes.ts'
import type { OpenBanking } from './open-banking.ts'
import type { Context } from './context.ts'
import { mutualTls, requireHttps } from './transport.ts'

/** The listener of open banking: mutual TLS, everything that third parties call. */
export async function buildOpenBankingApp(
  opened: Context,
  openBanking: OpenBanking,
  { config, log }: { config: Config; log: FastifyBaseLogger | false },
): Promise<App> {
  const context = { ...opened, db: withLimitedWaits(opened.db) }
  const { db, clock } = context
  const { authorisation, settings, thirdParties } = openBanking
  const signer = createMessageSigner({
    issuer: settings.organisationId,
    trustAnchor: settings.trustAnchors[0]!,
    clock,
    key: () => authorisation.keys.current(),
  })
  const app = createOpenBankingHttp(
    {
      clock,
      signer,
      limits: context.limits,
      outages: context.outages,
      metrics: context.metrics,
      trustedProxies: [...config.trustedProxies, ...settings.trustedProxies],
      server: openBanking.tls
        ? { https: { ...openBanking.tls, ...mutualTls, ...serverLimits } }
        : { http: serverLimits },
      isOAuth: isOAuthPath,
    },
    log,
  )
  openBanking.described = { routes: collectDocumented(app), baseUrl: config.openBankingBaseUrl }
  requireHttps(app, config.openBankingBaseUrl)
  announceDeprecations(app, config.deprecations, `${config.baseUrl}/v1/changelog`)
  app.server.maxConnections = config.maxConnections
  app.server.on('connection', (socket) => {
    if (!openBanking.isWelcome(socket.remoteAddress)) socket.destroy()
  })
  const { askStatusOf } = openBanking
  if (askStatusOf) app.addHook('onRequest', (request) => askStatusOf(request.raw))
  authorisation.mountBackChannel(app)
  registrationRoutes(app, {
    ...openBanking,
    db,
    clock,
    audiences: [settings.organisationId, config.openBankingBaseUrl, `${config.openBankingBaseUrl}/`],
    authenticate: authorisation.authenticate,
    revokeToken: authorisation.revokeToken,
    withHelp: authorisation.withRegistrationHelp,
    async endUncovered(clientId, covered) {
      const act = {
        actor: { type: 'client' as const, id: clientId },
        at: clock.now(),
        wall: clock.wall(),
        epoch: clock.epoch?.(),
      }
      await authorisation.revokeUncovered(clientId, covered)
      if (covered) await endConsentsOfScopes(db, clientId, uncoveredScopes(covered), act)
      else await deleteConsentsOfClient(db, clientId, act)
    },
  })
  const services = bankingServices(context, {
    baseUrl: () => config.openBankingBaseUrl,
    trustAnchors: settings.trustAnchors,
    signer,
    authenticateThirdParty: authorisation.authenticate,
    thirdParties,
  })
  openBankingRoutes(app, services)
  return app
}
