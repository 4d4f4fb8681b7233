import type { Command } from 'commander'
import {
  type ListedThirdParty,
  listThirdParties,
  reinstate,
  suspend,
  type Suspended,
} from '../../open-banking/dcr/index.ts'
import { reviewerOf, type Run, shownReviewer } from './run.ts'
import { UsageError } from './options/usage-error.ts'

const MOST = 500

interface PartOptions {
  software?: string
  organisation?: string
  by: string
}

/** Registers the commands about third parties that use open banking: which there are, and who may not for now. */
export function thirdPartyCommands(operator: Command, run: Run): void {
  operator
    .command('list-third-parties')
    .description('list the third parties that are registered, with suspensions, oldest first')
    .action(() => run(async (tx) => (await listThirdParties(tx, MOST)).map(shown)))

  partOptions(operator.command('suspend-third-party'))
    .description('reject a third party at once: tokens, requests and registration; consents stay')
    .requiredOption('--reason <text>', 'reason for the decision, up to 500 characters')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- suspend-third-party --organisation 0015800001041RHAAY --by "A. Khan" --reason "Permission withdrawn by the authority"',
    )
    .action((options: PartOptions & { reason: string }) =>
      run(async (tx, { wall }) => {
        const part = partOf(options)
        const reason = options.reason.trim()
        if (reason === '' || reason.length > 500) throw new UsageError('--reason must have 1 to 500 characters.')
        if (!(await suspend(tx, part, { reason, by: reviewerOf(options.by), at: wall })))
          throw new Error(`${nameOf(part)} is suspended already.`)
        return { ...part, status: 'Suspended', reason }
      }),
    )

  partOptions(operator.command('reinstate-third-party'))
    .description('accept a suspended third party again, with its tokens and consents from before')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- reinstate-third-party --organisation 0015800001041RHAAY --by "A. Khan"',
    )
    .action((options: PartOptions) =>
      run(async (tx, { wall }) => {
        const part = partOf(options)
        if (!(await reinstate(tx, part, { by: reviewerOf(options.by), at: wall })))
          throw new Error(`${nameOf(part)} is not suspended; list-third-parties shows who is.`)
        return { ...part, status: 'Active' }
      }),
    )
}

const partOptions = (command: Command): Command =>
  command
    .option('--software <id>', 'software id in the directory')
    .option('--organisation <id>', 'organisation id in the directory, for all its software')
    .requiredOption('--by <who>', 'decision maker: a name, an e-mail address or an API client')

function partOf({ software, organisation }: PartOptions): Suspended {
  if ((software === undefined) === (organisation === undefined))
    throw new UsageError('Give either --software or --organisation.')
  return software === undefined ? { organisationId: organisation! } : { softwareId: software }
}

const nameOf = (part: Suspended): string =>
  'softwareId' in part ? `The software ${part.softwareId}` : `The organisation ${part.organisationId}`

const shown = ({ registeredAt, suspender, suspension, directory, ...about }: ListedThirdParty) => ({
  ...about,
  registeredAt: registeredAt.toISOString(),
  status: suspender === null ? 'Active' : STATUS[suspender],
  ...(suspension && { suspension: { ...suspension, suspendedBy: shownReviewer(suspension.suspendedBy) } }),
  ...(directory && { directory }),
})

const STATUS = { institution: 'Suspended', directory: 'NotActiveInDirectory' } as const
