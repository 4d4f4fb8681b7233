import type { FastifyReply } from 'fastify'
import { noteRejection } from '../../kernel/http/listener/request-log.ts'
import { oauthText } from '../../kernel/text/oauth-text.ts'

interface OAuthError {
  status: number
  /** Error code of RFC 6749 or RFC 7591: "invalid_client". */
  error: string
  description: string
  headers?: Record<string, string>
}

/** An error in the form of the OAuth endpoints, which is not that of the resources. */
export const sendOAuthError = (
  reply: FastifyReply,
  { status, error, description, headers }: OAuthError,
): FastifyReply => {
  noteRejection(reply.request, error)
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache', ...headers })
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(JSON.stringify({ error, error_description: oauthText(description.slice(0, 500)) }))
}
