import { expect } from 'vitest'
import type { Credentials } from '../../src/commands/demo/http.ts'

export type Who = 'rm' | 'abs'

/** Command as sent; with a key it can be retried. */
export interface Command {
  who: Who
  path: string
  body: object
  key?: string
}

export interface Answer {
  status: number
  text: string
  replayed: boolean
}

/** Calls the service as both sandbox clients, with one token each that has to outlive every crash. */
export interface Client {
  entityId(who: Who): string
  /** @returns undefined when the connection broke before the answer was complete */
  ask(command: Command): Promise<Answer | undefined>
  /** Sends a command that must succeed. */
  make<T>(command: Command): Promise<T>
  get<T>(who: Who, path: string): Promise<T>
}

/** Maximum time for a response, during any kill. */
const PATIENCE_MS = 30_000

export async function connect(baseUrl: string, { clients }: Pick<Credentials, 'clients'>): Promise<Client> {
  const tokens = { rm: await tokenOf(baseUrl, clients.rm), abs: await tokenOf(baseUrl, clients.abs) }
  const ask = async ({ who, path, body, key }: Command) => {
    const headers = { authorization: tokens[who], 'content-type': 'application/json' }
    const all = key === undefined ? headers : { ...headers, 'idempotency-key': key }
    return answerOf(baseUrl + path, { method: 'POST', headers: all, body: JSON.stringify(body) })
  }
  return {
    entityId: (who) => clients[who].entityId,
    ask,
    async make<T>(command: Command) {
      const answer = await ask(command)
      expect(answer?.status, `${command.path}: ${answer?.text}`).toSatisfy((status) => status === 200 || status === 201)
      return JSON.parse(answer!.text) as T
    },
    async get<T>(who: Who, path: string) {
      const answer = await answerOf(baseUrl + path, { headers: { authorization: tokens[who] } })
      expect(answer?.status, `GET ${path}: ${answer?.text}`).toBe(200)
      return JSON.parse(answer!.text) as T
    },
  }
}

/** Requests a token. @returns the Authorization header */
export async function tokenOf(baseUrl: string, client: { clientId: string; clientSecret: string }): Promise<string> {
  const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
  const answer = await fetch(`${baseUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`
}

async function answerOf(url: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
    const replayed = response.headers.get('idempotent-replayed') === 'true'
    return { status: response.status, text: await response.text(), replayed }
  } catch (error) {
    if ((error as Error).name === 'TimeoutError')
      throw new Error(`${url} gave no answer within ${PATIENCE_MS / 1000} s`, { cause: error })
    return undefined
  }
}
