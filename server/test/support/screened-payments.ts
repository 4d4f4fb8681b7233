import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { operatorCommand } from '../../src/commands/operator.ts'
import { screenPayees, withScreening } from '../../src/compliance/compliance.ts'
import { loadCalendars } from '../../src/fx/calendar/holidays/holidays.ts'
import type { Db } from '../../src/kernel/db/db.ts'
import { createScreening } from '../../src/screening/index.ts'
import { sandboxPolicies } from '../../src/sim/index.ts'
import { testInstitution } from './accounts.ts'
import { closeAfterFile } from './database.ts'
import { openPayments } from './payment-service.ts'
import { temporaryDirectory } from './temporary-directory.ts'

interface OpenCase {
  caseId: string
  about: string
  hits: string[]
  stage: string
}

/** An RM entity whose payees and payments are screened, with euros, and the operator's commands about lists and cases. */
export async function openScreenedPayments(db: Db, fundsMinor = 100_000_00n) {
  await loadCalendars(db)
  const screening = createScreening(0.88)
  const directory = temporaryDirectory()
  closeAfterFile(async () => rmSync(directory, { recursive: true, force: true }))
  const policies = withScreening(sandboxPolicies, screening)
  const service = await openPayments(db, 'RM', { policies, screen: screenPayees(screening) })
  await service.fund('EUR', fundsMinor)

  /** Runs an operator's command and returns its output. */
  async function operator(...words: string[]) {
    let printed = ''
    const command = operatorCommand(
      async () => ({ db, clock: service.deps.clock, institution: testInstitution, close: async () => {} }),
      (text) => (printed += text),
    )
    await command.parseAsync([...words, '--json'], { from: 'user' })
    return JSON.parse(printed)
  }

  /** Loads a list of names, in the form of OFAC's. */
  function load(list: string, ...rows: (string | { name: string; remarks?: string })[]) {
    const file = path.join(directory, `${list}.csv`)
    const nulls = Array(7).fill('-0-').join(',')
    const lines = rows
      .map((row) => (typeof row === 'string' ? { name: row } : row))
      .map(({ name, remarks = '-0-' }, i) => `${i + 1},"${name}",individual,"EXA",${nulls},"${remarks}"`)
    writeFileSync(file, lines.join('\r\n'))
    return operator('load-screening-list', '--list', list, '--file', file, '--force')
  }

  const cases = (): Promise<OpenCase[]> => operator('screening-cases')
  const openCase = async (about: string) => (await cases()).find((row) => row.about === about)

  async function review(about: string, decision: 'release' | 'reject', reviewer = 'C. Officer') {
    const found = await openCase(about)
    if (!found) throw new Error(`no open case about ${about}`)
    const words = ['--entity', service.wireEntity, '--case', found.caseId, '--decision', decision]
    return operator('review-screening-case', ...words, '--reviewer', reviewer, '--reason', 'looked at')
  }

  return { service, screening, directory, operator, load, cases, openCase, review }
}
