import { type Static, Type } from 'typebox'
import { isNarrowRange } from './kernel/http/listener/address-range.ts'

const Variables = Type.Object({
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      description: 'addresses or ranges of your proxies: on their connections X-Forwarded-For names the client',
    }),
  ),
})

/** Environment variables of the listeners. */
export const LISTENER_VARIABLES = Variables.properties

/** Settings of the listeners. */
export interface ListenerSettings {
  /** Addresses and ranges whose `X-Forwarded-For` names the client. */
  trustedProxies: string[]
}

/** Reads the settings of the listeners. @throws Error that names the invalid setting */
export function listenersOf(env: Static<typeof Variables>): ListenerSettings {
  return { trustedProxies: proxiesOf('TRUSTED_PROXIES', env.TRUSTED_PROXIES) }
}

/** Reads a list of proxies. @throws Error for a malformed entry, or a range wider than a proxy's own network */
export function proxiesOf(name: string, text = ''): string[] {
  const proxies = listOf(text)
  const wide = proxies.find((range) => !isNarrowRange(range))
  if (wide === undefined) return proxies
  throw new Error(
    `The environment is invalid:\n  ${name} has ${wide}; name addresses, or ranges of 256 of them at most.`,
  )
}

/** Returns the parts of a comma-separated list. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
