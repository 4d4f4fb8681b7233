import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { formatId } from '../kernel/values/ids.ts'
import { refuseHttp } from '../kernel/http/problems.ts'
import { Instant, Resource } from '../kernel/http/wire.ts'
import type { StoredDocument } from './store.ts'

/** Metadata of a stored document, for `Accept: application/json`. */
const DocumentOut = Resource('Document', {
  documentId: Type.String(),
  kind: Type.String(),
  version: Type.Integer({ description: 'Version of the documented object.' }),
  mediaType: Type.String(),
  size: Type.Integer({ description: 'Bytes.' }),
  sha256: Type.String({ description: 'Hash of the file in hex.' }),
  issuedAt: Instant,
})

/** Response schema of a document route: the PDF, or its metadata. */
export const documentResponse = {
  200: {
    description: 'The PDF, or its metadata with `Accept: application/json`.',
    content: {
      'application/pdf': { schema: Type.String({ format: 'binary' }) },
      'application/json': { schema: DocumentOut },
    },
  },
}

/**
 * Chooses the media type of a request by its Accept header: the best by quality, then the first offered.
 *
 * @throws not_acceptable
 */
export function chooseType<const T extends string>(accept: string | undefined, offered: readonly T[]): T {
  const wanted = (accept?.trim() ? accept : '*/*').split(',').map(readRange)
  const quality = (type: string) => {
    const fitting = wanted
      .filter(({ range }) => covers(range, type))
      .sort((a, b) => precision(b.range) - precision(a.range))
    return fitting[0]?.q ?? 0
  }
  const best = offered.toSorted((a, b) => quality(b) - quality(a))[0]
  if (best === undefined || quality(best) === 0) throw refuseHttp.not_acceptable({ available: offered })
  return best
}

function readRange(text: string): { range: string; q: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { range, q: q === undefined ? 1 : Number(q) || 0 }
}

const covers = (range: string, type: string): boolean =>
  range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
const precision = (range: string): number => (range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2)

/**
 * Sends a stored document: the PDF, or its description to a client that asks for JSON.
 *
 * @param name of the file, without its ending
 * @throws not_acceptable
 */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: StoredDocument,
  name: string,
): FastifyReply {
  const type = chooseType(request.headers.accept, ['application/pdf', 'application/json'])
  void reply.header('vary', 'accept').header('etag', `"${document.sha256}"`)
  if (type === 'application/json') return reply.type('application/json; charset=utf-8').send(describe(document))
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .send(document.bytes)
}

const describe = ({ documentId, kind, version, bytes, sha256, issuedAt }: StoredDocument) => ({
  documentId: formatId('doc', documentId),
  kind,
  version,
  mediaType: 'application/pdf',
  size: bytes.length,
  sha256,
  issuedAt: issuedAt.toISOString(),
})
