import type { FastifyRequest } from 'fastify'
import { readForms } from '../../kernel/http/bodies/forms.ts'
import type { App } from '../../kernel/http/http.ts'
import { noteOutage } from '../../kernel/http/listener/outages.ts'
import { noteRejection } from '../../kernel/http/listener/request-log.ts'
import { asRefusal } from '../../kernel/http/problems.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import { outageBehind } from './errors/unavailable.ts'
import { errorPage, type Page, sendPage, unavailablePage } from './pages/layout.ts'

const MOST_BYTES = 64 * 1024
/** Shown for a form that no browser sends; the journey continues where it was. */
const UNREADABLE = 'It contains characters that are not supported. Please go back and try again.'

/** A scope whose requests are forms of ours; other bodies are not read. */
export function formScope(app: App, mount: (scope: App) => void): void {
  void app.register(async (plain) => {
    const scope = plain as unknown as App
    readForms(scope, MOST_BYTES)
    scope.setValidatorCompiler(() => (value) => ({ value }))
    answerWithPages(scope, () => errorPage('The form was not accepted', UNREADABLE))
    mount(scope)
  })
}

/**
 * Has the errors of a scope answered with pages.
 *
 * @param pageOf the page for a request that is rejected
 */
export function answerWithPages(scope: App, pageOf: (refusal: Refusal) => Page): void {
  scope.setErrorHandler((thrown, request, reply) => {
    const error = outageBehind(thrown) ?? thrown
    const refusal = asRefusal(error)
    noteRejection(request, refusal?.code ?? 'internal_error')
    if (refusal && refusal.status < 500) return sendPage(reply, pageOf(refusal), refusal.status)
    if (!refusal) request.log.error({ err: error, requestId: request.id }, 'defect')
    else if (refusal !== error) noteOutage(request, error, refusal.code)
    return sendPage(reply.headers(refusal?.headers ?? {}), unavailablePage(), refusal?.status ?? 500)
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
