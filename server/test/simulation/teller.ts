import { ask, bodyOf } from './caller.ts'
import type { Answer, Command, Sandbox, Who } from './processes.ts'
import type { Stage } from './stage.ts'

/** Caller of the mixed load, with its objects so far. */
export interface Teller {
  who: 'rm' | 'abs'
  turn: number
  sandbox: Sandbox
  stage: Stage
  /** Forwards that can be drawn or amended. */
  forwards: string[]
  drawdowns: string[]
  payments: string[]
  batches: string[]
}

export const openTeller = (sandbox: Sandbox, stage: Stage, number: number): Teller => ({
  who: number % 4 === 3 ? 'abs' : 'rm',
  turn: number,
  sandbox,
  stage,
  forwards: [],
  drawdowns: [],
  payments: [],
  batches: [],
})

/** An act of a teller; false when it was rejected or there was nothing to do it to. Errors of the server are thrown. */
export type Act = (teller: Teller) => Promise<boolean>

/** Methods and paths at which a command was accepted. */
export const requested = new Set<string>()

/** Number of rejections by command and reason. */
export const refused: Record<string, number> = {}

/** Method and version of a command that changes or deletes a resource. */
type Change = Pick<Command, 'method' | 'version'>

/** Sends one command of a teller to one of the servers; every other one has an idempotency key. */
export async function send(
  teller: Teller,
  path: string,
  body?: object,
  who: Who = teller.who,
  change: Change = {},
): Promise<Answer> {
  const { processes } = teller.sandbox
  const key = teller.turn++ % 2 === 0 ? undefined : crypto.randomUUID()
  const answer = await ask(processes[teller.turn % processes.length]!, { who, path, body, key, ...change })
  const command = `${(change.method ?? 'POST').toLowerCase()} ${path}`
  if (answer.status < 300) requested.add(command.split('?')[0]!)
  if (answer.status >= 400) {
    const name = `${command.replace(/_\w+/, '')} ${String(bodyOf(answer).code)}`
    refused[name] = (refused[name] ?? 0) + 1
  }
  return answer
}

const turns = new Map<string, number>()

/**
 * Returns the options of a choice in their order, over all tellers. Call it after the commands that may be rejected, so
 * that every option is used by the few acts that reach it.
 */
export function inTurn<T>(choice: string, ...options: readonly [T, ...T[]]): T {
  const turn = turns.get(choice) ?? 0
  turns.set(choice, turn + 1)
  return options[turn % options.length]!
}
export const done = ({ status }: Answer) => status < 300

/** Reads the first date on which a payment of the teller can be made. */
export async function earliestPaymentDate({ sandbox, who }: Teller, currency: 'EUR' | 'GBP' = 'GBP'): Promise<string> {
  const country = currency === 'GBP' ? 'GB' : 'DE'
  const path = `/v1/payments/earliest-settlement?currency=${currency}&country=${country}`
  return (await sandbox.processes[0]!.get<{ earliestPaymentDate: string }>(who, path)).earliestPaymentDate
}
