import type { Call } from './core/call.ts'
import type { ClientOptions, RequestSpec } from './core/options.ts'
import { createResources } from './core/resources.ts'
import { createTransport } from './core/transport.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { Resources } from './generated/resources.ts'

/** Client of the service. Every failed call throws a `CambistError`. */
export interface Cambist extends Resources {
  /** Calls any operation, also one that this version does not know. */
  request<T = unknown>(spec: RequestSpec): Call<T>
  /** Revokes the access token; the next call requests a new one. */
  close(): Promise<void>
}

/**
 * Creates a client of one service for one API client. It fetches and renews its token, creates idempotency keys, and
 * repeats safe calls.
 *
 * @example
 * const cambist = createClient({ baseUrl: 'https://api.bank.example', clientId, clientSecret })
 * for await (const trade of cambist.trades.list({ status: 'Settled' })) console.log(trade.tradeId)
 */
export function createClient(options: ClientOptions): Cambist {
  const transport = createTransport(options)
  const resources = createResources(transport, OPERATIONS) as unknown as Resources
  return { ...resources, request: (spec) => transport.call(spec), close: () => transport.close() }
}
