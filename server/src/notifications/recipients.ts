import { type Static, Type } from 'typebox'
import { recordAudit } from '../events/index.ts'
import { type CommandContext, replay, runCommand } from '../kernel/http/command.ts'
import type { App, Deps } from '../kernel/http/http.ts'
import { listRoute } from '../kernel/http/lists.ts'
import { cursorShape } from '../kernel/http/paging.ts'
import {
  AnyId,
  EntityId,
  EntityIds,
  Input,
  Instant,
  named,
  OneOf,
  paging,
  Resource,
  Text,
} from '../kernel/http/wire.ts'
import type { Mailer } from '../kernel/mail/mailer.ts'
import { formatId, formatLastingId, newUuid, parseId } from '../kernel/values/ids.ts'
import { deleteRecipient, insertRecipient, listRecipients, lockRecipients, type RecipientRow } from './queries.ts'
import { refuse, TOPICS } from './rules.ts'

const Topics = Type.Array(OneOf([...TOPICS], named('NotificationTopic')), {
  minItems: 1,
  maxItems: TOPICS.length,
  uniqueItems: true,
  description:
    'MarginCalls: issued and overdue margin calls. OverdueTrades: trades that were not paid in time. Approvals: orders that require approval. RateAlerts: rates that the market has reached. Orders: limit and stop orders that were filled or rejected, or that expired.',
})

const RecipientOrder = Input({
  entityId: EntityId,
  email: Text(254, { pattern: '^[^@\\s]+@[^@\\s]+$', examples: ['treasury@example.com'] }),
  topics: Topics,
})

const RecipientOut = Resource('NotificationRecipient', {
  notificationRecipientId: Type.String(),
  entityId: Type.String(),
  email: Type.String(),
  topics: Topics,
  createdAt: Instant,
})

const Params = Input({ notificationRecipientId: AnyId('the recipient') })
const Query = Input({ ...paging, entityId: EntityIds })

const PATH = '/v1/notification-recipients'
const scope = 'webhooks:manage'
/** Recipients of an entity at most. */
const MOST = 20

/** Dependencies of the routes. */
export interface RecipientDeps extends Deps {
  /** Absent without a mail server. */
  mailer?: Mailer
}

/** Registers the recipients of notifications. */
export function recipientRoutes(app: App, deps: RecipientDeps): void {
  app.post(
    PATH,
    {
      config: { scope, role: 'maker' },
      schema: {
        summary: 'Add a recipient of e-mails',
        description: 'The service then sends the recipient one e-mail for each event of its topics.',
        body: RecipientOrder,
        response: { 201: RecipientOut },
      },
    },
    async (request, reply) => {
      if (await replay(deps, request, reply, 'notificationRecipient.create')) return reply
      if (!deps.mailer) throw refuse.notifications_not_available()
      await runCommand(deps, request, reply, 'notificationRecipient.create', async (context) => ({
        status: 201,
        body: presentRecipient(await addRecipient(context, request.body)),
      }))
      return reply
    },
  )

  listRoute(app, {
    path: PATH,
    name: 'notification-recipients',
    cursor: [cursorShape.uuid],
    config: { scope, entities: 'several' },
    summary: 'List recipients of e-mails',
    description: 'Returns the addresses that get e-mails, each with its topics.',
    query: Query,
    item: RecipientOut,
    rows: ({ entityIds }, { limit, after }) =>
      listRecipients(deps.db.reader, entityIds, { before: after?.[0], count: limit + 1 }),
    present: presentRecipient,
    keyOf: ({ recipientId }) => [recipientId],
  })

  app.delete(
    `${PATH}/:notificationRecipientId`,
    {
      config: { scope, role: 'maker' },
      schema: {
        summary: 'Delete a recipient of e-mails',
        description: 'Deletes the recipient. Later events send no e-mail to it.',
        params: Params,
        response: { 204: Type.Null({ description: 'Deleted.' }) },
      },
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'notificationRecipient.delete', async (context) => {
        await removeRecipient(context, request.params.notificationRecipientId)
        return { status: 204 }
      })
      return reply
    },
  )
}

/** Adds a recipient. @throws notification_recipient_exists, notification_recipient_limit_reached */
async function addRecipient(context: CommandContext, { email, topics }: Static<typeof RecipientOrder>) {
  const { tx, wall } = context
  const { entityId } = context.principal
  const present = await lockRecipients(tx, entityId)
  const same = present.find((other) => other.email.toLowerCase() === email.toLowerCase())
  if (same) throw refuse.notification_recipient_exists({ recipientId: formatId('nrc', same.recipientId) })
  if (present.length >= MOST) throw refuse.notification_recipient_limit_reached({ limit: MOST })
  const row = { entityId, recipientId: newUuid(), email, topics: [...topics], createdAt: wall }
  await tx.query(insertRecipient(row))
  await audit(context, row, 'created')
  return row
}

/** Deletes a recipient; e-mails that are not sent yet are dropped. @throws notification_recipient_not_found */
async function removeRecipient(context: CommandContext, wireId: string): Promise<void> {
  const id = parseId('nrc', wireId)
  const row = id && (await deleteRecipient(context.tx, context.principal.entityId, id))
  if (!row) throw refuse.notification_recipient_not_found()
  await audit(context, row, 'deleted')
}

const audit = (context: CommandContext, { entityId, recipientId, topics }: RecipientRow, verb: string): Promise<void> =>
  recordAudit(context.tx, context, {
    entityId,
    action: `notificationRecipient.${verb}`,
    resourceType: 'notificationRecipient',
    resourceId: recipientId,
    detail: { topics },
  })

const presentRecipient = (row: RecipientRow): Static<typeof RecipientOut> => ({
  notificationRecipientId: formatId('nrc', row.recipientId),
  entityId: formatLastingId('ent', row.entityId),
  email: row.email,
  topics: TOPICS.filter((topic) => row.topics.includes(topic)),
  createdAt: row.createdAt.toISOString(),
})
