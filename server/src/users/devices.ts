import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../kernel/values/clock.ts'
import { newSecret } from '../kernel/values/ids.ts'
import type { User } from './queries.ts'

/** Seconds for which a browser stays known after a login. */
export const DEVICE_SECONDS = 180 * 86_400

/**
 * Browsers in which a user logged in before. A mark proves only that; it replaces neither password nor second factor. Its
 * holder's failures are counted apart, so that guesses elsewhere do not delay the user in this browser.
 */
export interface Devices {
  /** Creates the mark that a browser keeps after a login. */
  mark: (user: Pick<User, 'userId'>) => string
  /** Returns the id of the browser; undefined if the mark is another user's, too old or forged. */
  idOf: (mark: string | undefined, user: Pick<User, 'userId'>) => string | undefined
  /** Returns the time at which the user gave both factors in the browser; undefined if the mark is another user's, too old or forged. */
  bothFactorsAt: (mark: string | undefined, user: Pick<User, 'userId'>) => Date | undefined
}

const MARK = /^(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/

/** @param key signs the marks; the same in every process */
export function createDevices({ key, clock }: { key: string; clock: Pick<Clock, 'wall'> }): Devices {
  const now = () => Math.floor(clock.wall().getTime() / 1000)
  const signatureOf = ({ userId }: Pick<User, 'userId'>, since: string, id: string) =>
    createHmac('sha256', key).update(`device ${userId} ${since} ${id}`).digest('base64url')
  function read(mark: string | undefined, user: Pick<User, 'userId'>): { id: string; since: number } | undefined {
    const [, since, id, signature] = MARK.exec(mark ?? '') ?? []
    if (since === undefined || id === undefined || signature === undefined) return undefined
    const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(user, since, id)))
    return isOurs && now() - Number(since) < DEVICE_SECONDS ? { id, since: Number(since) } : undefined
  }
  return {
    mark(user) {
      const [since, id] = [String(now()), newSecret(16)]
      return `${since}.${id}.${signatureOf(user, since, id)}`
    },
    idOf: (mark, user) => read(mark, user)?.id,
    bothFactorsAt(mark, user) {
      const found = read(mark, user)
      return found && new Date(found.since * 1000)
    },
  }
}
