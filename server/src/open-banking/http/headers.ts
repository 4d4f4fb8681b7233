import type { FastifyRequest } from 'fastify'
import { chooseType } from '../../kernel/http/routing/media-types.ts'
import { isRepeated } from '../../kernel/http/routing/repeated-headers.ts'
import { refuseAll, refuseShape } from '../../kernel/http/validation.ts'
import { fault, refuseOb } from './refusals.ts'

const JSON_ONLY = ['application/json'] as const
/** RFC 7231: "Tue, 11 Sep 2012 19:43:31 GMT". */
const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} (GMT|UTC)$/
const IDEMPOTENCY_KEY = /^(?!\s)(.*)(\S)$/

/**
 * The headers of a request, before its body is read: 406 for an Accept that cannot be met, 415 for a body that is not
 * JSON, 400 for a missing or faulty x-idempotency-key, x-jws-signature or x-fapi-auth-date.
 */
export function checkRequestHeaders(request: FastifyRequest): void {
  const { headers } = request
  const { signed = false, idempotent = false, produces = JSON_ONLY } = request.routeOptions.config.ob ?? {}
  request.answerType = chooseType(headers.accept?.trim() || undefined, produces)
  if (request.method === 'POST' && !isJson(headers['content-type']))
    throw refuseOb.ob_media_type_unsupported({}, { headers: { accept: 'application/json' } })
  const authDate = headers['x-fapi-auth-date']
  if (authDate !== undefined && !HTTP_DATE.test(String(authDate)))
    throw refuseHeader('x-fapi-auth-date', 'it is an HTTP-date: Tue, 11 Sep 2012 19:43:31 GMT')
  if (idempotent) checkIdempotencyKey(headers['x-idempotency-key'])
  if (idempotent && isRepeated(request.raw, 'x-idempotency-key'))
    throw refuseHeader('x-idempotency-key', 'it is sent once')
  checkSignatureHeader(headers['x-jws-signature'], signed)
}

/** Rejects query parameters that the operation does not have. @throws unknown_parameter */
export function checkQuery(request: FastifyRequest): void {
  const known = request.routeOptions.config.ob?.query ?? []
  const unknown = Object.keys(request.query as object).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw refuseAll(unknown.map((name) => fault(`?${name}`, refuseShape.unknown_parameter({ known: [...known] }))))
}

const isJson = (type: string | undefined): boolean =>
  /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type ?? '')

const refuseHeader = (header: string, detail: string) => refuseOb.ob_header_invalid({ header, detail })

function checkIdempotencyKey(key: string | string[] | undefined): void {
  if (key === undefined || key === '') throw refuseOb.ob_header_missing({ header: 'x-idempotency-key' })
  if (typeof key === 'string' && key.length <= 40 && (IDEMPOTENCY_KEY.test(key) || key.length === 1)) return
  throw refuseHeader('x-idempotency-key', 'it has 1 to 40 characters and no blank at either end')
}

function checkSignatureHeader(signature: string | string[] | undefined, wanted: boolean): void {
  if (wanted && (signature === undefined || signature === '')) throw refuseOb.ob_signature_missing()
  if (!wanted && signature !== undefined) throw refuseOb.ob_signature_unexpected()
}
