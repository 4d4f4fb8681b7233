/**
 * E-mails to people of a client about events that need them: margin calls, overdue trades, requested approvals. Clients
 * name the recipients. The event's transaction stores an e-mail for each; a job sends those to one address as one message. Without a mail server nothing
 * is stored. Advices to payees are part of payments.
 */
export { notificationsModule } from './module.ts'
