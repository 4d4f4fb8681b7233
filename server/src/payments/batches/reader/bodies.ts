import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { TSchema } from 'typebox'
import { createReceiver } from '../../../kernel/http/bodies/receive.ts'
import { STANDS_FOR } from '../../../kernel/http/command.ts'
import type { App } from '../../../kernel/http/http.ts'
import { compileValidator } from '../../../kernel/http/validation.ts'
import type { Refusal } from '../../../kernel/values/refusals.ts'
import type { BatchFormat } from '../schema.ts'
import { readBatch } from './index.ts'
import { isInvalid, type ParsedBatch } from './parse.ts'

/** Five thousand transactions of a pain.001 with addresses. */
const MOST_BYTES = 16 * 1024 * 1024
const LIMITS = { bodyLimit: MOST_BYTES, totalLimit: 4 * MOST_BYTES, clientLimit: 2 * MOST_BYTES }

const READ = Symbol('batch')

/** Body of a request: a sample of its names, by which the request is bound to an entity, and the batch. */
interface ReadBody {
  [READ]: (ParsedBatch & { format: BatchFormat }) | { refusal: Refusal }
}

const FORMATS: Readonly<Record<BatchFormat, string[]>> = {
  Json: ['application/json'],
  Csv: ['text/csv'],
  Pain001: ['application/xml', 'text/xml'],
}

/** Makes a scope read batches in every format. A file that cannot be read is rejected before anything else is checked. */
export function readBatches(scope: App): void {
  const receive = createReceiver(scope, LIMITS)
  scope.removeContentTypeParser('application/json')
  for (const format of Object.keys(FORMATS) as BatchFormat[])
    scope.addContentTypeParser(FORMATS[format], async (request: FastifyRequest, payload: IncomingMessage) =>
      read(await receive(request, payload), format),
    )
  scope.setValidatorCompiler(({ schema, httpPart }) => {
    const validate = compileValidator(schema as TSchema, (httpPart ?? 'body') as 'body')
    return httpPart === 'body' ? (body) => (isRead(body) ? checked(body) : validate(body)) : validate
  })
}

async function read(body: Buffer, format: BatchFormat): Promise<ReadBody> {
  const batch = await readBatch(body, format)
  if (isInvalid(batch)) return { ...batch.sample, [READ]: batch }
  const { header, digest, sample } = batch
  return Object.assign(
    { ...sample, ...header, [READ]: { ...batch, format } },
    { [STANDS_FOR]: { ...header, items: digest } },
  )
}

const isRead = (body: unknown): body is ReadBody => typeof body === 'object' && body !== null && READ in body

/** The thread has validated the body. */
const checked = (body: ReadBody) => ('refusal' in body[READ] ? { error: body[READ].refusal } : { value: body })

/** Returns the batch of a request whose body is valid. */
export const batchOf = (body: unknown): ParsedBatch & { format: BatchFormat } =>
  (body as { [READ]: ParsedBatch & { format: BatchFormat } })[READ]
