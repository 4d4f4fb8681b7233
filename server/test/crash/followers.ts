import { setTimeout as sleep } from 'node:timers/promises'

/** Event as a follower read it, as far as these tests use it. */
export interface Followed {
  id: string
  sequence: number
  type: string
  resource: { type: string; id: string }
}

/** A client that follows the events of its entity while processes are killed. */
export interface Follower {
  /** Events in the order in which they came. */
  events: readonly Followed[]
  stop(): Promise<void>
}

interface Source {
  baseUrls: readonly string[]
  authorization: string
}

const PAUSE_MS = 100
/** Time after which a process that gives no answer is left. */
const PATIENCE_MS = 20_000

/** Asks the processes in turn for the events after the last one. */
export function followByPolling({ baseUrls, authorization }: Source): Follower {
  const events: Followed[] = []
  return follow(events, async (turn, signal) => {
    const after = events.at(-1)?.sequence ?? 0
    const url = `${baseUrls[turn % baseUrls.length]}/v1/events?limit=500&after=${after}`
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
    const answer = await fetch(url, { headers: { authorization }, signal: inTime })
    if (answer.ok) events.push(...((await answer.json()) as { data: Followed[] }).data)
    await sleep(PAUSE_MS)
  })
}

/** Reads a stream of server-sent events, and resumes it at the next process after each break. */
export function followByStream({ baseUrls, authorization }: Source): Follower {
  const events: Followed[] = []
  return follow(events, async (turn, signal) => {
    const lastId = events.at(-1)?.sequence ?? 0
    const answer = await fetch(`${baseUrls[turn % baseUrls.length]}/v1/events`, {
      headers: { authorization, accept: 'text/event-stream', 'last-event-id': String(lastId) },
      signal,
    })
    if (!answer.ok) return void (await answer.text())
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of answer.body!) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const frames = text.split('\n\n')
      text = frames.pop()! // the rest of a frame that broke off is sent again
      for (const frame of frames) {
        const data = /^data: ?(.+)$/m.exec(frame)?.[1]
        if (data !== undefined) events.push(JSON.parse(data) as Followed)
      }
    }
  })
}

/** Repeats `read` until stopped. A failure is that of a killed process: the next turn asks another. */
function follow(events: Followed[], read: (turn: number, signal: AbortSignal) => Promise<void>): Follower {
  const stopping = new AbortController()
  const run = async () => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const before = events.length
      await read(turn, stopping.signal).catch(() => {})
      if (events.length === before) await sleep(PAUSE_MS)
    }
  }
  const running = run()
  return {
    events,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
