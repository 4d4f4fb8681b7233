import type { FastifyRequest } from 'fastify'
import { fieldError, type Params, type Refusal, refusals } from '../../values/refusals.ts'
import { refuseHttp } from '../problems.ts'
import { refuseShape } from '../validation.ts'
import { NO_FIELDS } from '../wire.ts'
import { refusalOfEncoding, textOf } from './encodings.ts'
import { type JsonFinding, type JsonLimits, MOST_NAME, scanJson } from './scan-json.ts'

const refuseJson = refusals({
  field_repeated: { status: 400, message: 'This object contains the field more than once. Send it once.' },
  field_reserved: { status: 400, message: 'The name __proto__ is not supported. Remove the field.' },
  field_name_too_long: {
    status: 400,
    message: 'This object contains a field name of more than {limit} characters. Shorten or remove it.',
  },
  too_many_fields: { status: 400, message: 'At most {limit} fields are allowed in one object.' },
  too_many_values: { status: 400, message: 'The body contains too many values: at most {limit} are allowed.' },
})

/** Limits of an ordinary body: far above any order, and read in a few milliseconds. */
const LIMITS: JsonLimits = { members: 1000, values: 10_000 }

type Parse = (request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void) => void
interface Scope {
  removeContentTypeParser(type: string): void
  addContentTypeParser(type: string, options: { parseAs: 'buffer' }, parse: Parse): unknown
}

/** Replaces the JSON parser of a listener or scope: it counts the parts of a body before it builds them. */
export function readJsonBodies(app: Scope): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let value: unknown
    try {
      const refusal = refusalOfEncoding(request)
      if (refusal) return done(refusal)
      value = body.length === 0 && needsNoBody(request) ? undefined : parseJson(textOf(body))
    } catch (error) {
      return done(error as Error)
    }
    done(null, value)
  })
}

/** Returns true if a request is for a command without fields: HTTP clients send it an empty body, with the type that they send always. */
const needsNoBody = ({ routeOptions }: FastifyRequest): boolean => routeOptions.schema?.body === NO_FIELDS

/** Removes the type of a body that was not sent, for a command without fields. */
export function ignoreTypeOfNoBody(request: FastifyRequest): void {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers
  if (encoding === undefined && length === '0' && needsNoBody(request)) delete request.headers['content-type']
}

/**
 * Parses a JSON text, with its names checked and its parts counted first.
 *
 * @throws body_not_json, field_name_too_long, field_repeated, field_reserved, text_not_storable, too_many_fields,
 *   too_many_values
 */
export function parseJson(text: string, limits = LIMITS): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (json === '') throw refuseHttp.body_not_json({ reason: 'it is empty' })
  const finding = scanJson(json, limits)
  if (finding) throw refusalOf(finding, limits)
  try {
    return JSON.parse(json)
  } catch {
    throw refuseHttp.body_not_json({ reason: 'it cannot be read as one JSON value in UTF-8' })
  }
}

function refusalOf({ kind, pointer }: JsonFinding, limits: JsonLimits): Refusal {
  const at = (refuse: (typeof refuseJson)[keyof typeof refuseJson], params: Params = {}) =>
    refuse(params, { errors: [fieldError(pointer, refuse(params))] })
  switch (kind) {
    case 'repeated':
      return at(refuseJson.field_repeated)
    case 'reserved':
      return at(refuseJson.field_reserved)
    case 'long':
      return at(refuseJson.field_name_too_long, { limit: MOST_NAME })
    case 'deep':
      return at(refuseShape.text_not_storable)
    case 'members':
      return at(refuseJson.too_many_fields, { limit: limits.members })
    case 'values':
      return at(refuseJson.too_many_values, { limit: limits.values })
  }
}
