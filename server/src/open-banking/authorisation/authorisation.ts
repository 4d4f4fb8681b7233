import type { EntityDirectory } from '../../entities/index.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import type { App } from '../../kernel/http/http.ts'
import type { Listener } from '../../kernel/db/notifications.ts'
import type { Seal } from '../../kernel/values/seal.ts'
import { createLogIn, createPasskeys, type User } from '../../users/index.ts'
import type { AuthenticateThirdParty, Certified, CertificateReader, KeySets, ThirdParties } from '../dcr/index.ts'
import { interactionIdOf } from '../http/index.ts'
import { revokeAccessToken, revokeClient } from './adapter.ts'
import { connectionRoutes } from './connections.ts'
import { discoveryRoutes } from './discovery.ts'
import { createFrontDoor } from './front-door.ts'
import { journeyRoutes } from './journey/journey.ts'
import type { NeedsOthers } from './journey/journey-context.ts'
import { backChannelRoutes, frontChannelRoutes } from './mount.ts'
import { errorPage, writePage } from './pages/layout.ts'
import { createProvider } from './provider.ts'
import { createPsuSessions } from './journey/psu-sessions.ts'
import { openSigningKeys, type SigningKeys } from './signing-keys.ts'

interface AuthorisationDeps {
  db: Db
  clock: Clock
  /** Not yet started: hearers are added to it. */
  listener: Listener
  entities: EntityDirectory
  seal: Seal
  keySets: KeySets
  thirdParties: ThirdParties
  certificateOf: CertificateReader
  /** Certifies a new signing key. */
  certify: () => Promise<Certified>
  /** True if an unreadable signing key may be replaced. */
  mayReplace: boolean
  /** Address of the open-banking listener: our name as issuer. */
  issuer: string
  /** Address of the main interface, where the pages are. */
  pagesOrigin: string
  /** Signs cookies; the same in every process. */
  cookieKey: string
  /** Receives internal errors. */
  onDefect: (error: Error) => void
  /** Determines if the payment of a consent needs more approvers of the payer than the user. */
  needsOthers: NeedsOthers
  /** Test only: the user in whose name everything is approved, without a page. */
  scriptedUser?: () => Promise<User | undefined>
}

export interface Authorisation {
  authenticate: AuthenticateThirdParty
  keys: SigningKeys
  /** Revokes an access token of any client. */
  revokeToken: (token: string) => Promise<void>
  /** Ends everything a client holds. */
  revokeClient: (tx: Tx, clientId: string) => Promise<void>
  /** Mounts the endpoints for third parties on the listener with client certificates. */
  mountBackChannel: (app: App) => void
  /** Mounts the pages for browsers on the main interface. */
  mountPages: (app: App) => void
}

/** Opens the authorisation server; before the listener starts. */
export async function openAuthorisation(deps: AuthorisationDeps): Promise<Authorisation> {
  const { db, clock, issuer, pagesOrigin } = deps
  const keys = await openSigningKeys(deps)
  const make = () => createProvider({ ...deps, renderError }, keys.current())
  let provider = await make()
  keys.onChange(() => void make().then((next) => (provider = next)))
  const current = () => provider
  const secure = pagesOrigin.startsWith('https:')
  const sessions = createPsuSessions({ db, clock, secure })
  const passkeys = createPasskeys({ db, clock, origin: pagesOrigin })
  const frontDoor = createFrontDoor(deps)
  const pages = {
    ...deps,
    provider: current,
    sessions,
    passkeys,
    logIn: createLogIn({ db, clock, seal: deps.seal, passkeys }),
    origin: new URL(pagesOrigin).origin,
  }
  return {
    authenticate: frontDoor.authenticate,
    keys,
    async revokeToken(token) {
      await revokeAccessToken(db.pool, token, clock.wall())
      frontDoor.forgetToken(token)
    },
    revokeClient: (tx, clientId) => revokeClient(tx, clientId, clock.wall()),
    mountBackChannel(app) {
      discoveryRoutes(app, { issuer, pagesOrigin, keys })
      backChannelRoutes(app, { provider: current, origin: issuer, certificateOf: deps.certificateOf })
    },
    mountPages(app) {
      app.addHook('onRequest', async (request, reply) => {
        if (!request.url.startsWith('/open-banking')) return
        void reply.header('x-fapi-interaction-id', interactionIdOf(request.headers['x-fapi-interaction-id']))
      })
      const isScripted = deps.scriptedUser !== undefined
      frontChannelRoutes(app, { db, provider: current, origin: pagesOrigin, sessions, isScripted })
      journeyRoutes(app, pages)
      connectionRoutes(app, pages)
    },
  }
}

/** Renders errors that cannot be sent to a third party because its redirect is not trusted. */
const renderError: Parameters<typeof createProvider>[0]['renderError'] = (ctx, error) => {
  const told = (error as { error_description?: string }).error_description ?? 'Something failed on our side.'
  ctx.body = writePage(ctx.res, errorPage('This link cannot be used', told.replace(/\.?$/, '.')), ctx.status)
}
