import { CambistError, type Cambist } from '@cambist/sdk'
import { Command } from 'commander'
import { withClient } from '../connection/connect.ts'
import { findEntityId } from '../connection/entities.ts'
import { RECIPES, type Recipe, type Turn } from '../events/recipes.ts'
import { type OutputOptions, print } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'
import { lastSequence } from './listen.ts'

/** Command that makes a sandbox record an event, by doing what the event is about. */
export const triggerCommand = () =>
  new Command('trigger')
    .description('have a sandbox record an event, by the commands that lead to it')
    .argument('[event]', 'event type, such as payment.returned; without it, the types that can be triggered are listed')
    .addHelpText(
      'after',
      '\nThe event is a real one: money moves, and the clock of the sandbox may be moved forward.\n\nExamples:\n  cambist trigger\n  cambist trigger payment.returned\n  cambist --as abs trigger internalTransfer.completed',
    )
    .action((type: string | undefined, _options: object, command: Command) =>
      type === undefined ? list(command) : withClient(command, (api, entity) => trigger(command, api, type, entity)),
    )

function list(command: Command): void {
  const rows = Object.entries(RECIPES).map(([event, { does, kind }]) => ({ event, does, kind: kind ?? null }))
  print(command, rows)
}

async function trigger(command: Command, api: Cambist, type: string, entity: string | undefined): Promise<void> {
  const recipe = RECIPES[type]
  if (!recipe) throw new UsageError(await whyNot(api, type))
  const turn = { api, entityId: await findEntityId(api, entity) }
  await requireSandbox(api)
  await requireKind(turn, type, recipe)
  const after = await lastSequence(api, turn.entityId)
  await recipe.run(turn)
  const event = await findEvent(turn, type, after)
  const { type: made, sequence, resource, id } = event
  print(command, isMachineRead(command) ? event : { event: made, sequence, resource: resource.id, id })
}

/** Returns true if a program reads the output: it then gets the whole event. */
function isMachineRead(command: Command): boolean {
  const { json, csv, query } = command.optsWithGlobals<OutputOptions>()
  return Boolean(json || csv || query)
}

/** Returns why a type cannot be triggered; the service knows which types exist. */
async function whyNot(api: Cambist, type: string): Promise<string> {
  const known = Object.keys(RECIPES).join(', ')
  const reason = OTHERS.find(([pattern]) => pattern.test(type))?.[1]
  if (reason) return `${type}: ${reason}\nThese can be triggered: ${known}.`
  try {
    await api.events.list({ types: type, limit: 1 })
  } catch (error) {
    if (error instanceof CambistError && error.code !== 'entity_required') throw error
  }
  return `${type}: no single command leads to it; it follows from the state of its resource.\nThese can be triggered: ${known}.`
}

/** Reasons why events cannot be triggered. */
const OTHERS: [RegExp, string][] = [
  [/^consent\./, 'a user of a third party authorises and revokes consents; follow the guide on third parties.'],
  [/^(reconciliation|bankEntry)\.|^payment\.contradict/, 'it needs files of a bank, or an operator.'],
  [/^webhookEndpoint\./, 'it needs a receiver that rejects deliveries for days.'],
  [/^(inboundPayment\.(held|released|returned)|beneficiary\.blocked)$/, 'an operator decides it, by a loaded list.'],
  [
    /\.(overdue|maturing|windowOpened|expiring|expired|lapsed)$/,
    'it falls due by time: make the resource, then `cambist clock advance`.',
  ],
]

async function requireSandbox(api: Cambist): Promise<void> {
  try {
    await api.clock.get()
  } catch (error) {
    if (!(error instanceof CambistError) || error.status !== 404) throw error
    throw new Error('Events can be triggered in a sandbox only.', { cause: error })
  }
}

async function requireKind({ api, entityId }: Turn, type: string, { kind }: Recipe): Promise<void> {
  if (kind === undefined) return
  const { data } = await api.entities.list({ entityId })
  const own = data[0]?.serviceKind
  if (own !== kind)
    throw new UsageError(`${type} needs an entity of the kind ${kind}, not ${own}: use --as ${kind.toLowerCase()}.`)
}

/** Reads the event from the feed; the sandbox's banks may take some seconds. @throws Error if it does not come */
async function findEvent({ api, entityId }: Turn, type: string, after: number) {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const query = { entityId, types: type, after: String(after), limit: 1 }
    const { data } = await api.events.list(query)
    if (data[0]) return data[0]
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`The commands for ${type} were accepted, but no event of this type came within 30 seconds.`)
}
