import type { Transporter } from 'nodemailer'
import type { AdvicePort } from './advice.ts'

/** Longest that one delivery may take; the job is tried again after that. */
const TIMEOUT_MS = 20_000

/**
 * Payment advices by SMTP.
 *
 * @param url smtp://user:password@host:port, or smtps:// for TLS from the first byte
 * @param from address that messages come from
 */
export function smtpAdvice({ url, from }: { url: string; from: string }, institution: string): AdvicePort {
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
