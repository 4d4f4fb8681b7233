import { STATUS_CODES } from 'node:http'
import { asRefusal } from '../../kernel/http/problems.ts'
import type { FieldError, Refusal } from '../../kernel/values/refusals.ts'
import { obCodeOf, UNEXPECTED } from './refusals.ts'
import type { ObVersion } from './version.ts'

/** An error as it goes out; no body where the standard has none. */
interface ObError {
  status: number
  headers: Record<string, string>
  body?: object
}

/** Guide about an idempotency key reused with another body. */
const IDEMPOTENCY_GUIDE =
  'https://openbankinguk.github.io/read-write-api-site3/v4.0/profiles/read-write-data-api-profile.html'

/**
 * Converts any thrown error into the version's response. Coded errors keep their message and fields; other errors are
 * internal and disclose no details.
 *
 * @param id x-fapi-interaction-id of the request, also the id of the error
 */
export function obError(version: ObVersion, error: unknown, id: string): ObError {
  const refusal = asRefusal(error)
  if (!refusal) return unexpected(version, id)
  const status = statusOf(version, refusal)
  const { headers } = refusal
  if (status === 401 && !(version === '4.0' && refusal.code === 'ob_token_expired')) return { status, headers }
  if (status === 429 && version === '3.1') return { status, headers } // v3.1 has neither a body nor a code for it
  return { status, headers, body: bodyOf(version, status, refusal.message, itemsOf(version, refusal, status), id) }
}

/** Refusals of HTTP that keep their status; others of the main interface are 400 here, as the standard has it. */
const OF_HTTP = new Set([
  'not_acceptable',
  'media_type_not_supported',
  'content_encoding_not_supported',
  'charset_not_supported',
  'expectation_not_supported',
  'rate_limited',
  'too_many_concurrent_requests',
])

function statusOf(version: ObVersion, { code, status }: Refusal): number {
  if (code === 'ob_idempotency_key_reused') return version === '3.1' ? 400 : 422
  const keeps = code.startsWith('ob_') || OF_HTTP.has(code) || status === 401 || status === 403 || status >= 500
  return keeps ? status : 400
}

function unexpected(version: ObVersion, id: string): ObError {
  const message = 'Something failed on our side; nothing was changed. Quote the Id when you report it.'
  const item = { ErrorCode: version === '3.1' ? UNEXPECTED.name : UNEXPECTED.iso, Message: message }
  return { status: 500, headers: {}, body: bodyOf(version, 500, message, [item], id) }
}

const bodyOf = (version: ObVersion, status: number, message: string, errors: object[], id: string): object => ({
  ...(version === '3.1' ? { Code: `${status} ${STATUS_CODES[status]!.replaceAll(' ', '')}` } : {}),
  Id: id,
  ...(version === '3.1' ? { Message: cut(message) } : {}),
  Errors: errors,
})

function itemsOf(version: ObVersion, refusal: Refusal, status: number): object[] {
  const errors: (FieldError | undefined)[] = refusal.errors.length > 0 ? refusal.errors : [undefined]
  return errors.map((error) => {
    const code = obCodeOf(error?.code ?? refusal.code, status)
    return {
      ErrorCode: version === '3.1' ? code.name : code.iso,
      Message: cut(error?.message ?? refusal.message),
      ...(error && pathOf(error.pointer) !== '' ? { Path: cut(pathOf(error.pointer)) } : {}),
      ...(status === 422 ? { Url: IDEMPOTENCY_GUIDE } : {}),
    }
  })
}

/** Returns the first error of a rejection as the reason of a status, in the codes and paths of v4.0. */
export function statusReasonOf(refusal: Refusal): { code: string; description: string; path?: string } {
  const [first] = refusal.errors
  const path = pathOf(first?.pointer ?? '')
  const { iso: code } = obCodeOf(first?.code ?? refusal.code, refusal.status)
  return { code, description: cut(first?.message ?? refusal.message), ...(path === '' ? {} : { path }) }
}

/** Most characters of a pointer that are converted; a path has at most 500. */
const MOST_POINTER = 1000

/** "/Data/Permissions/0" as the standard writes paths: "Data.Permissions[0]"; a query parameter is its name. */
const pathOf = (pointer: string): string =>
  pointer
    .slice(0, MOST_POINTER)
    .replace(/^[/?]/, '')
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')

const cut = (text: string): string => (text.length > 500 ? `${text.slice(0, 499)}…` : text)
