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

/** An event that is sent to the recipients of its topic. */
interface Told extends Pick<EmailRow, 'entityId' | 'eventType' | 'resourceType' | 'resourceId' | 'eventAt'> {
  topic: Topic
  wall: Date
  /** Kind of the job that sends one e-mail. */
  kind: string
}

/** Stores an e-mail for each recipient of a topic, and its job, in one statement. */
export async function queueForRecipients(tx: Tx, told: Told): Promise<void> {
  const { entityId, topic, eventType, resourceType, resourceId, eventAt, wall, kind } = told
  await tx.query({
    name: 'queue-notification-emails',
    text: `with made as (insert into notification_emails (entity_id, email_id, email, event_type, resource_type, resource_id,
          event_at, status, created_at)
        select entity_id, gen_random_uuid(), email, $3, $4, $5, $6, 'Pending', $7 from notification_recipients
          where entity_id = $1 and $2 = any(topics) returning entity_id, email_id),
      ${jobsOfSet(`select entity_id, gen_random_uuid(), $8, email_id, $6, $9 from made`)}
      select`,
    values: [entityId, topic, eventType, resourceType, resourceId, eventAt, wall, kind, laneOf(entityId)],
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

/** An e-mail, and whether its address is still that of a recipient. */
type PendingEmail = EmailRow & { isWanted: boolean }

/** Returns an e-mail that is neither sent nor dropped. */
export async function findPendingEmail(db: Queryable, entityId: string, id: string): Promise<PendingEmail | undefined> {
  const { rows } = await db.query<PendingEmail>({
    name: 'find-notification-email',
    text: `select ${emails.list}, exists (select from notification_recipients r
          where r.entity_id = $1 and lower(r.email) = lower(notification_emails.email)) as "isWanted"
        from notification_emails where entity_id = $1 and email_id = $2 and status = 'Pending'`,
    values: [entityId, id],
  })
  return rows[0]
}

/** Marks an e-mail as sent or dropped. */
export async function endEmail(
  db: Queryable,
  { entityId, emailId }: EmailRow,
  status: 'Sent' | 'Dropped',
  wall: Date,
): Promise<void> {
  await db.query({
    name: 'end-notification-email',
    text: `update notification_emails set status = $3, ended_at = $4
      where entity_id = $1 and email_id = $2 and status = 'Pending'`,
    values: [entityId, emailId, status, wall],
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
