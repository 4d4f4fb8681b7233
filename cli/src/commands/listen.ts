import { Command, InvalidArgumentError } from 'commander'
import type { Cambist } from '@cambist/sdk'
import { type ConnectionOptions, resolveConnection, withClient } from '../connection/connect.ts'
import { findEntityId } from '../connection/entities.ts'
import { forward, isSecret, newSecret } from '../events/forward.ts'
import { followEvents } from '../events/stream.ts'

interface ListenOptions {
  forwardTo?: string
  types?: string
  after?: number
  secret?: string
}

/** Command that follows events and forwards them to an address of this machine. */
export const listenCommand = () =>
  new Command('listen')
    .description('follow events as they happen, and forward them to a receiver of webhooks that you develop')
    .option('--forward-to <url>', 'address that gets each event as a signed webhook', receiverAddress)
    .option('--types <types>', 'event types, separated by commas (default: all)')
    .option('--after <sequence>', 'sequence to continue after (default: the last event)', position)
    .option('--secret <secret>', 'whsec_… to sign with (default: a new one, which is printed)', signingSecret)
    .addHelpText(
      'after',
      '\nIt runs until Ctrl+C, and connects again after a break. Each event is sent once: nothing is repeated.\n\nExamples:\n  cambist listen\n  cambist listen --forward-to http://localhost:3000/hooks --types payment.completed,payment.returned',
    )
    .action((options: ListenOptions, command: Command) => listen(options, command))

async function listen({ forwardTo, types, after, secret = newSecret() }: ListenOptions, command: Command) {
  const all = command.optsWithGlobals<ConnectionOptions & { json?: boolean }>()
  const stopped = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())
  let start = { entityId: '', after: 0 }
  await withClient(command, async (api, entity) => {
    const entityId = await findEntityId(api, entity)
    start = { entityId, after: after ?? (await lastSequence(api, entityId)) }
  })
  if (forwardTo) console.error(`Signing secret: ${secret}`)
  console.error(`Following ${start.entityId} after event ${start.after}. Stop with Ctrl+C.`)
  const onBreak = (reason: string) => console.error(`Connecting again: ${reason}`)
  const connection = resolveConnection(all, process.env)
  for await (const event of followEvents(connection, { ...start, types, signal: stopped.signal, onBreak })) {
    const status = forwardTo ? await forward(forwardTo, event, secret) : undefined
    if (all.json) console.log(JSON.stringify({ event: JSON.parse(event.body) as object, ...(status && { status }) }))
    else console.log([event.sequence, event.type, event.resource.id, ...(status ? [status] : [])].join('  '))
  }
}

/** Returns the sequence of an entity's last event. */
export async function lastSequence(api: Cambist, entityId: string): Promise<number> {
  for (let after: string | undefined; ; ) {
    const query = { entityId, limit: 500, ...(after !== undefined && { after }) }
    const page = await api.events.list(query)
    if (page.nextCursor === null) return Number(page.position)
    after = page.position
  }
}

function receiverAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text
  throw new InvalidArgumentError('An address that begins with http:// or https://.')
}

function position(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('A whole number, the sequence of an event.')
  return Number(text)
}

function signingSecret(text: string): string {
  if (!isSecret(text)) throw new InvalidArgumentError('whsec_ and 24 to 64 bytes in Base64.')
  return text
}
