import { expect } from 'vitest'
import { OPERATION_GROUPS } from '../../src/service/index.ts'
import type { ApprovalResource } from '../../src/approvals/index.ts'
import type { Sandbox } from '../simulation/processes.ts'

/** Clients that an example can use; none for operations that take no token. */
export type Caller = 'rm' | 'abs' | 'rmApprover' | 'absApprover'

/** One request of an example. */
export interface Asked {
  as?: Caller
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: object
  /** Fields of a form, in the place of a body. */
  form?: Record<string, string>
}

/** An executed request with its response, as the API document shows them. */
export interface Recorded {
  parameters: Record<string, string>
  request?: { type: string; value: object | string }
  response: { status: number; type: string; value?: unknown }
}

// oxlint-disable-next-line typescript/no-explicit-any -- a script reads what came
export type Answer = any

const paths = new Map(
  OPERATION_GROUPS.flatMap(({ operations }) => Object.entries(operations)).map(([at, id]) => [id, at.split(' ')]),
)

/** Plays requests on a sandbox and records those that are examples. */
export function createPlayer(sandbox: Sandbox) {
  const recorded: Record<string, Recorded> = {}

  async function send(operation: string, asked: Asked) {
    const [method, template] = paths.get(operation) as [string, string]
    const { as, path = {}, query = {}, headers = {}, body, form } = asked
    const url = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!))
    const search = new URLSearchParams(query).toString()
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const answer = await sandbox.inject({
      method: method as 'GET',
      url: search === '' ? url : `${url}?${search}`,
      headers: {
        ...(as && { authorization: sandbox.tokens[as] }),
        ...(body || form ? { 'content-type': type } : {}),
        ...headers,
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : body ? { payload: body } : {}),
    })
    const isDone = answer.statusCode >= 200 && answer.statusCode < 300
    expect({ operation, isDone, answer: isDone ? '' : answer.body }).toEqual({ operation, isDone: true, answer: '' })
    const media = String(answer.headers['content-type'] ?? '').split(';')[0]!
    const value: Answer = media.endsWith('json') ? answer.json() : answer.body === '' ? undefined : answer.body
    return { type, media, status: answer.statusCode, value }
  }

  return {
    recorded,
    /** Sends a request that prepares an example, and returns its answer. */
    prepare: async (operation: string, asked: Asked): Promise<Answer> => (await send(operation, asked)).value,
    /** Sends a request, records it as the operation's example and returns its answer. */
    example: async (operation: string, asked: Asked): Promise<Answer> => {
      expect(recorded, `a second example of ${operation}`).not.toHaveProperty(operation)
      const { type, media, status, value } = await send(operation, asked)
      const content = asked.form ?? asked.body
      const { authorization: _, ...headers } = asked.headers ?? {}
      recorded[operation] = {
        parameters: { ...asked.path, ...asked.query, ...headers },
        ...(content && { request: { type, value: content } }),
        response: { status, type: media, ...(value === undefined ? {} : { value: shortened(value) }) },
      }
      return value
    },
  }
}

export type Player = ReturnType<typeof createPlayer>

export type Entity = 'rm' | 'abs'

/** The examples' sandbox: its clients and accounts, and what an operator sets between the examples. */
export interface Scene extends Pick<Player, 'example' | 'prepare'> {
  entities: Record<Entity, string>
  /** Account ids by currency; `otherEUR` is the second one of a currency. */
  accounts: Record<Entity, Record<'EUR' | 'GBP' | 'otherEUR', string>>
  secrets: { clientId: string; clientSecret: string }
  /** A payee of the RM entity. */
  beneficiaryId?: string
  /** A business day of the month after the examples. */
  nextMonth: string
  requireApproval: (entity: Entity, resource: ApprovalResource, from: string) => Promise<void>
  requirePayeeApproval: (entity: Entity) => Promise<void>
  /** Opens a further account with money; returns its id. */
  openFunded: (entity: Entity, currency: string, amount: string) => Promise<string>
}

/** Entries of a long list that an example shows. */
const SHOWN = 2

/** Cuts long lists: an example shows the form of an entry. */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]))
}
