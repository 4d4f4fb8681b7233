import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { entityTags } from './if-match.ts'

/** ETag of a resource at a version, as `etagOf` returns it. */
const OF_VERSION = /^"(\d+)"$/

/** Headers of a body that is not sent. */
const OF_BODY = ['content-type', 'content-length', 'content-disposition', 'content-encoding']

/**
 * Answers 304 to a GET whose `If-None-Match` names the ETag of the response (RFC 9110 section 13.1.2). A resource shows more than what
 * its version covers, such as what the client may do with it. So the ETag of a GET has a digest of the body behind the version, and
 * `If-Match` reads the version alone.
 */
export function answerConditionalReads(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const tag = request.method === 'GET' && reply.statusCode === 200 ? reply.getHeader('etag') : undefined
    if (typeof tag !== 'string') return done(null, payload)
    const exact = withDigest(tag, payload)
    void reply.header('etag', exact)
    if (!isKnown(request, exact)) return done(null, payload)
    omitBody(reply)
    done(null, null)
  })
}

/** Returns true if the client has the representation with an ETag already. */
export function isKnown({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const sent = headers['if-none-match']
  if (sent === undefined) return false
  return sent.trim() === '*' || entityTags(sent)?.includes(tag) === true
}

/** Makes a response one without a body, for a client that has it already. */
export function omitBody(reply: FastifyReply): FastifyReply {
  for (const name of OF_BODY) reply.removeHeader(name)
  return reply.code(304)
}

function withDigest(tag: string, payload: unknown): string {
  const version = OF_VERSION.exec(tag)?.[1]
  if (version === undefined || typeof payload !== 'string') return tag
  return `"${version}.${createHash('sha256').update(payload).digest('base64url').slice(0, 16)}"`
}
