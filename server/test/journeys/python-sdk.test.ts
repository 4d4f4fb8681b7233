import { execFile, execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** Tests the Python client as its user has it: its wheel in an empty environment. */
const source = path.join(import.meta.dirname, '..', '..', '..', 'sdk-python')
const MYPY = 'mypy==1.18.2'
const run = promisify(execFile)

const python = findPython()
if (!python) console.warn('No Python of version 3.11 or later is installed: the Python client is not tested.')
const folder = temporaryDirectory()
const bin = (name: string) => path.join(folder, 'environment', 'bin', name)
const isReady = python !== undefined && (await install(python))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the first Python here that is recent enough. */
function findPython(): string | undefined {
  return ['python3.13', 'python3.12', 'python3.11', 'python3'].find((name) => {
    try {
      execFileSync(name, ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 11))'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

/** Builds the wheel and installs it with its tools. Returns false, with a sentence, if the packages cannot be had. */
async function install(interpreter: string): Promise<boolean> {
  cpSync(source, path.join(folder, 'source'), { recursive: true })
  await run(interpreter, ['-m', 'venv', path.join(folder, 'environment')])
  const pip = (...words: string[]) => run(bin('pip'), ['--quiet', '--disable-pip-version-check', ...words])
  try {
    await pip('download', '--no-deps', '--dest', folder, MYPY)
  } catch (error) {
    console.warn(`Python packages cannot be had here: the Python client is not tested. ${(error as Error).message}`)
    return false
  }
  await pip('wheel', path.join(folder, 'source'), '--no-deps', '--wheel-dir', folder)
  await pip('install', `${path.join(folder, 'cambist-0.1.0-py3-none-any.whl')}[webhooks,generate]`, MYPY)
  return true
}

describe.skipIf(!isReady)('the Python client', { timeout: 240_000 }, () => {
  let server: Awaited<ReturnType<typeof startFreshServer>>
  beforeAll(async () => {
    server = await startFreshServer()
  })
  afterAll(() => server?.stop())

  test('its models and methods are those of the present interface; `python sdk-python/generate.py` makes them anew', async () => {
    const document = `${server.credentials.baseUrl}/openapi.json`
    const { stdout } = await run(bin('python'), [path.join(source, 'generate.py'), document, '--check']).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('as the document\n')
  })

  test('its types hold, and tokens, retries, paging, errors and webhooks work', async () => {
    const tests = path.join(folder, 'source', 'tests')
    await run(bin('mypy'), ['--strict', tests], { cwd: folder })
    await run(bin('python'), ['-m', 'unittest', 'discover', '-s', tests], { cwd: folder })
  })

  test('the program of its README makes a deal, and passes its type check', async () => {
    const program = /```python\n(import json[\s\S]*?)```/.exec(
      readFileSync(path.join(source, 'README.md'), 'utf8'),
    )![1]!
    const file = path.join(folder, 'first_deal.py')
    const written = program
      .replaceAll('http://localhost:8080', server.credentials.baseUrl)
      .replaceAll('.data/sandbox-credentials.json', server.credentialsFile)
    expect(written).not.toBe(program)
    writeFileSync(file, written)
    await run(bin('mypy'), ['--strict', file], { cwd: folder })
    const { stdout } = await run(bin('python'), [file], { cwd: folder })
    expect(stdout).toMatch(/^\d\.\d+ [\d.]+\ntrd_\w+ \w+\n(acc_\w+ .+\n)+$/)
  })
})
