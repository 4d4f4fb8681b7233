import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { expect } from 'vitest'
import { type FailingRoute, thrownCodes } from '../../src/kernel/http/openapi/thrown-codes.ts'
import { OPERATION_ERRORS, operationId } from '../../src/service/operations.ts'

/** Errors that name no operation: the path exists for other methods, or an HTTP library sends wrong headers. */
const OF_NO_OPERATION = ['method_not_allowed', 'not_found', 'host_missing', 'expectation_not_supported']

const undeclared = new Set<string>()
let isWatching = false

/** Reads every error response of the servers in this process, whoever opens them. */
export function watchErrors(): void {
  if (isWatching) return
  isWatching = true
  diagnostics.subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (reply.statusCode >= 400) note(request, reply, payload)
      done()
    })
  })
}

/** Fails if an operation answered with a code that the API document does not list for it. */
export function expectDeclaredErrors(): void {
  const found = [...undeclared]
  undeclared.clear()
  expect(found, 'error codes that no operation declares: see server/test/contract/errors.test.ts').toEqual([])
}

function note({ method, routeOptions }: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  const { config, schema, url } = routeOptions
  const id = url === undefined ? undefined : operationId(method, url)
  if (id === undefined || !String(reply.getHeader('content-type')).includes('json')) return
  const body = JSON.parse(String(payload)) as { code?: string; error?: string }
  const error = config.errorForm ? (body.error ?? body.code) : body.code // another interface has its own form
  const route = { operationId: id, config, schema: schema ?? {} } as FailingRoute
  const { sentAs = (name: string) => ({ name }) } = config.errorForm ?? {}
  const declared = thrownCodes(route, OPERATION_ERRORS).map((each) => sentAs(each, 0).name)
  if (error !== undefined && ![...declared, ...OF_NO_OPERATION].includes(error))
    undeclared.add(`${id}: ${reply.statusCode} ${error}`)
}
