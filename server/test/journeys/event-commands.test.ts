import { execFile, spawn } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import { checkEvents, type Reader } from './event-data.ts'
import { shellEnvironment } from './shell-blocks.ts'

/** Tests the commands for events against a server started for them. */
const PROGRAM = path.join(import.meta.dirname, '..', '..', '..', 'cli', 'cambist.mjs')
const PATIENCE_MS = 240_000

let server: Awaited<ReturnType<typeof startFreshServer>>
beforeAll(async () => {
  server = await startFreshServer()
}, PATIENCE_MS)
afterAll(() => server?.stop())

const wordsOf = (args: string[]) => [PROGRAM, '--credentials', server.credentialsFile, ...args]
const cambist = async (...args: string[]) =>
  promisify(execFile)(process.execPath, wordsOf(args), { env: shellEnvironment() })

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of webhooks on this machine. */
async function openReceiver(answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end()) {
  const received: Received[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  return { url, received, close: () => receiver.close() }
}

/** Reads the service as one of the sandbox's clients. */
async function readerOf(key: 'rm' | 'abs'): Promise<Reader> {
  const { baseUrl, clients } = server.credentials
  const { clientId, clientSecret } = clients[key]
  const answer = await fetch(`${baseUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return {
    get: async (url) => (await fetch(baseUrl + url, { headers: { authorization: `Bearer ${token}` } })).json(),
  }
}

/** Runs `cambist listen` until `stop`. */
function listen(...args: string[]) {
  const child = spawn(process.execPath, wordsOf(['listen', ...args]), { env: shellEnvironment() })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stop = () => {
    child.kill('SIGINT')
    return ended
  }
  return { output, stop, isFollowing: () => expect(output.err).toContain('Following ent_') }
}

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 100 })

test(
  'listen forwards each event as a signed webhook and prints the receiver’s status, until it is stopped',
  async () => {
    const receiver = await openReceiver()
    const listener = listen('--forward-to', receiver.url, '--types', 'account.credited')
    await soon(listener.isFollowing)
    const [, secret] = /Signing secret: (whsec_\S+)/.exec(listener.output.err)!
    await cambist('fund', '10', 'EUR')
    await cambist('fund', '11', 'EUR')
    await soon(() => expect(receiver.received).toHaveLength(2))
    const [first, second] = receiver.received.map(({ body, headers }) =>
      new Webhook(secret!).verify(body, headers as Record<string, string>),
    ) as { type: string; sequence: number; data: object; balance: { booked: string } }[]
    expect([first!.type, second!.type]).toEqual(['account.credited', 'account.credited'])
    expect(Number(second!.balance.booked) - Number(first!.balance.booked)).toBe(11)
    await soon(() =>
      expect(listener.output.out).toMatch(new RegExp(`^${second!.sequence}  account\\.credited  acc_\\w+  204$`, 'm')),
    )
    expect(await listener.stop()).toBe(0)
    receiver.close()
  },
  PATIENCE_MS,
)

test(
  'listen continues after a sequence, and says what a receiver that fails or is away did',
  async () => {
    const receiver = await openReceiver((response) => response.writeHead(500).end())
    const failing = listen('--forward-to', receiver.url, '--after', '0', '--types', 'account.credited')
    await soon(() => expect(failing.output.out).toMatch(/account\.credited  acc_\w+  500$/m))
    expect(await failing.stop()).toBe(0)
    receiver.close()
    const away = listen('--forward-to', receiver.url, '--after', '0', '--types', 'account.credited')
    await soon(() => expect(away.output.out).toMatch(/account\.credited  acc_\w+  ECONNREFUSED$/m))
    await away.stop()
  },
  PATIENCE_MS,
)

test(
  'listen ends with the reason where the service refuses the stream',
  async () => {
    await expect(cambist('listen', '--types', 'trade.complete')).rejects.toMatchObject({
      code: 4,
      stderr: expect.stringContaining('no events of the type'),
    })
    await expect(cambist('listen', '--forward-to', 'localhost:1')).rejects.toMatchObject({
      stderr: expect.stringContaining('http://'),
    })
  },
  PATIENCE_MS,
)

test(
  'trigger makes every event that it lists',
  async () => {
    const { stdout } = await cambist('--json', 'trigger')
    const recipes = JSON.parse(stdout) as { event: string; kind: string | null }[]
    expect(recipes.length).toBeGreaterThan(20)
    for (const { event, kind } of recipes) {
      const made = await cambist('--as', (kind ?? 'RM').toLowerCase(), '--json', 'trigger', event)
      expect(JSON.parse(made.stdout)).toMatchObject({ type: event, data: expect.anything() })
    }
    const [rm, abs] = [await checkEvents(await readerOf('rm')), await checkEvents(await readerOf('abs'))]
    const types = new Set([...rm.types, ...abs.types])
    expect(recipes.filter(({ event }) => !types.has(event))).toEqual([])
    expect([...new Set([...rm.resources, ...abs.resources])].toSorted()).toEqual([
      'account',
      'beneficiary',
      'inboundPayment',
      'internalTransfer',
      'marginCall',
      'payment',
      'trade',
    ])
  },
  PATIENCE_MS,
)

test(
  'trigger says why it makes no other event',
  async () => {
    const refused = (...args: string[]) => cambist(...args).then(null, ({ stderr }: { stderr: string }) => stderr)
    expect(await refused('trigger', 'consent.revoked')).toMatch(/a user of a third party.*\nThese can be triggered: /)
    expect(await refused('trigger', 'payment.complete')).toContain('no events of the type')
    expect(await refused('trigger', 'internalTransfer.completed')).toContain('kind ABS, not RM: use --as abs')
  },
  PATIENCE_MS,
)
