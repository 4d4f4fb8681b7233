import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isConnectionLoss, isNotServed, saysDatabaseIsAway } from '../db/connection-loss.ts'
import { noteOutage } from './listener/outages.ts'
import { noteRejection } from './listener/request-log.ts'
import { Refusal, refusals, standsAlone } from '../values/refusals.ts'

/** Refusals of HTTP itself, and the one renderer of problem+json (RFC 9457) for the main interface. */
export const refuseHttp = refusals({
  validation_failed: { status: 400, message: 'The request has errors; `errors` lists all of them, up to 1,000.' },
  not_found: { status: 404, message: 'Unknown path. The documentation is at /docs.' },
  method_not_allowed: { status: 405, message: 'This path does not support {method}. Use {allowed}.' },
  body_not_json: { status: 400, standsAlone: true, message: 'The body is not valid JSON: {reason}.' },
  body_too_large: {
    status: 413,
    message: 'The body is too large: at most 1 MiB, or 16 MiB for a batch of payments.',
  },
  body_not_expected: {
    status: 400,
    standsAlone: true,
    message: 'A {method} request has no body here. Omit the body, and send filters as query parameters.',
  },
  body_not_utf8: { status: 400, standsAlone: true, message: 'The body is not valid UTF-8. Send all text in UTF-8.' },
  query_not_utf8: {
    status: 400,
    standsAlone: true,
    message: 'The query is not UTF-8 in percent-encoding. Encode each value, % as %25.',
  },
  headers_too_large: { status: 431, message: 'The headers are too large: at most {kibibytes} KiB.' },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time: send headers and body within {seconds} seconds.',
  },
  host_missing: { status: 400, standsAlone: true, message: 'Send the header Host exactly once: HTTP/1.1 requires it.' },
  expectation_not_supported: {
    status: 417,
    message: 'The header Expect is supported with the value 100-continue only. Omit it.',
  },
  request_malformed: { status: 400, standsAlone: true, message: 'The request cannot be read. Send HTTP/1.1.' },
  content_encoding_not_supported: {
    status: 415,
    message: 'Compressed bodies are not supported. Send the body without Content-Encoding.',
  },
  charset_not_supported: { status: 415, message: 'Only UTF-8 is supported. Send the body with charset=utf-8.' },
  media_type_not_supported: { status: 415, message: 'Send the body as {expected}.' },
  not_acceptable: { status: 406, message: 'The requested format is not available here. Use one of: {available}.' },
  amount_out_of_range: {
    status: 422,
    message: 'This amount would push a balance or total above the maximum of about 92 thousand trillion. Send less.',
  },
  internal_error: {
    status: 500,
    message: 'An internal error occurred; nothing was changed. Quote the request id when you report it.',
    retryable: true,
  },
  database_unavailable: {
    status: 503,
    message: 'The database is not available at the moment; try again shortly.',
    retryable: true,
  },
  outcome_unknown: {
    status: 503,
    message:
      'The database connection was lost, so the outcome is unknown. With an Idempotency-Key you can safely retry; without one, check the outcome first.',
  },
  rate_limited: {
    status: 429,
    message:
      'This client sent too many requests of the group {group}: at most {limit} in {windowSeconds} seconds. Try again in {seconds} s.',
    retryable: true,
  },
  too_many_concurrent_requests: {
    status: 429,
    message: 'At most {limit} requests of a client can be under way. Send the next one when another is answered.',
    retryable: true,
  },
  shutting_down: {
    status: 503,
    message: 'The service is being stopped; send the request again in a few seconds.',
    retryable: true,
  },
  overloaded: { status: 503, message: 'The service is at its limit; try again in a moment.', retryable: true },
})

const retryAfter = { headers: { 'retry-after': '1' } }

/**
 * Any thrown error as a refusal; undefined for a defect.
 *
 * @param bodyTypes media types of the bodies that the route reads
 */
export function asRefusal(error: unknown, bodyTypes: readonly string[] = ['application/json']): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isConnectionLoss(error) && error.sent) return refuseHttp.outcome_unknown({}, retryAfter)
  if (saysDatabaseIsAway(error) || isNotServed(error)) return refuseHttp.database_unavailable({}, retryAfter)
  const { code, statusCode, message } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuseHttp.body_too_large()
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return refuseHttp.media_type_not_supported({ expected: bodyTypes.join(' or ') })
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return refuseHttp.body_not_json({ reason: 'it is empty' })
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError)
    return refuseHttp.body_not_json({ reason: 'it cannot be read as one JSON value in UTF-8' })
  if (code === '22003') return refuseHttp.amount_out_of_range() // PostgreSQL: numeric value out of range
  if (statusCode === 400) return refuseHttp.body_not_json({ reason: message })
  if (statusCode === 403 || statusCode === 404) return refuseHttp.not_found() // a path outside the served files
  return undefined
}

/**
 * Returns a rejection as it is sent. An error of the request's content is sent as `validation_failed`, and listed in `errors`:
 * clients tell by one code that the request must be changed.
 */
function asSentRefusal(refusal: Refusal): Refusal {
  const { code, status, message, params, headers } = refusal
  if (status !== 400 || code === 'validation_failed' || standsAlone(code)) return refusal
  const errors = refusal.errors.length > 0 ? refusal.errors : [{ pointer: '', code, message, params }]
  const all = refuseHttp.validation_failed({}, { errors, headers })
  const [only, another] = errors
  return another ? all : new Refusal(all.code, { status, message: only!.message }, {}, { errors, headers })
}

/** The body of a refusal, as `asSentRefusal` returns it. */
export function problem(rejection: Refusal, requestId: string): object {
  const refusal = asSentRefusal(rejection)
  return {
    type: `/docs/errors#${refusal.code}`,
    title: refusal.code.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
    status: refusal.status,
    detail: refusal.message,
    code: refusal.code,
    requestId,
    retryable: refusal.retryable,
    ...(Object.keys(refusal.params).length > 0 ? { params: refusal.params } : {}),
    errors: refusal.errors,
  }
}

/** Sends any error of the main interface. A defect is logged in full and answered with a plain 500. An outage is logged once. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { bodiesOfFiles = {} } = request.routeOptions.config
  const known = asRefusal(error, ['application/json', ...Object.keys(bodiesOfFiles)])
  if (!known) request.log.error({ err: error, requestId: request.id }, 'defect')
  else if (known !== error && known.status >= 500) noteOutage(request, error, known.code)
  const refusal = asSentRefusal(known ?? refuseHttp.internal_error())
  noteRejection(request, refusal.code)
  return reply
    .code(refusal.status)
    .headers({ 'cache-control': 'no-store', ...refusal.headers })
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem(refusal, request.id)))
}
