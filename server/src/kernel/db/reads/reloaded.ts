import { setTimeout as pause } from 'node:timers/promises'
import type { Listener } from '../notifications.ts'

/** A value of the database that a process keeps in memory. */
interface Reloaded<V> {
  current: () => V
  /** Reads it again, at once. @throws the error of the read; the value stays */
  reload: () => Promise<void>
}

/** A listener. Without `closing`, a read that fails is repeated for as long as the process runs. */
type Announcer = Pick<Listener, 'on'> & Partial<Pick<Listener, 'closing'>>

interface Options {
  /** Receives the first error of reads that fail in a row. */
  onError?: (error: unknown) => void
  /** Milliseconds before a failed read is repeated. */
  retryMs?: number
}

const RETRY_MS = 1000

/**
 * Reads a value, and reads it again whenever the channel announces a change. A read that fails after such a notice is repeated until one
 * succeeds or the listener closes: the notice does not come twice. Reads run one after the other, so that an older result never
 * replaces a newer one.
 *
 * @param listener not yet started
 */
export async function openReloaded<V>(
  { listener, channel }: { listener: Announcer; channel: string },
  load: () => Promise<V>,
  { onError = () => {}, retryMs = RETRY_MS }: Options = {},
): Promise<Reloaded<V>> {
  let current = await load()
  let reading = Promise.resolve()
  let isRepeating = false
  const isClosed = () => listener.closing?.aborted === true

  const readAfter = async (earlier: Promise<void>) => {
    await earlier.catch(() => {})
    current = await load()
  }
  const reload = () => (reading = readAfter(reading))

  async function repeatUntilRead(): Promise<void> {
    isRepeating = true
    for (let failed = true; failed; ) {
      await pause(retryMs, undefined, { ref: false })
      if (isClosed()) return
      failed = await reload().then(
        () => false,
        () => true,
      )
    }
    isRepeating = false
  }

  listener.on(channel, () => {
    reload().catch((error: unknown) => {
      if (isRepeating || isClosed()) return
      onError(error)
      void repeatUntilRead()
    })
  })
  return { current: () => current, reload }
}
