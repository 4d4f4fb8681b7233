import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import { shellEnvironment } from '../journeys/shell-blocks.ts'
import { startRecorder } from '../site/recorder.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** Builds the wheel of the Python SDK, installs it into an empty environment, and runs its tests and the program of its README. */
const source = path.join(import.meta.dirname, '..', '..', '..', 'sdk-python')
const run = promisify(execFile)

/** Program of Python 3.11 or newer: PYTHON, or one of the path. */
const python = [process.env['PYTHON'], 'python3.11', 'python3.12', 'python3.13', 'python3'].find((name) => {
  try {
    execFileSync(name ?? '', ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
})
if (!python) console.warn('Python 3.11 is not installed: the Python SDK is not tested; set PYTHON to its program')

/** Names that the blocks of the README take for granted. */
const GIVEN = `import base64, os, time, types
from cambist import Cambist, sign_webhook
cambist = Cambist(os.environ["CAMBIST_URL"], "client", "secret")
order, account = {"amount": "1.00"}, "acc_1"
secret = "whsec_" + base64.b64encode(b"0" * 32).decode()
body, now = '{"type": "payment.completed"}', int(time.time())
headers = {"webhook-id": "evt_1", "webhook-timestamp": str(now)}
headers["webhook-signature"] = sign_webhook("evt_1", now, body, secret)
request = types.SimpleNamespace(body=body, headers=headers)
`

describe.skipIf(!python)('the wheel of the Python SDK', () => {
  const directory = temporaryDirectory()
  const installed = path.join(directory, 'environment', 'bin', 'python')
  let server: Awaited<ReturnType<typeof startFreshServer>>
  beforeAll(async () => {
    const wheels = path.join(directory, 'wheels')
    mkdirSync(wheels)
    await run(python!, ['-m', 'pip', 'wheel', '--no-deps', '--no-index', '--wheel-dir', wheels, source])
    await run(python!, ['-m', 'venv', path.join(directory, 'environment')])
    const [wheel] = readdirSync(wheels)
    await run(installed, ['-m', 'pip', 'install', '--no-index', path.join(wheels, wheel!)])
    server = await startFreshServer()
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(directory, { recursive: true })
  })

  test('runs the program of its README', async () => {
    const program = /^```python\n([\s\S]*?)^```$/m.exec(readFileSync(path.join(source, 'README.md'), 'utf8'))![1]!
    const file = path.join(directory, 'program.py')
    writeFileSync(file, program)
    const { baseUrl, clients } = server.credentials
    const { clientId, clientSecret } = clients.rm
    const env = { CAMBIST_URL: baseUrl, CAMBIST_CLIENT_ID: clientId, CAMBIST_CLIENT_SECRET: clientSecret }
    const { stdout } = await run(installed, [file], { cwd: directory, env: shellEnvironment(env) })
    expect(stdout).toMatch(/^EUR \d+\.\d\d$/m)
    expect(stdout).toMatch(/^1 EUR is about 0\.\d+ GBP$/m)
  })

  test('works as in each block of its README', async () => {
    const readme = readFileSync(path.join(source, 'README.md'), 'utf8')
    const [, ...blocks] = [...readme.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)
    expect(blocks.length).toBeGreaterThan(1)
    const recorder = await startRecorder()
    try {
      const file = path.join(directory, 'blocks.py')
      writeFileSync(file, `${GIVEN}\n${blocks.join('\n')}\nassert event["type"] == "payment.completed"\n`)
      await run(installed, [file], { cwd: directory, env: shellEnvironment({ CAMBIST_URL: `${recorder.url}/readme` }) })
      expect(recorder.take().get('readme')).toEqual([
        'POST /v1/payments {"amount":"1.00"}',
        'POST /v1/payments?dryRun=true {"amount":"1.00"}',
        'GET /v1/statements?accountId=acc_1&from=2026-11-01&to=2026-11-30&format=csv',
      ])
    } finally {
      recorder.close()
    }
  })

  test('passes its own tests, and every type of its models can be read', async () => {
    const { stderr } = await run(installed, ['-m', 'unittest', 'discover', '-s', path.join(source, 'tests')])
    expect(stderr).toMatch(/Ran \d{2} tests[\s\S]+OK/)
    const read = `import typing
from cambist import models
classes = [each for each in vars(models).values() if typing.is_typeddict(each)]
for each in classes: typing.get_type_hints(each, vars(models))
print(len(classes))`
    const { stdout } = await run(installed, ['-c', read])
    expect(Number(stdout)).toBeGreaterThan(250)
  })
})
