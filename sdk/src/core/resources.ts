import { type Call, List, type Page } from './call.ts'
import type { RequestSpec } from './options.ts'
import type { Transport } from './transport.ts'

/**
 * Operations by resource and method, as `<flags> <HTTP method> <path> <media type of a file>`. Flags: `b` takes a body, `u` a form, `q` a query;
 * `l` returns a list, `f` a file; `o` needs no token.
 */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, string>>>>

const CALL_OPTIONS = ['signal', 'timeout', 'maxRetries', 'idempotencyKey', 'headers'] as const

/** Creates the methods of a table. They take the parameters of the path, then body or query, then options. */
export function createResources(transport: Transport, table: OperationTable): Record<string, object> {
  return Object.fromEntries(
    Object.entries(table).map(([resource, methods]) => [
      resource,
      Object.fromEntries(Object.entries(methods).map(([name, text]) => [name, methodOf(transport, text)])),
    ]),
  )
}

type Arguments = readonly unknown[]

function methodOf(
  transport: Transport,
  text: string,
): (...given: Arguments) => Call<unknown> | List<unknown, Page<unknown>> {
  const [flags = '', method = '', template = '', type] = text.split(' ')
  const has = (flag: string) => flags.includes(flag)
  return (...given) => {
    const rest = [...given]
    const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => segmentOf(name, rest.shift()))
    const input = has('b') || has('u') || has('q') ? rest.shift() : undefined
    const { query: extra, ...options } = split((rest.shift() ?? {}) as Record<string, unknown>)
    const query: Record<string, unknown> = { ...extra, ...(has('q') ? (input as object | undefined) : {}) }
    const spec: RequestSpec = {
      ...options,
      method,
      path,
      query,
      expect: has('f') ? 'file' : 'json',
      authenticated: !has('o'),
    }
    if (type !== undefined && query['format'] === undefined) spec.headers = { accept: type, ...spec.headers }
    if (has('b')) spec.body = input
    if (has('u')) spec.body = new URLSearchParams(input as Record<string, string>)
    if (!has('l')) return transport.call(spec)
    return new List((after) => transport.call({ ...spec, query: after === undefined ? query : { ...query, after } }))
  }
}

/** Separates the options of a call from parameters of the query. */
function split(options: Record<string, unknown>): Partial<RequestSpec> & { query: Record<string, unknown> } {
  const query = { ...options }
  const own: Record<string, unknown> = {}
  for (const name of CALL_OPTIONS) {
    if (query[name] !== undefined) own[name] = query[name]
    delete query[name]
  }
  return { ...own, query }
}

/** @throws TypeError for an empty parameter, which would call another operation */
function segmentOf(name: string, value: unknown): string {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '')
    throw new TypeError(`${name} must be a text that is not empty.`)
  return encodeURIComponent(value)
}
