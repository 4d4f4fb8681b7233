import type { ServerResponse } from 'node:http'
import type { Principal } from '../../kernel/http/principal.ts'
import type { FeedPage } from '../feed.ts'

/** Parts of the service that a stream uses. */
interface Source {
  /** Returns the rights of the client now; undefined if its token has ended, or its right to read events. */
  viewer(): Promise<Principal | undefined>
  read(after: bigint): Promise<FeedPage>
  present(page: FeedPage, viewer: Principal): Promise<readonly { sequence: number; type: string }[]>
}

interface StreamLimits {
  /** Pause between two signs of life. */
  heartbeatMs: number
  /** Pause between two checks of the token. */
  checkMs: number
  /** Time in which a client must take a page. */
  patienceMs: number
}

export const STREAM_LIMITS: StreamLimits = { heartbeatMs: 15_000, checkMs: 1000, patienceMs: 30_000 }

/** Time after which a client reconnects, in milliseconds. */
const RETRY_MS = 2000
/** Time in which a client must take the rest of a stream that has ended. */
const FAREWELL_MS = 3000

/**
 * Events of one entity as server-sent events. It reads a page after new events and once the client has taken the one before: at most one
 * page is in memory. It ends with the token, with the service, or if the client takes nothing.
 */
export class EventStream {
  private readonly response: ServerResponse
  private readonly source: Source
  private readonly limits: StreamLimits
  private position: bigint
  private isOpen = true
  private isWaiting = false
  private hasNews = false
  private resume: () => void = () => {}

  constructor(response: ServerResponse, source: Source, position: bigint, limits = STREAM_LIMITS) {
    this.response = response
    this.source = source
    this.position = position
    this.limits = limits
  }

  /** Reads on after new events. */
  wake(): void {
    this.hasNews = true
    this.resume()
  }

  /** Ends the stream. The client may continue with the last id that it received. */
  end(): void {
    this.isOpen = false
    this.resume()
  }

  /** Sends the first page and all later events until the stream ends. */
  async run(first: FeedPage): Promise<void> {
    if (this.response.destroyed) return // the client left while the page was read: no close follows
    this.response.on('close', () => this.end())
    const timers = [
      setInterval(() => this.beat(), this.limits.heartbeatMs),
      setInterval(() => void this.checkToken(), this.limits.checkMs),
    ]
    try {
      this.response.write(`retry: ${RETRY_MS}\n\n`)
      for (let page = first; this.isOpen; page = await this.source.read(this.position)) {
        if (!(await this.send(page))) return
        if (page.position === page.last) await this.news()
        if (!this.isOpen) return
      }
    } finally {
      this.isOpen = false
      for (const timer of timers) clearInterval(timer)
      this.response.end()
      setTimeout(() => this.response.destroy(), FAREWELL_MS).unref()
    }
  }

  /** Writes a page and waits until the client has taken it. Returns false if the stream must end. */
  private async send(page: FeedPage): Promise<boolean> {
    const viewer = await this.source.viewer()
    if (!viewer) return false
    const events = await this.source.present(page, viewer)
    this.position = page.position
    if (events.length === 0 || !this.isOpen) return this.isOpen
    return this.write(events.map((event) => frameOf(event)).join(''))
  }

  private async write(text: string): Promise<boolean> {
    if (this.response.write(text)) return true
    this.isWaiting = true
    const isTaken = await new Promise<boolean>((resolve) => {
      const settle = (taken: boolean) => {
        clearTimeout(patience)
        this.response.off('drain', taking).off('close', leaving)
        resolve(taken)
      }
      const [taking, leaving] = [() => settle(true), () => settle(false)]
      const patience = setTimeout(leaving, this.limits.patienceMs)
      this.response.once('drain', taking).once('close', leaving)
    })
    this.isWaiting = false
    if (!isTaken) this.response.destroy() // ending it would wait for the client
    return isTaken
  }

  /** Waits for new events or the end. */
  private async news(): Promise<void> {
    if (!this.hasNews && this.isOpen)
      await new Promise<void>((resolve) => {
        this.resume = resolve
      })
    this.hasNews = false
  }

  /** Shows that the stream lives, and how far it has come: events of other types have moved the position too. */
  private beat(): void {
    if (!this.isWaiting) this.response.write(`: alive\nid: ${this.position}\n\n`)
  }

  private async checkToken(): Promise<void> {
    const viewer = await this.source.viewer().catch(() => undefined)
    if (!viewer) this.end()
  }
}

const frameOf = (event: { sequence: number; type: string }): string =>
  `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
