import type { BenchContext } from './context.ts'
import { runLoad } from './load.ts'
import type { Figure } from './report.ts'
import { transferRequest } from './transfers.ts'

const CONNECTIONS = 64

/** Measures the process's memory after minutes of transfers: it must not grow with the work done. */
export async function enduranceFigure({ server, entities, progress }: BenchContext, minutes: number): Promise<Figure> {
  const before = server.memory()
  const readings: number[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    await runLoad({
      port: server.port,
      connections: CONNECTIONS,
      seconds: 60,
      request: () => transferRequest(entities, false),
    })
    readings.push(server.memory())
    progress(`minute ${minute} of ${minutes}: ${server.memory().toFixed(0)} MiB`)
  }
  return {
    name: `Memory of the server’s process after ${minutes} minutes of load`,
    value: readings.at(-1) ?? before,
    unit: 'MiB',
    note: `${before.toFixed(0)} MiB before, ${Math.max(before, ...readings).toFixed(0)} MiB at most`,
  }
}
