import type { FastifyRequest } from 'fastify'
import type { App } from '../../kernel/http/http.ts'
import { errorPage, sendPage } from './pages/layout.ts'

const FORM = 'application/x-www-form-urlencoded'
const MOST_BYTES = 64 * 1024

/** A scope whose requests are forms of ours; other bodies are not read. */
export function formScope(app: App, mount: (scope: App) => void): void {
  void app.register(async (plain) => {
    const scope = plain as unknown as App
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.setValidatorCompiler(() => (value) => ({ value }))
    scope.setErrorHandler((error, request, reply) => {
      request.log.error({ err: error, requestId: request.id }, 'defect')
      return sendPage(
        reply,
        errorPage('Something failed', 'Something went wrong on our side. Please try again in a moment.'),
        500,
      )
    })
    mount(scope)
  })
}

/** The fields of a form; one that is repeated counts once, by `all` each time. */
export interface Form {
  get: (name: string) => string | undefined
  all: (name: string) => string[]
}

export function formOf(request: FastifyRequest): Form {
  const fields = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  return { get: (name) => fields.get(name) ?? undefined, all: (name) => fields.getAll(name) }
}
