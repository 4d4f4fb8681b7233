import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { OPERATION_GROUPS } from '../../src/service/index.ts'
import type { Recorded } from '../examples/player.ts'
import { playExamples } from '../examples/scene.ts'
import { createStabiliser } from '../examples/stable.ts'
import { openSandbox, type Sandbox } from '../simulation/processes.ts'

/** Notifications need a mail server; the examples send no mail. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'cambist@example.com' }

/** All times of the examples count from here. */
const MONDAY = new Date('2026-11-16T09:00:00.000Z')

let sandbox: Sandbox
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY })
  sandbox = await openSandbox({ processes: 1, poolSize: 6, settings: MAIL })
  await sandbox.processes[0]!.services.worker.stop() // jobs run where an example says so
})
afterAll(async () => {
  await sandbox?.close()
  vi.useRealTimers()
})

let recorded: Record<string, Recorded> = {}

test('the examples of the API document run in order and answer what it shows; `-u` records them anew', async () => {
  recorded = createStabiliser()(await playExamples(sandbox)) as typeof recorded
  const text = `${JSON.stringify(recorded, null, 1)}\n`
  await expect(text).toMatchFileSnapshot(path.join(serverDirectory, 'src', 'service', 'operation-examples.json'))
})

test('each operation has an example', () => {
  const operations = OPERATION_GROUPS.flatMap((group) => Object.values(group.operations))
  expect(operations.filter((id) => !recorded[id])).toEqual([])
})
