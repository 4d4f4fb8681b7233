import type { Adapter, Provider } from 'oidc-provider'
import { oauthText } from '../../../kernel/text/oauth-text.ts'
import { asRefusal } from '../../../kernel/http/problems.ts'
import { oidc } from '../oidc.ts'

/** Status of an outage: the caller may try again soon. */
const UNAVAILABLE = 503

/**
 * Returns an error by which the provider reports that the database is unavailable (RFC 6749 4.1.2.1); other errors are returned as they are.
 * The reason is its cause. A browser gets a page of ours, which it can load again: sent back to the third party, a user who had approved
 * would have to approve again.
 */
export function asUnavailable(error: unknown): unknown {
  const refusal = asRefusal(error)
  if (refusal?.status !== UNAVAILABLE) return error
  const { CustomOIDCProviderError } = oidc().errors
  const reported = new CustomOIDCProviderError('temporarily_unavailable', oauthText(refusal.message))
  reported.error_detail = refusal.code
  return Object.assign(reported, { status: UNAVAILABLE, statusCode: UNAVAILABLE, allow_redirect: false, cause: error })
}

/** Returns the reason of an error that reports an outage; undefined for other errors. */
export const outageBehind = (error: unknown): unknown =>
  (error as { status?: number } | undefined)?.status === UNAVAILABLE ? (error as Error).cause : undefined

/** Returns true for the error of an outage, also where the provider reports it. Other errors that are rejections elsewhere are defects in a journey. */
export const isOutage = (error: unknown): boolean => asRefusal(outageBehind(error) ?? error)?.status === UNAVAILABLE

/**
 * Returns a store that reports an outage of the database as an error of the protocol: the provider reports any other error as a defect.
 *
 * @param isInside returns true inside a transaction of ours, which needs the error as it is
 */
export function reportingOutages(store: Adapter, isInside: () => boolean): Adapter {
  const report = (error: unknown): never => {
    throw isInside() ? error : asUnavailable(error)
  }
  return {
    upsert: (...given) => store.upsert(...given).catch(report),
    find: (...given) => store.find(...given).catch(report),
    findByUserCode: (...given) => store.findByUserCode(...given),
    findByUid: (...given) => store.findByUid(...given),
    consume: (...given) => store.consume(...given).catch(report),
    destroy: (...given) => store.destroy(...given).catch(report),
    revokeByGrantId: (...given) => store.revokeByGrantId(...given).catch(report),
  }
}

/** Gives the responses of an outage the header by which callers know when to try again. */
export function announceOutages(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.status === UNAVAILABLE) ctx.set('retry-after', '1')
  })
}
