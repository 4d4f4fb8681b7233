import type { FastifyInstance, FastifyRequest } from 'fastify'
import { activeTracing, type Span } from '../../tracing.ts'
import { sentMethod } from '../routing/head.ts'
import { type OperationId, operationName, statusOf } from './request-log.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/**
 * Records a span for each request of a listener, except health probes, if tracing is on. It continues the trace of the
 * request's `traceparent`. Call it before other hooks are added: they and the handler run in the span.
 */
export function traceRequests(app: Pick<FastifyInstance, 'addHook'>, operationId: OperationId): void {
  const tracing = activeTracing()
  if (!tracing) return
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route, method } = request.routeOptions
    if (route?.startsWith('/health/')) return done()
    const { traceparent } = request.headers
    const span = tracing.start(operationName({ url: route, method }, operationId), {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      attributes: {
        'http.request.method': sentMethod(request),
        'cambist.request_id': request.id,
        ...(route !== undefined && { 'http.route': route }),
      },
    })
    spans.set(request, span)
    reply.raw.once('close', () => {
      const status = statusOf(reply)
      span.set({ 'http.response.status_code': status })
      if (status >= 500) span.fail({ code: String(status) })
      span.end()
    })
    span.run(done)
  })
  // Reading the body leaves the span: its events belong to the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
}

/** Returns the id of the trace of a request; undefined without one. */
export const traceIdOf = (request: FastifyRequest): string | undefined => spans.get(request)?.traceId
