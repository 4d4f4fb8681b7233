import { bytes, instant, json, nullable, table, text, uuid } from '../../../kernel/db/table.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteRejection } from '../../../kernel/http/listener/request-log.ts'
import type { Clock } from '../../../kernel/values/clock.ts'
import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { cellMark, newSecret } from '../../../kernel/values/ids.ts'
import { hashed } from '../adapter.ts'
import { DEVICE_SECONDS, type Devices } from '../../../users/index.ts'
import { JOURNEY_SECONDS, MOST_JOURNEY_SECONDS } from '../rules.ts'

/** A browser in front of our pages. */
export interface PsuSession {
  /** The cookie's value; kept by the browser only. */
  secret: string
  /** Logged-in user; undefined before the login. */
  user?: { entityId: string; userId: string }
  challenge: string | null
  expiresAt: Date
  /** End that no extension passes. */
  latestEnd: Date
  /** Authorisation of the session; undefined on the user's own pages. */
  uid?: string
}

export interface PsuSessions {
  /** The browser's session for a journey (or for the user's own pages); a new one when it has none. */
  open: (request: FastifyRequest, reply: FastifyReply, uid?: string) => Promise<PsuSession>
  /** The session, if the browser has one. */
  find: (request: FastifyRequest, uid?: string) => Promise<PsuSession | undefined>
  /** Rotates the session id at login to prevent session fixation. */
  authenticate: (
    reply: FastifyReply,
    session: PsuSession,
    user: { entityId: string; userId: string },
  ) => Promise<PsuSession>
  end: (reply: FastifyReply, session: PsuSession) => Promise<void>
  /** Gives the session its full time again from now, up to its latest end. */
  extend: (reply: FastifyReply, session: PsuSession) => Promise<PsuSession>
  /** Marks the browser as known, after both factors of a user. */
  remember: (reply: FastifyReply, user: { userId: string }) => void
  /** Returns true if the user gave both factors in this browser recently enough to see balances without them. */
  maySeeBalances: (request: FastifyRequest, user: { userId: string }) => boolean
  /** Keeps a challenge that the browser's passkey is to answer, and what its page shows. */
  challenge: (session: PsuSession, challenge: string, shown?: Shown) => Promise<void>
  /** Takes the challenge, once. */
  takeChallenge: (session: PsuSession) => Promise<Challenge | undefined>
  /** Returns true if a user has logged in to the journey in another browser, so that this one must not end it. */
  isForeign: (request: FastifyRequest, uid: string) => Promise<boolean>
}

/** Hash of the payment's statement, base64url, by account. */
type Shown = Record<string, string>

interface Challenge {
  challenge: string
  shown: Shown | null
}

/**
 * Time after both factors in which the password alone shows balances: the shorter one of the United Kingdom and the European
 * Union (decision 52).
 */
const BALANCE_SECONDS = 90 * 86_400

const sessions = table('open_banking_psu_sessions', {
  sessionHash: bytes,
  journeyHash: nullable(bytes),
  entityId: nullable(uuid),
  userId: nullable(uuid),
  challenge: nullable(text),
  shown: nullable(json<Shown>()),
  createdAt: instant,
  authenticatedAt: nullable(instant),
  expiresAt: instant,
})

const newSession = sessions.insert({ name: 'insert-psu-session', except: ['challenge', 'shown'] })

interface SessionDeps {
  db: Db
  clock: Clock
  /** True if the pages are served over https, so that cookies must be too. */
  secure: boolean
  devices: Devices
}

export function createPsuSessions({ db, clock, secure, devices }: SessionDeps): PsuSessions {
  async function start(reply: FastifyReply, uid: string | undefined, user?: PsuSession['user']): Promise<PsuSession> {
    const wall = clock.wall()
    const times = {
      expiresAt: secondsAfter(wall, JOURNEY_SECONDS),
      latestEnd: secondsAfter(wall, MOST_JOURNEY_SECONDS),
    }
    const session: PsuSession = {
      secret: newCookie(),
      challenge: null,
      ...times,
      ...(uid && { uid }),
      ...(user && { user }),
    }
    await db.pool.query(
      newSession({
        sessionHash: hashed(session.secret),
        journeyHash: uid === undefined ? null : hashed(uid),
        entityId: user?.entityId ?? null,
        userId: user?.userId ?? null,
        createdAt: wall,
        authenticatedAt: user ? wall : null,
        expiresAt: times.expiresAt,
      }),
    )
    setCookie(reply, cookieName(uid), session.secret, JOURNEY_SECONDS, secure)
    return session
  }

  async function find(request: FastifyRequest, uid?: string): Promise<PsuSession | undefined> {
    const secret = readCookie(request, cookieName(uid))
    return secret === undefined ? undefined : readSession(db.pool, secret, uid, clock.wall())
  }

  async function drop(session: PsuSession): Promise<void> {
    await db.pool.query('delete from open_banking_psu_sessions where session_hash = $1', [hashed(session.secret)])
  }

  return {
    find,
    open: async (request, reply, uid) => (await find(request, uid)) ?? start(reply, uid),
    async authenticate(reply, session, user) {
      await drop(session)
      return start(reply, session.uid, user)
    },
    async end(reply, session) {
      await drop(session)
      setCookie(reply, cookieName(session.uid), '', 0, secure)
    },
    async extend(reply, session) {
      const wall = clock.wall()
      const longer = await extendSession(db.pool, session, wall)
      const seconds = Math.max(0, Math.floor((longer.expiresAt.getTime() - wall.getTime()) / 1000))
      setCookie(reply, cookieName(session.uid), session.secret, seconds, secure)
      return longer
    },
    remember: (reply, user) => setCookie(reply, DEVICE_COOKIE, devices.mark(user), DEVICE_SECONDS, secure),
    maySeeBalances(request, user) {
      const since = devices.bothFactorsAt(cookieOf(request, DEVICE_COOKIE), user)
      return since !== undefined && clock.wall() < secondsAfter(since, BALANCE_SECONDS)
    },
    challenge: (session, challenge, shown) => storeChallenge(db.pool, session, challenge, shown),
    takeChallenge: ({ secret }) => takeChallenge(db.pool, secret),
    isForeign: (request, uid) => isForeign(db.pool, request, uid, clock.wall()),
  }
}

async function isForeign(db: Queryable, request: FastifyRequest, uid: string, wall: Date): Promise<boolean> {
  const { rows } = await db.query<{ sessionHash: Buffer }>(
    `select session_hash as "sessionHash" from open_banking_psu_sessions
      where journey_hash = $1 and authenticated_at is not null and expires_at > $2`,
    [hashed(uid), wall],
  )
  if (rows.length === 0) return false
  const secret = readCookie(request, cookieName(uid))
  return secret === undefined || !rows.some(({ sessionHash }) => sessionHash.equals(hashed(secret)))
}

async function extendSession(db: Queryable, session: PsuSession, wall: Date): Promise<PsuSession> {
  const wanted = secondsAfter(wall, JOURNEY_SECONDS)
  const expiresAt = wanted < session.latestEnd ? wanted : session.latestEnd
  await db.query('update open_banking_psu_sessions set expires_at = $2 where session_hash = $1', [
    hashed(session.secret),
    expiresAt,
  ])
  return { ...session, expiresAt }
}

const secondsAfter = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000)

async function storeChallenge(
  db: Queryable,
  session: PsuSession,
  challenge: string,
  shown: Shown | undefined,
): Promise<void> {
  await db.query('update open_banking_psu_sessions set challenge = $2, shown = $3 where session_hash = $1', [
    hashed(session.secret),
    challenge,
    shown ? JSON.stringify(shown) : null,
  ])
}

async function takeChallenge(db: Queryable, secret: string): Promise<Challenge | undefined> {
  const { rows } = await db.query<{ challenge: string | null; shown: Shown | null }>(
    `with held as (select challenge, shown from open_banking_psu_sessions where session_hash = $1 for update),
      taken as (update open_banking_psu_sessions set challenge = null, shown = null where session_hash = $1)
      select challenge, shown from held`,
    [hashed(secret)],
  )
  const [row] = rows
  return row && row.challenge !== null ? { challenge: row.challenge, shown: row.shown } : undefined
}

interface SessionRow {
  entityId: string | null
  userId: string | null
  challenge: string | null
  createdAt: Date
  expiresAt: Date
}

async function readSession(
  db: Queryable,
  secret: string,
  uid: string | undefined,
  wall: Date,
): Promise<PsuSession | undefined> {
  const { rows } = await db.query<SessionRow>(
    `select s.entity_id as "entityId", s.user_id as "userId", challenge, s.created_at as "createdAt",
        s.expires_at as "expiresAt" from open_banking_psu_sessions s
        left join users u on u.entity_id = s.entity_id and u.user_id = s.user_id
      where session_hash = $1 and journey_hash is not distinct from $2 and expires_at > $3
        and (s.user_id is null or u.status = 'Active')`,
    [hashed(secret), uid === undefined ? null : hashed(uid), wall],
  )
  const [row] = rows
  if (!row) return undefined
  const { entityId, userId, challenge, createdAt, expiresAt } = row
  const user = entityId && userId ? { user: { entityId, userId } } : {}
  const latestEnd = secondsAfter(createdAt, MOST_JOURNEY_SECONDS)
  return { secret, challenge, expiresAt, latestEnd, ...(uid && { uid }), ...user }
}

/** Value of a session cookie: the cell in two characters, then 256 random bits. */
const newCookie = (): string => `${cellMark()}${newSecret()}`

/** A journey has a cookie of its own, so that two in two windows do not disturb one another. */
const cookieName = (uid: string | undefined): string =>
  uid === undefined ? 'cambist_psu' : `cambist_psu_${hashed(uid).toString('hex').slice(0, 12)}`

const DEVICE_COOKIE = 'cambist_psu_device'

/** Returns where an attempt to log in comes from: the address, and the mark of an earlier login in this browser. */
export const attemptOrigin = (request: FastifyRequest): { address: string; device: string | undefined } => ({
  address: request.clientAddress,
  device: cookieOf(request, DEVICE_COOKIE),
})

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const sent = (headers.cookie ?? '').split(';').map((part) => part.trim().split('='))
  return sent.find(([key]) => key === name)?.[1]
}

function readCookie(request: FastifyRequest, name: string): string | undefined {
  const value = cookieOf(request, name)
  return value !== undefined && /^[\w-]{45}$/.test(value) ? value : undefined
}

function setCookie(reply: FastifyReply, name: string, value: string, seconds: number, secure: boolean): void {
  const flags = `Path=/open-banking; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const held = reply.getHeader('set-cookie')
  reply.removeHeader('set-cookie')
  const others = [held ?? []].flat().filter((cookie) => !String(cookie).startsWith(`${name}=`)) as string[]
  void reply.header('set-cookie', [...others, `${name}=${value}; ${flags}`])
}

/** Returns the secret form token of a session. */
export const csrfToken = ({ secret }: PsuSession): string =>
  createHmac('sha256', secret).update('csrf').digest('base64url')

/**
 * Returns true if a form was sent from our page in this browser: it carries the session's token, and the browser
 * reports no foreign origin.
 */
export function isOwnForm(
  request: FastifyRequest,
  session: PsuSession,
  sent: string | undefined,
  origin: string,
): boolean {
  const isOwn = isFromPage(request, origin) && isToken(sent ?? '', csrfToken(session))
  if (!isOwn) noteRejection(request, 'form_rejected')
  return isOwn
}

/**
 * Returns the reason why a form was rejected, for its user.
 *
 * @param session undefined if it ended while the page was open: its time is over, or the user was blocked
 */
export const whyRejected = (session: PsuSession | undefined): string =>
  session
    ? 'That form was not sent from this page in this browser. Please log in again.'
    : 'Your login on this page has ended. Please log in again.'

function isFromPage({ headers }: FastifyRequest, own: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origin !== own) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}

function isToken(sent: string, token: string): boolean {
  const [given, expected] = [Buffer.from(sent), Buffer.from(token)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export async function deleteOldSessions(db: Queryable, wall: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from open_banking_psu_sessions where session_hash in
      (select session_hash from open_banking_psu_sessions where expires_at < $1 limit $2)`,
    [wall, limit],
  )
  return rowCount ?? 0
}
