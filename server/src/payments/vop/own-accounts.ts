import type { Question, VerificationPort } from './port.ts'
import { type BankAccount, respond } from './responder.ts'

/** An account of our own institution that a question is about; undefined where it is none. */
export type OwnAccount = (question: Question) => Promise<BankAccount | undefined>

/** Accounts of our own are answered by ourselves, as we are the payee's bank; all others by the schemes. */
export const withOwnAccounts = (port: VerificationPort, ownAccount: OwnAccount): VerificationPort => ({
  ...port,
  async ask(question, signal) {
    const own = await ownAccount(question)
    return own ? respond(question, own, true) : port.ask(question, signal)
  },
})
