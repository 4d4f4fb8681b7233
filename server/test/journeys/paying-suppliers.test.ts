import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import { inventions, outputsOf, scriptOf, shellBlocks, shellEnvironment } from './shell-blocks.ts'

const root = path.join(import.meta.dirname, '..', '..', '..')
const page = path.join(root, 'docs', 'guides', 'paying-suppliers.md')
const run = promisify(execFile)

let server: Awaited<ReturnType<typeof startFreshServer>>
beforeAll(async () => {
  server = await startFreshServer()
})
afterAll(() => server?.stop())

test('the guide pays one supplier in each of six currencies, and all six payments complete', async () => {
  const blocks = shellBlocks(page)
  const script = scriptOf(blocks)
    .replaceAll('http://localhost:8080', server.credentials.baseUrl)
    .replaceAll('.data/sandbox-credentials.json', server.credentialsFile)
  const { stdout } = await run('bash', ['-c', script], { cwd: root, env: shellEnvironment() })
  const outputs = outputsOf(stdout)
  expect(outputs).toHaveLength(blocks.length)
  for (const [i, { shown }] of blocks.entries()) {
    if (shown !== undefined) expect(inventions(shown, JSON.parse(outputs[i]!))).toEqual([])
  }
  const said = outputs.join('\n')
  expect(said.match(/^Credited$/gm)).toHaveLength(6)
  expect(said.match(/^Completed$/gm)).toHaveLength(6)
  for (const rail of ['Fps', 'Sepa', 'Fedwire', 'Local']) expect(said).toMatch(new RegExp(`^${rail}$`, 'm'))
  for (const line of ['purpose_code_required', '/CGODDR/', '1']) expect(said).toMatch(new RegExp(`^${line}$`, 'm'))
}, 300_000)
