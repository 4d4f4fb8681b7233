import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Load generator with raw keep-alive sockets: one request in flight per connection, the next sent after the full
 * response, or after the time that a rejected request is asked to wait. It costs about ten microseconds per request, so that the server, not the generator, is measured.
 */
export interface LoadResult {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  statuses: Record<number, number>
  answers: number
  /** Count of `meter` during the load; 0 without one. */
  metered: number
}

export interface LoadPlan {
  port: number
  connections: number
  seconds: number
  /** The bytes of the n-th request; undefined when there are no more. */
  request(n: number): string | undefined
  /** Opens a connection; default: a plain one to `port`. */
  open?: (() => Promise<Duplex>) | undefined
  /** Requests per second over all connections; without it each connection sends the next after the answer. */
  perSecond?: number
  /** Receives the time of each answer since the begin, and its latency, both in milliseconds. */
  onAnswer?: (atMs: number, latencyMs: number, status: number) => void
  /** Read when the first request goes and when the last answer has come. */
  meter?: () => number
}

/** Runs the load on connections opened beforehand, and counts the responses within the time. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const { port, meter = () => 0, open = () => openPlain(port) } = plan
  const sockets = await Promise.all(Array.from({ length: plan.connections }, open))
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  let sent = 0
  const before = meter()
  const start = performance.now()
  const end = start + plan.seconds * 1000
  const next = () => (performance.now() < end ? plan.request(sent++) : undefined)
  const answered = (status: number, ms: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1
    latencies.push(ms)
    plan.onAnswer?.(performance.now() - start, ms, status)
  }
  const slots = plan.perSecond === undefined ? undefined : slotsOf(start, plan.perSecond)
  await Promise.all(sockets.map((socket) => drive(socket, next, answered, slots)))
  const metered = meter() - before
  const seconds = (performance.now() - start) / 1000
  latencies.sort((a, b) => a - b)
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    statuses,
    answers: latencies.length,
    metered,
  }
}

function openPlain(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
}

const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Returns the function that gives each request the time at which it is due. */
function slotsOf(start: number, perSecond: number): () => number {
  let taken = 0
  return () => start + (taken++ * 1000) / perSecond
}

/**
 * Sends requests on a connection, one after the other.
 *
 * @param slot time at which the next request is due. Latency counts from it: a request that waits for a connection is slow
 */
function drive(
  socket: Duplex,
  next: () => string | undefined,
  answered: (status: number, ms: number) => void,
  slot?: () => number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let held = ''
    let sentAt = 0
    const send = () => {
      if (!slot) return sendNow()
      const due = slot()
      const wait = due - performance.now()
      if (wait > 0) setTimeout(() => sendNow(), wait)
      else sendNow(due)
    }
    const sendNow = (dueAt = performance.now()) => {
      const request = next()
      if (request === undefined) return void socket.end(resolve)
      sentAt = dueAt
      socket.write(request, 'latin1')
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      held = held === '' ? chunk : held + chunk
      const length = wholeAnswer(held)
      if (length === undefined || held.length < length) return
      const seconds = Number(/retry-after: (\d+)/i.exec(held.slice(0, length))?.[1] ?? 0)
      held = held.slice(length)
      answered(Number(statusOf), performance.now() - sentAt)
      if (seconds > 0) setTimeout(send, seconds * 1000)
      else send()
    })
    let statusOf = ''
    const wholeAnswer = (text: string): number | undefined => {
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return undefined
      statusOf = text.slice(9, 12)
      const at = text.search(/content-length: /i)
      return head + 4 + (at < 0 || at > head ? 0 : Number.parseInt(text.slice(at + 16, at + 26), 10))
    }
    socket.on('close', () => resolve())
    socket.on('error', reject)
    send()
  })
}

/** The bytes of a request with a JSON body, or without one. */
export function httpRequest(method: string, path: string, headers: Record<string, string>, body?: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const tail =
    body === undefined
      ? '\r\n'
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}${tail}`
}

/** The middle of several figures. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
