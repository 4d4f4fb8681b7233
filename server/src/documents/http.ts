import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { formatId } from '../kernel/values/ids.ts'
import { chooseType } from '../kernel/http/routing/media-types.ts'
import { Instant, Resource } from '../kernel/http/wire.ts'
import type { StoredDocument } from './store.ts'

/** Metadata of a stored document, for `Accept: application/json`. */
const DocumentOut = Resource('Document', {
  documentId: Type.String(),
  kind: Type.String(),
  version: Type.Integer({ description: 'Version of the documented object.' }),
  mediaType: Type.String(),
  size: Type.Integer({ description: 'Size in bytes.' }),
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
  void reply.header('vary', 'accept')
  if (type === 'application/json') {
    void reply.header('etag', `"${document.sha256}.json"`)
    return reply.type('application/json; charset=utf-8').send(describe(document))
  }
  return reply
    .type('application/pdf')
    .header('etag', `"${document.sha256}"`)
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
