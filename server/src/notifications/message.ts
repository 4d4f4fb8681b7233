import { findEntity } from '../entities/index.ts'
import type { Queryable } from '../kernel/db/db.ts'
import type { Mail } from '../kernel/mail/mailer.ts'
import type { EmailRow } from './queries.ts'
import type { Notified } from './rules.ts'
import { type Facts, factsOf } from './texts.ts'

interface Message extends Pick<Mail, 'subject' | 'text'> {
  /** E-mails whose resource needs attention no more. */
  dropped: readonly EmailRow[]
}

/** Resources that a message describes at most; it states the number of the others. */
const MOST_DESCRIBED = 50

/** Subjects of messages about several resources. */
const SUBJECTS: Record<Notified, (count: number, entityName: string) => string> = {
  'marginCall.issued': (count, name) => `${count} margin calls to ${name}`,
  'marginCall.overdue': (count, name) => `${count} overdue margin calls to ${name}`,
  'trade.overdue': (count, name) => `${count} overdue trades of ${name}`,
  'approval.requested': (count, name) => `${count} approvals required for ${name}`,
  'rateAlert.triggered': (count, name) => `${count} rate alerts of ${name}`,
  'order.filled': (count, name) => `${count} filled orders of ${name}`,
  'order.rejected': (count, name) => `${count} rejected orders of ${name}`,
  'order.expired': (count, name) => `${count} expired orders of ${name}`,
}

/**
 * Makes one message of the e-mails about events of one type, from the present state of their resources.
 *
 * @returns undefined if nothing needs attention any more
 */
export async function messageOf(
  db: Queryable,
  emails: readonly EmailRow[],
  institution: string,
): Promise<Message | undefined> {
  const [first] = emails
  const entity = first && (await findEntity(db, first.entityId))
  if (!entity) return undefined
  const addressee = { entityName: entity.name, timeZone: entity.timeZone }
  const described: Facts[] = []
  const dropped: EmailRow[] = []
  let read = 0
  for (; read < emails.length && described.length < MOST_DESCRIBED; read++) {
    const facts = await factsOf(db, emails[read]!, addressee)
    if (facts) described.push(facts)
    else dropped.push(emails[read]!)
  }
  const [facts] = described
  if (!facts) return undefined
  const ending = ['', institution, FOOTER]
  const more = emails.length - read
  if (described.length + more === 1) {
    const text = [facts.opening, '', ...linesOf(facts), '', facts.next, ...ending].join('\n')
    return { subject: oneLine(facts.subject), text, dropped }
  }
  const subject = SUBJECTS[first.eventType](described.length + more, entity.name)
  const blocks = described.flatMap((each) => ['', oneLine(each.subject), ...linesOf(each)])
  const others = more > 0 ? ['', `Not listed here: ${more}.`] : []
  const next = [...new Set(described.map((each) => each.next))]
  return {
    subject: oneLine(subject),
    text: [`${subject}:`, ...blocks, ...others, '', ...next, ...ending].join('\n'),
    dropped,
  }
}

const linesOf = ({ lines }: Facts): string[] => lines.map(([name, value]) => `${name}: ${value}`)

const FOOTER = 'This address gets e-mails about the subjects that your company chose at us. Do not reply.'

/** A text without line breaks and control characters, at most 200 characters. */
const oneLine = (text: string): string =>
  Array.from(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
    .slice(0, 200)
    .join('')
