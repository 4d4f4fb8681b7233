import type { FastifyRequest } from 'fastify'
import { chooseType } from '../../kernel/http/routing/media-types.ts'
import { isRepeated } from '../../kernel/http/routing/repeated-headers.ts'
import { refuseAll, refuseShape } from '../../kernel/http/validation.ts'
import type { FieldError, Refusal } from '../../kernel/values/refusals.ts'
import { fieldErrorOf, refuseErrors, refuseOb } from './refusals.ts'

const JSON_ONLY = ['application/json'] as const
/** RFC 7231: "Tue, 11 Sep 2012 19:43:31 GMT". */
const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} (GMT|UTC)$/
const IDEMPOTENCY_KEY = /^(?!\s)(.*)(\S)$/

/**
 * The headers of a request, before its body is read: 406 for an Accept that cannot be met, 415 for a body that is not
 * JSON, 400 for missing or invalid x-idempotency-key, x-jws-signature and x-fapi-auth-date, all at once.
 */
export function checkRequestHeaders(request: FastifyRequest): void {
  const { headers } = request
  const { signed = false, idempotent = false, produces = JSON_ONLY } = request.routeOptions.config.ob ?? {}
  request.answerType = chooseType(headers.accept?.trim() || undefined, produces)
  if (request.method === 'POST' && !isJson(headers['content-type']))
    throw refuseOb.ob_media_type_unsupported({}, { headers: { accept: 'application/json' } })
  const found = [
    authDateRefusal(headers['x-fapi-auth-date']),
    idempotent ? idempotencyKeyRefusal(request) : undefined,
    signatureRefusal(headers['x-jws-signature'], signed),
  ].filter((each) => each !== undefined)
  if (found.length > 0) throw refuseErrors(found.map(asError))
}

/** An error about a header has no path: paths name fields of the body. */
const asError = (refusal: Refusal): FieldError => fieldErrorOf('', refusal)

/** Rejects query parameters that the operation does not have, or that are sent twice. @throws unknown_parameter, parameter_repeated */
export function checkQuery(request: FastifyRequest): void {
  const known = request.routeOptions.config.ob?.query ?? []
  const errors = Object.entries(request.query as object).flatMap(([name, value]) => {
    if (!known.includes(name)) return [fieldErrorOf(`?${name}`, refuseShape.unknown_parameter({ known: [...known] }))]
    return Array.isArray(value) ? [fieldErrorOf(`?${name}`, refuseShape.parameter_repeated())] : []
  })
  if (errors.length > 0) throw refuseAll(errors)
}

const isJson = (type: string | undefined): boolean =>
  /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type ?? '')

const refuseHeader = (header: string, detail: string) => refuseOb.ob_header_invalid({ header, detail })

function authDateRefusal(date: string | string[] | undefined): Refusal | undefined {
  if (date === undefined || HTTP_DATE.test(String(date))) return undefined
  return refuseHeader('x-fapi-auth-date', 'it is an HTTP-date: Tue, 11 Sep 2012 19:43:31 GMT')
}

function idempotencyKeyRefusal({ headers, raw }: FastifyRequest): Refusal | undefined {
  const key = headers['x-idempotency-key']
  if (key === undefined || key === '') return refuseOb.ob_header_missing({ header: 'x-idempotency-key' })
  if (isRepeated(raw, 'x-idempotency-key')) return refuseHeader('x-idempotency-key', 'it is sent once')
  if (typeof key === 'string' && key.length <= 40 && (IDEMPOTENCY_KEY.test(key) || key.length === 1)) return undefined
  return refuseHeader('x-idempotency-key', 'it has 1 to 40 characters and no blank at either end')
}

function signatureRefusal(signature: string | string[] | undefined, wanted: boolean): Refusal | undefined {
  if (wanted && (signature === undefined || signature === '')) return refuseOb.ob_signature_missing()
  return !wanted && signature !== undefined ? refuseOb.ob_signature_unexpected() : undefined
}
