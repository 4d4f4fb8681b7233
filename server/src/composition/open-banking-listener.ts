import { createServer } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { announceDeprecations } from '../kernel/http/routing/deprecations.ts'
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
  context: Context,
  openBanking: OpenBanking,
  { config, log }: { config: Config; log: FastifyBaseLogger | false },
): Promise<App> {
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
      const act = { actor: { type: 'client' as const, id: clientId }, at: clock.now(), wall: clock.wall() }
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

/**
 * Returns the configuration with another port if the default one is in use and no port was configured. The port stays
 * reserved until `release`, so that servers starting together choose different ones.
 */
export async function holdPort(config: Config): Promise<{ config: Config; release: () => Promise<void> }> {
  const interfaces = await holdOpenBankingPort(config)
  const pages = await holdPagesPort(interfaces.config)
  return { config: pages.config, release: async () => void (await Promise.all([interfaces, pages].map(releaseIt))) }
}

const releaseIt = ({ release }: { release: () => Promise<void> }): Promise<void> => release()

/** The same for the pages; a configured port is kept, and the listener then reports that it is in use. */
async function holdPagesPort(config: Config): Promise<{ config: Config; release: () => Promise<void> }> {
  const { pagesPort, isPagesPortGiven, host } = config
  const held = pagesPort && !isPagesPortGiven && ((await tryPort(pagesPort, host)) ?? (await tryPort(0, host)))
  if (!held) return { config, release: async () => {} }
  const address = new URL(config.pagesBaseUrl)
  address.port = String(held.port)
  return { config: { ...config, pagesPort: held.port, pagesBaseUrl: address.origin }, release: held.release }
}

async function holdOpenBankingPort(config: Config): Promise<{ config: Config; release: () => Promise<void> }> {
  const { openBanking, isOpenBankingPortGiven, openBankingPort, host } = config
  if (!openBanking || isOpenBankingPortGiven) return { config, release: async () => {} }
  const held = (await tryPort(openBankingPort, host)) ?? (await tryPort(0, host))
  if (!held) return { config, release: async () => {} } // the listener will say what is wrong
  const { port, release } = held
  const address = new URL(config.openBankingBaseUrl)
  const isOwn = address.port !== String(openBankingPort) // an address that clients use, whatever we listen on
  address.port = String(port)
  const openBankingBaseUrl = isOwn ? config.openBankingBaseUrl : address.href.replace(/\/$/, '')
  return { config: { ...config, openBankingPort: port, openBankingBaseUrl }, release }
}

/** A port that is held; undefined when it is in use. */
function tryPort(port: number, host: string): Promise<{ port: number; release: () => Promise<void> } | undefined> {
  return new Promise((resolve) => {
    const probe = createServer().unref()
    probe.once('error', () => resolve(undefined))
    probe.listen(port, host, () => {
      const bound = probe.address() as { port: number }
      const release = () => new Promise<void>((done) => probe.close(() => done()))
      resolve({ port: bound.port, release })
    })
  })
}
