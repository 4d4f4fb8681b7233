import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../../values/refusals.ts'
import { refuseHttp } from '../problems.ts'

/**
 * Returns the rejection of a body in an unsupported encoding: compressed, or in a character set other than UTF-8. Without
 * this check, such a body would be read as different text.
 */
export function refusalOfEncoding({ headers }: Pick<FastifyRequest, 'headers'>): Refusal | undefined {
  const coding = headers['content-encoding']
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity')
    return refuseHttp.content_encoding_not_supported({}, { headers: { 'accept-encoding': 'identity' } })
  const type = headers['content-type']
  if (type === undefined || !type.includes(';')) return undefined
  for (const [, name, quoted, plain] of type.matchAll(PARAMETER))
    if (name!.toLowerCase() === 'charset' && !UTF_8.test(quoted ?? plain ?? ''))
      return refuseHttp.charset_not_supported()
  return undefined
}

const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"([^"]*)"|([^\s;"]*))/g
/** ASCII is a part of UTF-8. */
const UTF_8 = /^(utf-?8|us-ascii)$/i

/** Decodes a body. @throws body_not_utf8 */
export function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw refuseHttp.body_not_utf8()
  return body.toString('utf8')
}
