import type { Chance } from '../crash/chance.ts'
import { type Schema, type Seen, valueOf } from './from-schema.ts'
import { hostileBody, hostileHeader, hostileText, hostileType, hostileValue, spoiled, wellFormed } from './hostile.ts'
import type { Operation } from './openapi.ts'
import type { Shot } from './send.ts'

/** A request with the operation that it is for; absent for one outside the documents. */
export interface Aimed {
  shot: Shot
  operation?: Operation
}

/** Returns a segment or parameter as text; sometimes raw, as a stranger would write it. */
const encoded = (text: string, chance: Chance): string =>
  chance.happens(5)
    ? text.replace(/[^\x21-\x7e]/g, '').slice(0, 2000)
    : encodeURIComponent(wellFormed(text)).slice(0, 6000)

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Fills an operation's path and query: mostly with what exists, sometimes with anything. */
export function addressOf({ path, parameters }: Operation, chance: Chance, seen: Seen): string {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema ?? {}
    return encoded(chance.happens(20) ? hostileText(chance) : asText(valueOf(schema, chance, seen, name)), chance)
  })
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const pairs = query
    .filter((parameter) => parameter.required === true || chance.happens(25))
    .map(({ name, schema = {} }): [string, unknown] => [
      name,
      chance.happens(15) ? hostileText(chance) : valueOf(schema, chance, seen, name),
    ])
  if (chance.happens(6)) pairs.push([hostileText(chance).slice(0, 200), hostileText(chance)])
  if (chance.happens(3) && pairs.length > 0) pairs.push(pairs[0]!)
  const text = pairs.map(([name, value]) => `${encoded(name, chance)}=${encoded(asText(value), chance)}`).join('&')
  return text === '' ? filled : `${filled}?${text}`
}

/** Returns a body for a schema: valid, spoiled in one place, or anything. */
export function bodyOf(schema: Schema, chance: Chance, seen: Seen): string | Buffer {
  if (chance.happens(6)) return hostileBody(chance)
  const value = chance.happens(3) ? hostileValue(chance) : valueOf(schema, chance, seen)
  return JSON.stringify(chance.happens(45) ? spoiled(value, chance) : value) ?? ''
}

/** Operations that restart the sandbox or play days: they get only bodies that cannot be theirs. */
const NOT_PLAYED = /^\/v1\/sandbox\/(reset|clock)/

/** Addresses that a stranger tries on any listener. */
export const ODD_PATHS = [
  '/',
  '//',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/docs/assets/%2e%2e/%2e%2e/package.json',
  '/docs/assets/..%2f..%2fpackage.json',
  '/docs/assets/%00',
  '/docs/assets/%ff',
  '/docs/site.json',
  '/docs/%2e%2e/package.json',
  '/console/%2e%2e/x',
  '/console/%c0%ae',
  '/v1/%ff',
  '/v1/accounts/%00',
  '/v1/accounts/%E0%A4%A',
  '/v1//accounts',
  '/v1/accounts/',
  '/openapi.json?x=1',
  '/v1/errors/%20',
  `/v1/${'a/'.repeat(400)}`,
  `/${'a'.repeat(7000)}`,
  '*',
]

/** Makes requests to the main interface. */
export function mainInterface(
  origin: string,
  operations: readonly Operation[],
  tokens: () => readonly string[],
): (chance: Chance, seen: Seen) => Aimed {
  return (chance, seen) => {
    const headers: Record<string, string> = { authorization: `Bearer ${chance.pick(tokens())}` }
    if (chance.happens(15)) Object.assign(headers, Object.fromEntries([hostileHeader(chance)]))
    if (chance.happens(4)) delete headers['authorization']
    if (chance.happens(3)) {
      const method = chance.pick(['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])
      return { shot: { origin, method, path: chance.pick(ODD_PATHS), headers } }
    }
    const operation = chance.pick(operations)
    const path = addressOf(operation, chance, seen)
    if (chance.happens(3)) {
      const method = chance.pick(['PUT', 'DELETE', 'PATCH', 'GET', 'POST', 'HEAD'])
      return { shot: { origin, method: method === operation.method ? 'TRACE' : method, path, headers } }
    }
    const shot: Shot = { origin, method: operation.method, path, headers }
    const body = NOT_PLAYED.test(operation.path)
      ? Buffer.from('[')
      : operation.body && bodyOf(operation.body, chance, seen)
    if (body !== undefined || chance.happens(3)) {
      shot.body = body ?? hostileBody(chance)
      headers['content-type'] ??= chance.happens(5) ? hostileType(chance) : 'application/json'
      if (chance.happens(30)) headers['idempotency-key'] ??= `key-${chance.int(0, 500)}`
    }
    return { shot, operation }
  }
}
