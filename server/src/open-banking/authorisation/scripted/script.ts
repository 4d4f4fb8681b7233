import { Temporal } from 'temporal-polyfill'

/** The decision of a user without pages, as a third party orders it in `login_hint`. Sandbox only. */
export interface Script {
  username: string
  decision: 'approve' | 'refuse'
  /** Number of accounts to share; absent: all. */
  accounts?: number
  /** Milliseconds of business time from the creation of the consent to the decision. */
  afterMs: number
}

const EXAMPLE = 'nordhafen;decision=refuse;accounts=2;after=PT20M'
const MOST_AFTER_MS = 366 * 86_400_000

/** Returns true if a login hint orders a decision: it has a semicolon. */
export const isScript = (hint: unknown): hint is string => typeof hint === 'string' && hint.includes(';')

/** Reads `<user>;decision=…;accounts=…;after=…`, with the parts after the user in any order. An invalid hint returns the error text. */
export function readScript(hint: string): Script | string {
  const [username = '', ...parts] = hint.split(';').map((part) => part.trim())
  if (!/^[\w.@-]{1,64}$/.test(username)) return errorOf('It must begin with a username.')
  const script: Script = { username, decision: 'approve', afterMs: 0 }
  const seen = new Set<string>()
  for (const part of parts) {
    const [name = '', value = '', ...rest] = part.split('=')
    if (rest.length > 0 || !Object.hasOwn(READERS, name))
      return errorOf(`"${part}" is not one of decision=, accounts= and after=.`)
    if (seen.has(name)) return errorOf(`"${name}" is there twice.`)
    seen.add(name)
    const error = READERS[name as keyof typeof READERS](script, value)
    if (error !== undefined) return errorOf(error)
  }
  return script
}

const READERS = {
  decision(script: Script, value: string): string | undefined {
    if (value !== 'approve' && value !== 'refuse') return 'decision is approve or refuse.'
    script.decision = value
  },
  accounts(script: Script, value: string): string | undefined {
    if (!/^[1-9]\d?$/.test(value)) return 'accounts is a number from 1 to 99.'
    script.accounts = Number(value)
  },
  after(script: Script, value: string): string | undefined {
    const afterMs = durationMs(value)
    if (afterMs === undefined) return 'after is an ISO 8601 duration of at most 366 days, for example PT20M.'
    script.afterMs = afterMs
  },
}

function durationMs(text: string): number | undefined {
  try {
    const ms = Temporal.Duration.from(text).total({ unit: 'milliseconds', relativeTo: '2026-01-01' })
    return ms >= 0 && ms <= MOST_AFTER_MS ? ms : undefined
  } catch {
    return undefined
  }
}

const errorOf = (error: string): string =>
  `The login_hint cannot be read. ${error} Example: ${EXAMPLE}`.replace(/["\\]/g, "'")
