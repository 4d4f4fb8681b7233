import { type Reaction, writeAtCommit, type Writer } from '../kernel/db/db.ts'
import type { WorkHandler } from '../kernel/jobs/work.ts'
import type { Mailer } from '../kernel/mail/mailer.ts'
import type { Act } from '../kernel/values/act.ts'
import type { Clock } from '../kernel/values/clock.ts'
import type { Emitted } from '../kernel/values/emitted.ts'
import { formatId } from '../kernel/values/ids.ts'
import { endEmails, listPendingEmails, queueForRecipients } from './queries.ts'
import { type Notified, TOPIC_OF } from './rules.ts'
import { messageOf } from './message.ts'

/** Kind of the job that sends one message. */
export const EMAIL_WORK = 'notification.sendEmail'

/** Time after which an e-mail that could not be sent is dropped as old news. */
const GIVE_UP_MS = 72 * 3600_000

type NotifiedEvent = Pick<Emitted, 'entityId' | 'resourceType' | 'resourceId'> &
  Pick<Act, 'at' | 'wall'> & { type: Notified }

/**
 * Stores an e-mail for each event of a transaction and each recipient of its topic. Those of one type to one address are one
 * message, which one job sends: a margin run that issues many calls sends one e-mail.
 */
const emailRows: Writer<NotifiedEvent> = {
  place: 1,
  raises: (events) => groupsOf(events).length === 1,
  async write(tx, events) {
    for (const group of groupsOf(events)) {
      const [{ entityId, type: eventType, at: eventAt, wall }] = group as [NotifiedEvent]
      const order = {
        entityId,
        eventType,
        topic: TOPIC_OF[eventType],
        resources: group,
        eventAt,
        wall,
        kind: EMAIL_WORK,
      }
      await queueForRecipients(tx, order)
    }
  },
}

/** Groups events by entity and type. */
function groupsOf(events: readonly NotifiedEvent[]): NotifiedEvent[][] {
  const groups = new Map<string, NotifiedEvent[]>()
  for (const event of events) {
    const key = `${event.entityId} ${event.type}`
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  return [...groups.values()]
}

const queueEmails: Reaction = async (tx, { at, wall }, { entityId, type, resourceType, resourceId }) =>
  writeAtCommit(tx, emailRows, { entityId, type: type as Notified, resourceType, resourceId, at, wall })

/** Returns the reactions to all events that e-mails are sent about. */
export const emailReactions = (): Partial<Record<Notified, Reaction>> =>
  Object.fromEntries(Object.keys(TOPIC_OF).map((type) => [type, queueEmails]))

interface EmailDeps {
  clock: Clock
  mailer?: Mailer | undefined
}

/**
 * Handles the job: sends the message outside any transaction. It drops e-mails that are no longer true, such as that of a margin
 * call that is paid by now, those whose recipient was deleted or gets their topic no more, and those that could not be sent for 72 hours.
 */
export const emailWork =
  ({ clock, mailer }: EmailDeps): WorkHandler =>
  async (tx, { entityId, resourceId: messageId }) => {
    const emails = await listPendingEmails(tx, entityId, messageId)
    const [first] = emails
    if (!first) return undefined
    const isLate = clock.wall().getTime() - first.createdAt.getTime() > GIVE_UP_MS
    const isWanted = first.topics?.includes(TOPIC_OF[first.eventType]) === true
    const message = mailer && isWanted && !isLate ? await messageOf(tx, emails, mailer.institution) : undefined
    if (!mailer || !message) return endEmails(tx, emails, 'Dropped', clock.wall())
    const { dropped, ...content } = message
    await endEmails(tx, dropped, 'Dropped', clock.wall())
    const sent = emails.filter((email) => !dropped.includes(email))
    return async ({ pool }) => {
      await mailer.send({ to: first.email, messageId: `<${formatId('eml', messageId)}@notification>`, ...content })
      await endEmails(pool, sent, 'Sent', clock.wall())
    }
  }
