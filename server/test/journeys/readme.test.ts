import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import { errorReference, errorReferenceFile } from '../../src/commands/error-reference.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { inventions, outputsOf, scriptOf, shellBlocks, shellEnvironment } from './shell-blocks.ts'

const root = path.join(import.meta.dirname, '..', '..', '..')
const run = promisify(execFile)

let server: Awaited<ReturnType<typeof startFreshServer>>
beforeAll(async () => {
  server = await startFreshServer()
})
afterAll(() => server?.stop())

const PAGES = [
  'README.md',
  'docs/start.md',
  'docs/api-documents.md',
  ...[
    'first-deal',
    'one-forward',
    'rate-alerts-and-orders',
    'idempotency-and-errors',
    'several-entities',
    'events',
    'audit',
    'receiving-money',
    'operating',
  ].map((name) => `docs/guides/${name}.md`),
  'docs/concepts/approvals.md',
  'docs/concepts/funding-and-cut-offs.md',
  'docs/sandbox.md',
]

test.each(PAGES)(
  '%s works as written, pasted into a shell block by block',
  (page) => expectPageWorks(page, server),
  300_000,
)

async function expectPageWorks(page: string, on: typeof server, places: Record<string, string> = {}): Promise<void> {
  const blocks = shellBlocks(path.join(root, page))
  expect(blocks.length).toBeGreaterThan(1)
  let script = scriptOf(blocks)
    .replaceAll('http://localhost:8080', on.credentials.baseUrl)
    .replaceAll('.data/sandbox-credentials.json', on.credentialsFile)
  for (const [written, real] of Object.entries(places)) script = script.replaceAll(written, real)
  const { stdout } = await run('bash', ['-c', script], {
    cwd: root,
    env: shellEnvironment({ DATA_DIR: path.dirname(on.credentialsFile) }),
  })
  const outputs = outputsOf(stdout)
  expect(outputs).toHaveLength(blocks.length)
  for (const [i, { shown }] of blocks.entries()) {
    if (shown !== undefined) expect(inventions(shown, JSON.parse(outputs[i]!))).toEqual([])
  }
}

test('docs/guides/connecting-a-bank.md works as written, with two banks connected', async () => {
  const [folder, frankfurt] = [temporaryDirectory(), temporaryDirectory()]
  const identity = { format: 'pacs.008', name: 'Example', bic: 'EXPLGB2LXXX', pollSeconds: 1 }
  const write = (to: string, settings: object) =>
    writeFileSync(path.join(to, 'rail.json'), JSON.stringify({ ...identity, ...settings }))
  write(folder, { bankBic: 'BANKGB2LXXX' })
  write(frankfurt, { id: 'frankfurt', bankBic: 'BANKDEFFXXX', schemes: ['Sepa', 'SepaInstant'] })
  const connected = await startFreshServer({ RAIL_DIR: `${folder},${frankfurt}` })
  try {
    await expectPageWorks('docs/guides/connecting-a-bank.md', connected, {
      '/srv/bank': folder,
      '/srv/frankfurt': frankfurt,
    })
  } finally {
    await connected.stop()
    for (const each of [folder, frankfurt]) rmSync(each, { recursive: true })
  }
}, 300_000)

test('docs/guides/webhooks.md works as written, with a receiver on this machine', async () => {
  const folder = temporaryDirectory()
  const sending = await startFreshServer({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' })
  try {
    await expectPageWorks('docs/guides/webhooks.md', sending, {
      '/tmp/webhooks.jsonl': path.join(folder, 'webhooks.jsonl'),
      '9911': String(await freePort()),
    })
  } finally {
    await sending.stop()
  }
}, 300_000)

test('every page with a shell block is executed by a test', () => {
  const others = ['connecting-a-bank', 'webhooks', 'paying-suppliers', 'third-party-journey'].map(
    (name) => `docs/guides/${name}.md`,
  )
  const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)
  const withBlocks = docs.filter((name) => name.endsWith('.md') && shellBlocks(path.join(root, name)).length > 0)
  expect(withBlocks.filter((name) => ![...PAGES, ...others].includes(name))).toEqual([])
})

test('docs/errors.md has the errors that the service documents; `npm run print-errors` writes it anew', async () => {
  const answer = await fetch(`${server.credentials.baseUrl}/v1/errors`)
  const { data } = (await answer.json()) as { data: Parameters<typeof errorReference>[0] }
  await expect(errorReference(data)).toMatchFileSnapshot(errorReferenceFile)
})

test('the links between the pages lead somewhere', () => {
  const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs].filter((name) => name.endsWith('.md'))
  const broken = pages.flatMap((page) =>
    [...readFileSync(path.join(root, page), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => path.join(root, path.dirname(page), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${page}: ${path.relative(root, target)}`),
  )
  expect(broken).toEqual([])
})
