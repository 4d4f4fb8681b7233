import { raiseAtCommit, type Reaction } from '../kernel/db/db.ts'
import type { WorkHandler } from '../kernel/jobs/work.ts'
import type { Mailer } from '../kernel/mail/mailer.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { formatId } from '../kernel/values/ids.ts'
import { type EmailRow, endEmail, findPendingEmail, queueForRecipients } from './queries.ts'
import { type Notified, TOPIC_OF } from './rules.ts'
import { textOf } from './texts.ts'

/** Kind of the job that sends one e-mail. */
export const EMAIL_WORK = 'notification.sendEmail'

/** Time after which an e-mail that could not be sent is dropped as old news. */
const GIVE_UP_MS = 72 * 3600_000

/** Stores an e-mail for each recipient of an event's topic, with its job, in the transaction of the event. */
const queueEmails: Reaction = (tx, act, event) => {
  const eventType = event.type as Notified
  const order = { ...event, eventType, topic: TOPIC_OF[eventType], eventAt: act.at, wall: act.wall, kind: EMAIL_WORK }
  return raiseAtCommit(tx, () => queueForRecipients(tx, order))
}

/** Returns the reactions to all events that e-mails are sent about. */
export const emailReactions = (): Partial<Record<Notified, Reaction>> =>
  Object.fromEntries(Object.keys(TOPIC_OF).map((type) => [type, queueEmails]))

interface EmailDeps {
  clock: Clock
  mailer?: Mailer | undefined
}

/**
 * Handles the job: sends the e-mail outside any transaction. It drops one that is no longer true, such as that of a margin
 * call that is paid by now, one whose recipient was deleted, and one that could not be sent for 72 hours.
 */
export const emailWork =
  ({ clock, mailer }: EmailDeps): WorkHandler =>
  async (tx, { entityId, resourceId }) => {
    const email = await findPendingEmail(tx, entityId, resourceId)
    if (!email) return undefined
    const isLate = clock.wall().getTime() - email.createdAt.getTime() > GIVE_UP_MS
    const content = mailer && email.isWanted && !isLate ? await textOf(tx, email, mailer.institution) : undefined
    if (!mailer || !content) return endEmail(tx, email, 'Dropped', clock.wall())
    return async ({ pool }) => {
      await mailer.send({ to: email.email, messageId: messageIdOf(email), ...content })
      await endEmail(pool, email, 'Sent', clock.wall())
    }
  }

const messageIdOf = ({ emailId }: EmailRow): string => `<${formatId('eml', emailId)}@notification>`
