import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Answer, Client } from './client.ts'
import { type Order, orderBook } from './orders.ts'
import type { Stage } from './stage.ts'

/** An order that was sent, what each asking that gave no final answer came to, and the answer once there is one. */
export interface Sent extends Order {
  inVain: ('no answer' | 'unavailable' | 'nothing was changed')[]
  answer?: Answer
}

/** An answer is final unless the service said that it could not do it now. */
const isFinal = ({ status, text }: Answer): boolean =>
  status < 500 && !(status >= 400 && (JSON.parse(text) as { retryable?: boolean }).retryable)

/** Sends an order once and keeps what came of it. */
export async function send(client: Client, sent: Sent): Promise<Sent> {
  const answer = await client.ask(sent)
  if (!answer) sent.inVain.push('no answer')
  else if (isFinal(answer)) sent.answer = answer
  else sent.inVain.push(answer.text.includes('nothing was changed') ? 'nothing was changed' : 'unavailable')
  return sent
}

const LANES = 12
const PAUSE_MS = 100

/** Sends orders from twelve lanes at once until it is stopped, whatever happens to the service meanwhile. */
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
    /** Lets the lanes finish what they asked, and tells all that was sent. */
    async stop(): Promise<Sent[]> {
      stopped = true
      await lanes
      return all
    },
  }
}
