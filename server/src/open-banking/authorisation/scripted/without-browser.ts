import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import type Provider from 'oidc-provider'
import type { App } from '../../../kernel/http/http.ts'
import { createSeal } from '../../../kernel/values/seal.ts'
import type { Scripts } from '../journey/journey-context.ts'
import { PATHS } from '../requests/paths.ts'
import { isScript } from './script.ts'

interface Deps {
  provider: () => Provider
  /** Seals what a waiting request is led back with; the same in every process. */
  cookieKey: string
  /** Sandbox only: decisions without a page. */
  scripts?: Scripts
}

/** A browser that is played for a third party, on its way through the pages. */
interface Played {
  /** Page to open next: path and query. */
  url: string
  cookies: [name: string, value: string][]
}

const STEP_HEADER = 'x-cambist-scripted-step'
const MOST_STEPS = 6
/** Query parameter of the address that leads back to a decision that is not yet due. */
const WAITING = 'waiting'

/** Headers of each answer's own connection and browser, which are not passed on. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'x-request-id',
])

/**
 * Returns the browser to play if no page is needed: by configuration, because the login hint of the request object orders a
 * decision, or because the request continues one that waits. A hint outside the signed object counts no more here than for
 * the provider.
 */
export async function playedFor(deps: Deps, { url, headers, query }: FastifyRequest): Promise<Played | undefined> {
  const { scripts, provider } = deps
  if (!scripts || headers[STEP_HEADER] !== undefined) return undefined
  const { request, request_uri: uri, [WAITING]: waiting } = query as Record<string, unknown>
  if (typeof waiting === 'string') return opened(deps, waiting)
  const played: Played = { url, cookies: [] }
  if (scripts.everyone !== undefined) return played
  const object = request ?? (await pushedRequest(provider(), uri))
  try {
    return typeof object === 'string' && isScript(decodeJwt(object)['login_hint']) ? played : undefined // verified on the way
  } catch {
    return undefined
  }
}

const PUSHED = 'urn:ietf:params:oauth:request_uri:'

/** Returns the request object that a third party pushed beforehand; undefined without one. */
async function pushedRequest(provider: Provider, uri: unknown): Promise<string | undefined> {
  if (typeof uri !== 'string' || !uri.startsWith(PUSHED)) return undefined
  return (await provider.PushedAuthorizationRequest.find(uri.slice(PUSHED.length)))?.request
}

/**
 * Sandbox only: follows the journey to its end and answers the redirect to the third party. A decision that is not yet due
 * leads back to an address that continues this journey: the request object may have expired by then.
 */
export async function withoutBrowser(
  deps: Deps,
  app: App,
  { url: first, cookies }: Played,
  { host }: IncomingHttpHeaders,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const jar = new Map(cookies)
  let url = first
  for (let step = 0; step < MOST_STEPS; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({ url, headers: { cookie, host, [STEP_HEADER]: '1' } })
    for (const { name, value } of answer.cookies) jar.set(name, value)
    const { location } = answer.headers
    const next = location === undefined ? undefined : new URL(location, 'http://self.invalid')
    if (!next?.pathname.startsWith('/open-banking/') || answer.statusCode >= 400) {
      void reply.code(answer.statusCode)
      for (const [name, value] of Object.entries(answer.headers))
        if (!OWN_HEADERS.has(name)) void reply.header(name, value)
      return reply.send(answer.rawPayload)
    }
    const following = `${next.pathname}${next.search}`
    if (following === url) return reply.redirect(addressOf(deps, { url, cookies: [...jar] }), 303)
    url = following
  }
  throw new Error('the scripted authorisation did not end')
}

const OWNER = 'waiting'
const sealOf = ({ cookieKey }: Deps) => createSeal(() => hash('sha256', `waiting ${cookieKey}`, 'buffer'))

function addressOf(deps: Deps, played: Played): string {
  const sealed = sealOf(deps).seal(JSON.stringify(played), OWNER).toString('base64url')
  return `${PATHS.authorization}?${new URLSearchParams({ [WAITING]: sealed }).toString()}`
}

/** Opens the state of an address; undefined if it is not one of ours. */
function opened(deps: Deps, waiting: string): Played | undefined {
  try {
    return JSON.parse(sealOf(deps).open(Buffer.from(waiting, 'base64url'), OWNER)) as Played
  } catch {
    return undefined
  }
}
