import { rmSync } from 'node:fs'
import { median } from './load.ts'
import { openDirectory, startServer } from './processes.ts'
import type { Figure } from './report.ts'

/** Measures start-up: the first start with an empty data directory and later ones; and the memory used afterwards. */
export async function startFigures(port: number, progress: (line: string) => void): Promise<Figure[]> {
  const dataDir = openDirectory()
  progress('first start')
  const first = await startServer(port, dataDir)
  const memory = first.memory()
  await first.stop()
  const later: number[] = []
  for (let i = 0; i < 3; i++) {
    progress(`start ${i + 2}`)
    const again = await startServer(port, dataDir)
    later.push(again.readyMs)
    await again.stop()
  }
  rmSync(dataDir, { recursive: true, force: true })
  return [
    {
      name: 'First start until ready (database made, migrated, seeded)',
      value: first.readyMs / 1000,
      unit: 's',
      floor: 10,
      atMost: true,
      note: 'node server/start.mjs on an empty DATA_DIR',
    },
    {
      name: 'Later start until ready',
      value: median(later) / 1000,
      unit: 's',
      floor: 10,
      atMost: true,
      note: 'median of 3',
    },
    {
      name: 'Memory of the server’s process after start',
      value: memory,
      unit: 'MiB',
      note: 'resident, without PostgreSQL',
    },
  ]
}
