import type { Queryable, Tx } from '../kernel/db/db.ts'
import { arrayOf, instant, nullable, oneOf, type Row, table, text, uuid } from '../kernel/db/table.ts'
import { acrossEntities } from '../kernel/http/paging.ts'
import { jobsOfSet, laneOf } from '../kernel/jobs/work.ts'
import type { Notified, Topic } from './rules.ts'

const recipients = table('notification_recipients', {
  entityId: uuid,
  recipientId: uuid,
  email: text,
  topics: arrayOf(text),
  createdAt: instant,
})
export type RecipientRow = Row<typeof recipients>

const emails = table('notification_emails', {
  entityId: uuid,
  emailId: uuid,
  /** The message that it is a part of; null for one made by an earlier release. */
  messageId: nullable(uuid),
  email: text,
  eventType: oneOf<Notified>(),
  resourceType: text,
  resourceId: uuid,
  /** Business time. */
  eventAt: instant,
  status: oneOf<'Pending' | 'Sent' | 'Dropped'>(),
  createdAt: instant,
  endedAt: nullable(instant),
})
export type EmailRow = Row<typeof emails>

export const insertRecipient = recipients.insert({ name: 'insert-notification-recipient' })

/** Returns all recipients of an entity; it holds back others that add one until the transaction ends. */
export async function lockRecipients(tx: Tx, entityId: string): Promise<RecipientRow[]> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('notification recipients ' || $1, 0))`, [entityId])
  const { rows } = await tx.query<RecipientRow>({
    name: 'notification-recipients',
    text: `select ${recipients.list} from notification_recipients where entity_id = $1`,
    values: [entityId],
  })
  return rows
}

/** Events of one type in one transaction, which are sent to the recipients of their topic. */
interface EventsToSend extends Pick<EmailRow, 'entityId' | 'eventType' | 'eventAt'> {
  topic: Topic
  resources: readonly Pick<EmailRow, 'resourceType' | 'resourceId'>[]
  wall: Date
  /** Kind of the job that sends one message. */
  kind: string
}

/** Stores an e-mail for each event and recipient of a topic, and a job for each recipient, in one statement. */
export async function queueForRecipients(tx: Tx, events: EventsToSend): Promise<void> {
  const { entityId, topic, eventType, resources, eventAt, wall, kind } = events
  const types = resources.map(({ resourceType }) => resourceType)
  const ids = resources.map(({ resourceId }) => resourceId)
  await tx.query({
    name: 'queue-notification-emails',
    text: `with messages as materialized (select gen_random_uuid() as message_id, email from notification_recipients
          where entity_id = $1 and $2 = any(topics)),
      made as (insert into notification_emails (entity_id, email_id, message_id, email, event_type, resource_type, resource_id,
          event_at, status, created_at)
        select $1, gen_random_uuid(), m.message_id, m.email, $3, r.type, r.id, $6, 'Pending', $7
          from messages m cross join unnest($4::text[], $5::uuid[]) r (type, id)),
      ${jobsOfSet('select $1::uuid, gen_random_uuid(), $8, message_id, $6, $9::smallint, false from messages')}
      select`,
    values: [entityId, topic, eventType, types, ids, eventAt, wall, kind, laneOf(entityId)],
  })
}

/** Lists recipients of entities, newest first, before an id. */
export async function listRecipients(
  db: Queryable,
  entityIds: readonly string[],
  { before, count }: { before?: string | undefined; count: number },
): Promise<RecipientRow[]> {
  const { rows } = await db.query<RecipientRow>({
    name: 'list-notification-recipients', // notification_recipients_pkey
    text: acrossEntities(
      `select ${recipients.list} from notification_recipients
        where entity_id = member.entity_id and ($2::uuid is null or recipient_id < $2)
        order by recipient_id desc limit $3`,
      '"recipientId" desc',
      '$3',
    ),
    values: [entityIds, before ?? null, count],
  })
  return rows
}

/** Deletes a recipient; returns it, or undefined if there was none. */
export async function deleteRecipient(tx: Tx, entityId: string, id: string): Promise<RecipientRow | undefined> {
  const { rows } = await tx.query<RecipientRow>({
    name: 'delete-notification-recipient',
    text: `delete from notification_recipients where entity_id = $1 and recipient_id = $2 returning ${recipients.list}`,
    values: [entityId, id],
  })
  return rows[0]
}

/** An e-mail, and the present topics of its address; null without a recipient. */
type PendingEmail = EmailRow & { topics: readonly string[] | null }

/** Returns the e-mails of a message that are neither sent nor dropped, oldest resource first. */
export async function listPendingEmails(db: Queryable, entityId: string, messageId: string): Promise<PendingEmail[]> {
  const { rows } = await db.query<PendingEmail>({
    name: 'list-notification-emails', // notification_emails_by_message
    text: `select ${emails.list}, (select r.topics from notification_recipients r
          where r.entity_id = $1 and lower(r.email) = lower(notification_emails.email) limit 1) as topics
        from notification_emails
        where entity_id = $1 and coalesce(message_id, email_id) = $2 and status = 'Pending' order by resource_id`,
    values: [entityId, messageId],
  })
  return rows
}

/** Marks e-mails of one entity as sent or dropped. */
export async function endEmails(
  db: Queryable,
  ended: readonly Pick<EmailRow, 'entityId' | 'emailId'>[],
  status: 'Sent' | 'Dropped',
  wall: Date,
): Promise<void> {
  const [first] = ended
  if (!first) return
  await db.query({
    name: 'end-notification-emails',
    text: `update notification_emails set status = $3, ended_at = $4
      where entity_id = $1 and email_id = any ($2) and status = 'Pending'`,
    values: [first.entityId, ended.map(({ emailId }) => emailId), status, wall],
  })
}

/** Deletes up to `limit` e-mails made before an instant; returns their number. */
export async function deleteOldEmails(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'delete-old-notification-emails', // notification_emails_created
    text: `delete from notification_emails where (entity_id, email_id) in (
      select entity_id, email_id from notification_emails where created_at < $1 and status <> 'Pending' order by created_at limit $2)`,
    values: [before, limit],
  })
  return rowCount ?? 0
}
