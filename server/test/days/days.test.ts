import { inject, expect, test } from 'vitest'
import { AUDITS } from '../../src/composition/modules.ts'
import { openDb } from '../../src/kernel/db/db.ts'
import { auditLedger } from '../../src/ledger/index.ts'
import { createDatabase } from './stage/database.ts'
import { simulate } from './simulation.ts'

/** A run takes a minute; on a machine that is busy with other tests much more. */
const PATIENCE_MS = 600_000

const PLAYED = [
  { seed: 'north', isByFiles: false, days: 20 },
  { seed: 'south', isByFiles: true, days: 10 },
]

test.each(PLAYED)(
  '$days business days of seed $seed leave nothing that the model does not explain',
  async (played) => {
    const { connection, copied } = inject('testServer')
    const database = await createDatabase(connection, copied)
    try {
      const lines: string[] = []
      const options = {
        ...played,
        kills: 2,
        acts: 18,
        database,
        print: (line: string) => void lines.push(line),
      }
      const { outcomes } = await simulate(options)
      expect(lines.filter((line) => line.startsWith('FINDING'))).toEqual([])
      expect(outcomes.size).toBeGreaterThan(40)
      const db = await openDb(database.connection, { poolSize: 1 })
      const { findings } = await auditLedger(db, () => {}, AUDITS)
      await db.close()
      expect(findings).toEqual([])
    } finally {
      await database.drop()
    }
  },
  PATIENCE_MS,
)
