import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { databaseDirectory } from '../support/temporary-directory.ts'

const folder = databaseDirectory()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isServed = (address: string): Promise<boolean> =>
  fetch(`${address}/health/live`).then(
    () => true,
    () => false,
  )

test('the server of a demo ends with the demo, even if that is killed', async () => {
  const demo = spawn(process.execPath, [path.join(serverDirectory, 'start.mjs'), 'demo'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    demo.stdout.on('data', (text: Buffer) => {
      output += text.toString()
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)
      if (found) resolve(found[0])
    })
    demo.once('exit', () => reject(new Error(`the demo ended early:\n${output}`)))
  })
  expect(await isServed(address)).toBe(true)
  demo.kill('SIGKILL')
  await once(demo, 'exit')
  const deadline = performance.now() + 60_000
  while ((await isServed(address)) && performance.now() < deadline) await sleep(100)
  expect(await isServed(address)).toBe(false)
}, 180_000)
