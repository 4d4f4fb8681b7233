import type { Queryable, Tx } from '../kernel/db/db.ts'
import { arrayOf, instant, nullable, oneOf, type Row, table, text, uuid } from '../kernel/db/table.ts'
import { acrossEntities } from '../kernel/http/paging.ts'
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
export const insertEmail = emails.insert({ name: 'insert-notification-email' })

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

/** Returns the addresses of an entity's recipients of a topic. */
export async function addressesFor(db: Queryable, entityId: string, topic: Topic): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>({
    name: 'notification-addresses',
    text: 'select email from notification_recipients where entity_id = $1 and $2 = any(topics) order by recipient_id',
    values: [entityId, topic],
  })
  return rows.map(({ email }) => email)
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

/** Returns an e-mail that is neither sent nor dropped. */
export async function findPendingEmail(db: Queryable, entityId: string, id: string): Promise<EmailRow | undefined> {
  const { rows } = await db.query<EmailRow>({
    name: 'find-notification-email',
    text: `select ${emails.list} from notification_emails where entity_id = $1 and email_id = $2 and status = 'Pending'`,
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
