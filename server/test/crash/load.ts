import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Chance } from './chance.ts'
import type { Answer, Client } from './client.ts'
import { type Order, orderBook } from './orders.ts'
import type { Stage } from './stage.ts'

/** Order that was sent, its inconclusive responses, and its final response once there is one. */
export interface Sent extends Order {
  inVain: InVain[]
  answer?: Answer
}

/** Statuses that the service may return while it cannot answer; any other, a 500 above all, is an error. */
const IN_VAIN = ['database_unavailable', 'overloaded', 'outcome_unknown', 'idempotency_in_progress'] as const
type InVain = 'no answer' | (typeof IN_VAIN)[number]

/** Inconclusive responses after which the effect may exist; after others it cannot. */
export const LEAVES_OPEN: readonly InVain[] = ['no answer', 'outcome_unknown', 'idempotency_in_progress']

/** Sends an order once and records the response. */
export async function send(client: Client, sent: Sent): Promise<Sent> {
  const answer = await client.ask(sent)
  if (!answer) sent.inVain.push('no answer')
  else if (answer.status < 400) sent.answer = answer
  else keepRefusal(sent, answer)
  return sent
}

function keepRefusal(sent: Sent, answer: Answer): void {
  const { code, status, retryable } = JSON.parse(answer.text) as { code?: string; status: number; retryable?: boolean }
  const told = IN_VAIN.find((known) => known === code)
  if (told) sent.inVain.push(told)
  else if (status < 500 && !retryable) sent.answer = answer
  else expect.fail(`${sent.kind} ${sent.key} was answered ${answer.status} ${answer.text}`)
}

const LANES = 12
const PAUSE_MS = 250

/** Sends orders from twelve callers at once until stopped, during any kill of the service. */
export function startLoad(client: Client, stage: Stage, chance: Chance, name: string) {
  const all: Sent[] = []
  let stopped = false
  const ask = (order: Order) => {
    const sent: Sent = { ...order, inVain: [] }
    all.push(sent)
    return send(client, sent)
  }

  async function lane(number: number) {
    const book = orderBook(client, stage, chance.branch(number), `${name}-${number}`)
    while (!stopped) {
      const { kind, who, answer } = await ask(book.next())
      if (!answer) await sleep(PAUSE_MS)
      else if (kind === 'quote' && answer.status === 201) {
        await ask(book.booking(who, (JSON.parse(answer.text) as { quoteId: string }).quoteId))
      }
    }
  }

  const lanes = Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)))
  lanes.catch(() => (stopped = true)) // told by stop
  return {
    /** Orders that have their answer. */
    answered: () => all.filter(({ answer }) => answer).length,
    /** Lets the callers finish their requests and returns everything sent. */
    async stop(): Promise<Sent[]> {
      stopped = true
      await lanes
      return all
    },
  }
}
