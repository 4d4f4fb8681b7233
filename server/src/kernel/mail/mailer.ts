import type { Transporter } from 'nodemailer'

/** An e-mail in plain text. */
export interface Mail {
  to: string
  /** The same for each attempt, so that a repeated delivery can be recognised. */
  messageId: string
  subject: string
  text: string
}

/** Sends e-mails; an external call. */
export interface Mailer {
  /** Named in the texts as the sender. */
  institution: string
  /** @throws Error when the mail server did not accept the message */
  send(mail: Mail): Promise<void>
}

/** Longest that one delivery may take; the job is tried again after that. */
const TIMEOUT_MS = 20_000

/**
 * Sends e-mails by SMTP.
 *
 * @param url smtp://user:password@host:port, or smtps:// for TLS from the first byte
 * @param from address that messages come from
 */
export function smtpMailer({ url, from }: { url: string; from: string }, institution: string): Mailer {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  let transport: Promise<Transporter> | undefined
  const connect = async () => (await import('nodemailer')).createTransport({ url, ...timeouts })
  const connected = () =>
    (transport ??= connect().catch((error: unknown) => {
      transport = undefined // the next delivery tries again
      throw error
    }))
  return {
    institution,
    async send({ to, messageId, subject, text }) {
      const message = { from, to, messageId, subject, text, disableFileAccess: true, disableUrlAccess: true }
      await (await connected()).sendMail(message)
    },
  }
}
