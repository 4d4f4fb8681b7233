import { createInterface } from 'node:readline/promises'
import { createClient } from '@cambist/sdk'
import { Command } from 'commander'
import { checkAddress } from '../connection/connect.ts'
import { type Profile, profilesFile, readProfiles, writeProfiles } from '../connection/profiles.ts'
import { print } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

/** Commands that store credentials: login, logout, profiles. */
export const profileCommands = (): Command[] =>
  [login(), logout(), profiles()].map((command) => command.helpGroup('Profiles:'))

const DEFAULT_NAME = 'default'

interface LoginOptions {
  url?: string
  clientId?: string
  clientSecret?: string
  entity?: string
  profile?: string
}

const login = () =>
  new Command('login')
    .description('check credentials and store them as a profile')
    .option('--client-id <id>', 'API client (default: asked for)')
    .option('--client-secret <secret>', 'its secret (default: asked for, or read from standard input)')
    .addHelpText(
      'after',
      '\nThe profile is named by --profile (default: "default"), and becomes the current one. --entity sets its entity.\n\nExamples:\n  cambist login --url https://fx.example.com --client-id cli_…\n  cambist login --profile treasury --url https://fx.example.com --client-id cli_… < secret.txt',
    )
    .action(async (_options: object, command: Command) => {
      const options = command.optsWithGlobals<LoginOptions>()
      const name = options.profile ?? DEFAULT_NAME
      const profile = await askedProfile(options)
      const entities = await checkedEntities(profile)
      const { profiles: known } = readProfiles(process.env)
      writeProfiles(process.env, { current: name, profiles: { ...known, [name]: profile } })
      print(command, { profile: name, url: profile.url, file: profilesFile(process.env), entities })
    })

/** Returns the profile of the options, and asks for what they leave out. @throws UsageError for a missing or wrong value */
async function askedProfile(options: LoginOptions): Promise<Profile> {
  const ask = askOn(process.stdin)
  try {
    const url = (options.url ?? (await ask('Address of the service', 'http://localhost:8080'))).replace(/\/+$/, '')
    checkAddress(url)
    return {
      url,
      clientId: options.clientId ?? (await ask('Client id')),
      clientSecret: options.clientSecret ?? (await ask('Client secret')),
      ...(options.entity !== undefined && { entity: options.entity }),
    }
  } finally {
    ask.close() // an open terminal would keep the program running
  }
}

/** Returns the names of the client's entities. @throws CambistError for wrong credentials */
async function checkedEntities({ url, clientId, clientSecret }: Profile): Promise<string[]> {
  const api = createClient({ baseUrl: url, clientId, clientSecret })
  const entities = await api.entities.list().take(100)
  await api.close().catch(() => {}) // the token ends by itself
  return entities.map(({ name, entityId }) => `${name} (${entityId})`)
}

/** Asks on a terminal; otherwise takes the lines of standard input in order. */
function askOn(input: NodeJS.ReadStream) {
  let lines: AsyncIterator<string> | undefined
  let terminal: ReturnType<typeof createInterface> | undefined
  const ask = async (question: string, otherwise?: string): Promise<string> => {
    terminal ??= createInterface({ input, output: input.isTTY ? process.stderr : undefined })
    let answer: string | undefined
    if (input.isTTY) answer = await terminal.question(`${question}${otherwise ? ` [${otherwise}]` : ''}: `)
    else {
      lines ??= terminal[Symbol.asyncIterator]()
      answer = ((await lines.next()) as { value?: string }).value
    }
    const text = answer?.trim() || otherwise
    if (!text) throw new UsageError(`${question} is missing.`)
    return text
  }
  return Object.assign(ask, { close: () => terminal?.close() })
}

const logout = () =>
  new Command('logout')
    .description('delete a stored profile')
    .addHelpText('after', '\nExamples:\n  cambist logout\n  cambist logout --profile treasury')
    .action((_options: object, command: Command) => {
      const stored = readProfiles(process.env)
      const name = command.optsWithGlobals<LoginOptions>().profile ?? stored.current ?? DEFAULT_NAME
      if (!Object.hasOwn(stored.profiles, name)) throw new UsageError(`There is no profile ${name}.`)
      const { [name]: _deleted, ...others } = stored.profiles
      const current = stored.current === name ? Object.keys(others)[0] : stored.current
      writeProfiles(process.env, { ...(current !== undefined && { current }), profiles: others })
      print(command, { deleted: name, current: current ?? null })
    })

const profiles = () =>
  new Command('profiles')
    .description('list the stored profiles, or choose the current one')
    .option('--use <name>', 'makes this profile the current one')
    .addHelpText('after', '\nExamples:\n  cambist profiles\n  cambist profiles --use treasury')
    .action(({ use }: { use?: string }, command: Command) => {
      const stored = readProfiles(process.env)
      if (use !== undefined) {
        if (!Object.hasOwn(stored.profiles, use)) throw new UsageError(`There is no profile ${use}.`)
        writeProfiles(process.env, { ...stored, current: use })
      }
      const current = use ?? stored.current
      const rows = Object.entries(stored.profiles).map(([profile, { url, clientId, entity }]) => {
        const facts = { profile, current: profile === current ? 'yes' : '', url, clientId }
        return { ...facts, entity: entity ?? null }
      })
      print(command, rows, 'No profiles. Create one with cambist login.')
    })
