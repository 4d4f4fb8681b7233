import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { EntityDirectory } from '../../entities/index.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { App } from '../../kernel/http/http.ts'
import type { Listener } from '../../kernel/db/notifications.ts'
import type { Seal } from '../../kernel/values/seal.ts'
import {
  createAuthenticators,
  createConfirm,
  createDevices,
  createLogIn,
  createLogInLimits,
  createPasskeys,
} from '../../users/index.ts'
import type { CheckPayee, FindPayers } from '../consents/index.ts'
import type {
  AuthenticateThirdParty,
  Certified,
  ClientCertificates,
  SoftwareKeys,
  IntroducingThirdParties,
} from '../dcr/index.ts'
import { interactionIdOf } from '../http/index.ts'
import { isOfSuspended, revokeAccessToken } from './adapter.ts'
import { connectionRoutes } from './connections.ts'
import { type Coverage, revokeUncovered } from './coverage.ts'
import { discoveryRoutes } from './discovery.ts'
import { descriptionOf } from './errors/explain.ts'
import { helpRoutes, withHelp } from './errors/help.ts'
import { createFrontDoor } from './front-door.ts'
import type { Scripts } from './journey/journey-context.ts'
import { journeyRoutes } from './journey/journey.ts'
import { backChannelRoutes, frontChannelRoutes } from './mount.ts'
import type { Institution } from '../../institution/index.ts'
import { frameOf, pageFileRoutes } from './pages/files.ts'
import {
  endedPage,
  type Page,
  type PageFrame,
  suspendedPage,
  unavailablePage,
  unusableLinkPage,
  writePage,
} from './pages/layout.ts'
import { createProvider } from './provider.ts'
import { createPsuSessions } from './journey/psu-sessions.ts'
import { openSigningKeys, type SigningKey, type SigningKeys } from './signing-keys.ts'

interface AuthorisationDeps extends ClientCertificates {
  db: Db
  clock: Clock
  /** Not yet started: hearers are added to it. */
  listener: Listener
  entities: EntityDirectory
  seal: Seal
  softwareKeys: SoftwareKeys
  thirdParties: IntroducingThirdParties
  /** Certifies a new signing key. */
  certify: () => Promise<Certified>
  /** True if an unreadable signing key may be replaced. */
  mayReplace: boolean
  /** Address of the open-banking listener: our name as issuer. */
  issuer: string
  /** Our id in the directory. */
  organisationId: string
  /** Address of the pages: the main interface, or a listener of their own. */
  pagesOrigin: string
  /** True if the pages have an HTTPS listener of their own; plain HTTP then redirects there. */
  hasPagesListener: boolean
  /** Name, logo, colour and support line of the pages. */
  institution: Institution
  /** Signs cookies; the same in every process. */
  cookieKey: string
  /** Receives internal errors. */
  onDefect: (error: Error) => void
  findPayers: FindPayers
  checkPayee: CheckPayee
  /** Help pages for developers, which error descriptions link to. */
  isSandbox: boolean
  /** Sandbox only: decisions without a page. */
  scripts?: Scripts
}

export interface Authorisation {
  authenticate: AuthenticateThirdParty
  keys: SigningKeys
  /** Revokes an access token of any client. */
  revokeToken: (token: string) => Promise<void>
  /** Ends what a client holds beyond its registration; everything without one. */
  revokeUncovered: (clientId: string, covered: Coverage | undefined) => Promise<void>
  /** Sandbox only: adds the address of a correct registration to an error. */
  withRegistrationHelp: (description: string) => string
  /** Mounts the endpoints for third parties on the listener with client certificates. */
  mountBackChannel: (app: App) => void
  /** Mounts the pages for browsers on the main interface. */
  mountPages: (app: App) => void
}

/** Opens the authorisation server; before the listener starts. */
export async function openAuthorisation(deps: AuthorisationDeps): Promise<Authorisation> {
  const { db, clock, issuer, pagesOrigin } = deps
  const frame = frameOf(deps.institution)
  const keys = await openSigningKeys(deps)
  const help = deps.isSandbox ? { helpOrigin: pagesOrigin } : {}
  const renderError = errorRenderer(frame, help.helpOrigin)
  const signingWith = (key: SigningKey) => createProvider({ ...deps, ...help, renderError }, key)
  let provider = await signingWith(keys.current())
  keys.onChange(async (next) => void (provider = await signingWith(next)))
  const current = () => provider
  const secure = pagesOrigin.startsWith('https:')
  const devices = createDevices({ key: deps.cookieKey, clock })
  const sessions = createPsuSessions({ db, clock, secure, devices })
  const passkeys = createPasskeys({ db, clock, origin: pagesOrigin, institution: deps.institution.name })
  const limits = createLogInLimits({ db, clock })
  const factors = { db, clock, seal: deps.seal, passkeys, limits }
  const frontDoor = createFrontDoor(deps)
  const pages = {
    ...deps,
    provider: current,
    sessions,
    passkeys,
    logIn: createLogIn({ ...factors, devices }),
    confirm: createConfirm(factors),
    authenticators: createAuthenticators({ ...factors, issuer: deps.institution.name }),
    origin: new URL(pagesOrigin).origin,
    timeZone: frame.institution.timeZone,
  }
  return {
    authenticate: frontDoor.authenticate,
    keys,
    async revokeToken(token) {
      await revokeAccessToken(db.pool, token, clock.wall())
      frontDoor.forgetToken(token)
    },
    withRegistrationHelp: (description) => withHelp(description, 'registration', help.helpOrigin),
    revokeUncovered: (clientId, covered) => revokeUncovered(db, clientId, covered, clock.wall()),
    mountBackChannel(app) {
      discoveryRoutes(app, { issuer, pagesOrigin, keys })
      const { certificateOf, certificateErrorOf } = deps
      backChannelRoutes(app, { provider: current, origin: issuer, certificateOf, certificateErrorOf, ...help })
    },
    mountPages(app) {
      app.decorate('pageFrame', frame)
      pageFileRoutes(app, frame.institution, deps.thirdParties)
      app.addHook('onRequest', async (request, reply) => {
        if (!request.url.startsWith('/open-banking')) return
        if (deps.hasPagesListener && isPlainVisit(request)) return reply.redirect(`${pagesOrigin}${request.url}`, 307)
        void reply.header('x-fapi-interaction-id', interactionIdOf(request.headers['x-fapi-interaction-id']))
      })
      const { scripts } = deps
      frontChannelRoutes(app, {
        db,
        clock,
        provider: current,
        origin: pagesOrigin,
        sessions,
        cookieKey: deps.cookieKey,
        ...help,
        ...(scripts && { scripts }),
      })
      if (deps.isSandbox) helpRoutes(app, { issuer, organisationId: deps.organisationId, clock })
      journeyRoutes(app, pages)
      connectionRoutes(app, pages)
    },
  }
}

/** Returns true if a browser opens a page over plain HTTP. */
const isPlainVisit = ({ method, url, raw }: FastifyRequest): boolean =>
  method === 'GET' &&
  /^\/open-banking\/(authorize|consent|connections)\b/.test(url) &&
  raw.socket instanceof Socket &&
  !(raw.socket instanceof TLSSocket)

/** Renders errors that cannot be sent to a third party because its redirect is not trusted. */
const errorRenderer =
  (frame: PageFrame, helpOrigin: string | undefined): Parameters<typeof createProvider>[0]['renderError'] =>
  (ctx, error) => {
    ctx.body = writePage(frame, ctx.res, pageOf(error as ProviderError, ctx.status, helpOrigin), ctx.status)
  }

interface ProviderError {
  error?: string
  error_description?: string
}

/** A refusal has its page here only if the third party was suspended meanwhile. */
function pageOf(error: ProviderError, status: number, helpOrigin: string | undefined): Page {
  if (error.error === 'access_denied') return endedPage('refused')
  if (status === 503) return unavailablePage()
  const description = status < 500 ? descriptionOf(error) : undefined
  if (description === undefined) return unusableLinkPage('Something failed on our side.')
  return isOfSuspended(error)
    ? suspendedPage(description)
    : unusableLinkPage(withHelp(description, 'requestObject', helpOrigin))
}
