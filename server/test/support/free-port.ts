import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports below those that systems give to outgoing connections and to listeners on port 0: others do not get one in between. */
const LOWEST = 12_000
const HIGHEST = 32_000

/** A port of the loopback interface on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.close()
    if (isFree) return port
  }
}

/** Several different ports as `freePort` returns them. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
