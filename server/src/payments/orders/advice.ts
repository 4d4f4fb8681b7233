import type { Clock } from '../../kernel/values/clock.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { Mail, Mailer } from '../../kernel/mail/mailer.ts'
import { scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import { findPayment, type PaymentRow } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'

/** Kind of the job that sends a payment's advices. */
export const ADVICE_WORK = 'payment.sendAdvice'

/** Time after which unsent advices are dropped, because a payee no longer expects them. */
const GIVE_UP_MS = 72 * 3600_000

/** @throws notify_emails_not_available where no mail server is configured */
export function checkAdvice(order: { notifyEmails?: readonly string[] }, mailer: Mailer | undefined): void {
  if (order.notifyEmails?.length && !mailer) throw refuse.notify_emails_not_available()
}

/** Schedules the advices of a payment that has just been sent; does nothing if the order requested no advice. */
export async function scheduleAdvice(tx: Tx, { entityId, paymentId, details }: PaymentRow, at: Date): Promise<void> {
  if (!details.notifyEmails?.length) return
  await scheduleWork(tx, { entityId, resourceId: paymentId, kind: ADVICE_WORK, dueAt: at })
}

/** Handles the job: sends unsent advices outside any transaction and records each address once it is done. */
export const adviceWork =
  ({ mailer, clock }: { mailer?: Mailer | undefined; clock: Clock }): WorkHandler =>
  async (tx, { entityId, resourceId }, { at }) => {
    const payment = await findPayment(tx, entityId, resourceId)
    if (!mailer || !payment?.sentAt || at.getTime() - payment.sentAt.getTime() > GIVE_UP_MS) return undefined
    const open = await unsentAddresses(tx, payment)
    if (open.length === 0) return undefined
    return async ({ pool }) => {
      for (const address of open) {
        const message = adviceOf(payment, address, mailer.institution)
        await mailer.send(message)
        await noteSent(pool, payment, message, clock.wall())
      }
    }
  }

function adviceOf(payment: PaymentRow, to: string, institution: string): Mail {
  const { amountMinor, currency, debtor, reference, uetr, expectedArrival, beneficiarySnapshot } = payment
  const amount = `${formatAmount(amountMinor, currency)} ${currency}`
  const lines = [
    `${debtor.name} has sent you a payment through ${institution}.`,
    '',
    `Amount sent: ${amount}`,
    `To: ${(beneficiarySnapshot as { name?: string } | null)?.name ?? ''}`,
    `Reference: ${reference}`,
    `Expected at your bank: ${expectedArrival}`,
    `End-to-end transaction reference (UETR): ${uetr}`,
    '',
    'Banks on the way may deduct charges. Ask your own bank whether the money has arrived.',
  ]
  return {
    to,
    messageId: `<${formatId('pay', payment.paymentId)}.${Buffer.from(to).toString('hex')}@payment-advice>`,
    subject: `Payment of ${amount} from ${debtor.name}`,
    text: lines.join('\n'),
  }
}

async function unsentAddresses(db: Queryable, { entityId, paymentId, details }: PaymentRow): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>({
    name: 'find-sent-advices',
    text: 'select address from payment_advices where entity_id = $1 and payment_id = $2',
    values: [entityId, paymentId],
  })
  const sent = new Set(rows.map(({ address }) => address))
  return [...new Set(details.notifyEmails)].filter((address) => !sent.has(address))
}

async function noteSent(db: Queryable, { entityId, paymentId }: PaymentRow, advice: Mail, wall: Date): Promise<void> {
  await db.query({
    name: 'note-sent-advice',
    text: `insert into payment_advices (entity_id, payment_id, address, message_id, sent_at) values ($1, $2, $3, $4, $5)
      on conflict do nothing`,
    values: [entityId, paymentId, advice.to, advice.messageId, wall],
  })
}
