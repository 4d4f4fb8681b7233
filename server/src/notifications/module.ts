import type { Clock } from '../kernel/values/clock.ts'
import { defineModule } from '../kernel/module.ts'
import { EMAIL_WORK, emailReactions, emailWork } from './emails.ts'
import { deleteOldEmails } from './queries.ts'
import { type RecipientDeps, recipientRoutes } from './recipients.ts'

const KEPT_MS = 30 * 86_400_000

/** E-mails to people of a client about events that need them. */
export const notificationsModule = defineModule<RecipientDeps & { clock: Clock }>({
  name: 'notifications',
  routes: recipientRoutes,
  jobs: (context) => ({ [EMAIL_WORK]: emailWork(context) }),
  reactions: emailReactions,
  resources: { nrc: [['notification_recipients', 'recipient_id']] },
  cleanUp: [(db, { wall }, limit) => deleteOldEmails(db, new Date(wall.getTime() - KEPT_MS), limit)],
})
