import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { startFreshServer } from './demo/fresh-server.ts'
import { type Credentials, createCaller } from './demo/http.ts'
import { createNarrator, type Narrator } from './demo/narrator.ts'
import { tellStory } from './demo/story.ts'

interface Options {
  url?: string
  credentials?: string
}

const DEFAULT_CREDENTIALS = '.data/sandbox-credentials.json'

/** `demo`: the whole story over HTTP, on a running sandbox or one of its own that is removed afterwards. */
export const demoCommand = () =>
  new Command('demo')
    .description('walk the whole story over HTTP: a token, money in, a deal, its settlement, money out')
    .option('--url <address>', 'address of a running sandbox (default: BASE_URL)')
    .option('--credentials <file>', `its sandbox-credentials.json (default with an address: ${DEFAULT_CREDENTIALS})`)
    .addHelpText(
      'after',
      `
Without an address and credentials, the demo starts a sandbox of its own in a temporary directory and removes it at the end.
In a running sandbox it moves the clock forward, and what it books stays.

Examples:
  npm run demo
  npm run demo -- --url http://localhost:8080
  npm run demo -- --credentials /srv/cambist/sandbox-credentials.json`,
    )
    .action((options: Options) => demo({ ...options, url: options.url ?? (process.env.BASE_URL || undefined) }))

/** @throws Error that says what was not as it should be */
async function demo(options: Options): Promise<void> {
  const narrator = createNarrator(console.log)
  const target = options.url || options.credentials ? runningServer(options) : await narrator.step('Server', startOwn)
  try {
    await tell(target, narrator)
  } finally {
    await target.stop()
  }
  narrator.end()
}

interface Target {
  baseUrl: string
  clients: Credentials['clients']
  stop(): Promise<void>
}

async function startOwn(say: (line: string) => void): Promise<Target> {
  const server = await startFreshServer()
  say(`${server.credentials.baseUrl}, its own database, removed at the end`)
  return { baseUrl: server.credentials.baseUrl, clients: server.credentials.clients, stop: server.stop }
}

function runningServer({ url, credentials = DEFAULT_CREDENTIALS }: Options): Target {
  const { baseUrl, clients } = readCredentials(credentials)
  return { baseUrl: (url ?? baseUrl).replace(/\/+$/, ''), clients, stop: async () => {} }
}

function readCredentials(file: string): Credentials {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Credentials
  } catch (error) {
    throw new Error(`The credentials cannot be read: ${(error as Error).message}. Name the file with --credentials.`, {
      cause: error,
    })
  }
}

const tell = ({ baseUrl, clients }: Target, narrator: Narrator): Promise<void> =>
  tellStory(narrator, createCaller(baseUrl, clients.rm), createCaller(baseUrl, clients.abs))
