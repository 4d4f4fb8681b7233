import { existsSync } from 'node:fs'
import path from 'node:path'
import { CambistError } from '@cambist/sdk'
import { readThirdPartyFolder } from '@cambist/sdk/third-party'
import { Command } from 'commander'
import { type ConnectionOptions, credentialsFile, readCredentials, withClient } from '../connection/connect.ts'
import { findEntityId } from '../connection/entities.ts'
import { createNarrator } from '../demo/narrator.ts'
import { tellBusiness } from '../demo/story.ts'
import { tellOpenBanking } from '../demo/third-party.ts'
import { UsageError } from '../usage-error.ts'

interface DemoOptions extends ConnectionOptions {
  folder: string
  thirdParty?: string
}

/** Command that plays the whole story on a sandbox. */
export const demoCommand = () =>
  new Command('demo')
    .description('play the whole story on a sandbox, in half a minute')
    .option('--folder <path>', 'folder for the files it writes', 'cambist-demo')
    .option('--third-party <folder>', 'third party of the sandbox (default: the one beside the credentials file)')
    .addHelpText(
      'after',
      `
A customer pays in euros, a spot deal, a supplier in China, a verified payee, a forward with a margin call, a statement as PDF, and a third party
with a consent and a payment. The sandbox's clock is moved forward, and everything stays as booked.

Examples:
  cambist demo
  cambist demo --credentials /srv/cambist/sandbox-credentials.json --folder /tmp/demo`,
    )
    .action((options: DemoOptions, command: Command) => demo(options, command))

async function demo({ folder, thirdParty }: DemoOptions, command: Command): Promise<void> {
  const all = command.optsWithGlobals<DemoOptions>()
  const file = credentialsFile(all, process.env)
  const narrator = createNarrator((line) => console.log(line))
  await withClient(command, async (api, entity) => {
    const stage = await narrator.step('Connect as a corporate client', async (say) => {
      const entityId = await findEntityId(api, entity)
      const { now } = await clockOf(() => api.clock.get())
      const { data } = await api.accounts.list({ entityId })
      say(`${entityId} with ${data.length} accounts; the sandbox's clock is at ${now}`)
      return { api, entityId, folder }
    })
    await tellBusiness(narrator, stage)
  })
  const known = thirdParty ?? path.join(path.dirname(file), 'third-party')
  const username = existsSync(file) ? readCredentials(file).psus?.[0]?.username : undefined
  if (username !== undefined && existsSync(known))
    await tellOpenBanking(narrator, readThirdPartyFolder(known), username)
  else if (thirdParty !== undefined)
    throw new UsageError(`--third-party: ${known} or the sandbox's users cannot be found.`)
  else console.log(`   Open banking is left out: ${known} is not on this machine. Name a folder with --third-party.`)
  narrator.end()
}

async function clockOf<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CambistError) || error.status !== 404) throw error
    throw new UsageError('The demo runs on a sandbox only.', { cause: error })
  }
}
