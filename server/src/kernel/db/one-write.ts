import type { Socket } from 'node:net'
import type pg from 'pg'

/** Connections whose statements are being gathered. */
const gathering = new WeakSet<Socket>()

/**
 * Has the statements that are sent on a connection in this turn leave in one write. Each write is a system call, which costs
 * more than what the process does for a statement otherwise.
 */
export function gatherWrites(client: pg.ClientBase): void {
  const stream = (client as unknown as { connection?: { stream: Socket } }).connection?.stream
  if (!stream || gathering.has(stream)) return
  gathering.add(stream)
  stream.cork()
  process.nextTick(() => {
    gathering.delete(stream)
    stream.uncork()
  })
}
