import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const directory = mkdtempSync(path.join(tmpdir(), 'cambist-cli-'))
afterAll(() => rmSync(directory, { recursive: true }))
const program = path.join(import.meta.dirname, '..', '..', 'cambist.mjs')
const config = path.join(directory, 'profiles.json')

/** Runs the program with lines on standard input, which stays open as a terminal does. */
function run(args: readonly string[], input = ''): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, CAMBIST_CONFIG: config } })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin.on('error', () => {}) // it has ended already
  if (input !== '') child.stdin.write(input)
  const patience = setTimeout(() => child.kill('SIGKILL'), 30_000)
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(patience)
      child.stdin.destroy()
      resolve({ code, stderr })
    })
  })
}

test('a login whose prompt gets no answer ends and names the missing value', { timeout: 60_000 }, async () => {
  const { code, stderr } = await run(['login', '--url', 'http://127.0.0.1:1'], '\n')
  expect([code, stderr]).toEqual([2, 'Client id is missing.\n'])
})

test('a login at an address without http or https is a usage error, and stores nothing', {
  timeout: 60_000,
}, async () => {
  const { code, stderr } = await run(['login', '--url', 'fx.example.com', '--client-id', 'c', '--client-secret', 's'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('"fx.example.com" is not the address of a service')])
  expect(existsSync(config)).toBe(false)
})
