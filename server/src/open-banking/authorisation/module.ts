import { defineModule } from '../../kernel/module.ts'
import { deleteOldArtifacts } from './adapter.ts'
import type { Authorisation } from './authorisation.ts'
import { deleteOldAnswers } from './kept-answer.ts'
import { deleteOldSessions } from './journey/psu-sessions.ts'

/** The authorisation server with the users' pages, where open banking is configured. */
export const authorisationModule = defineModule<{ openBanking?: { authorisation: Authorisation } | undefined }>({
  name: 'open-banking/authorisation',
  routes: (app, { openBanking }) => openBanking?.authorisation.mountPages(app),
  cleanUp: [
    (db, { wall }, limit) => deleteOldArtifacts(db, wall, limit),
    (db, { wall }, limit) => deleteOldSessions(db, wall, limit),
    (db, { wall }, limit) => deleteOldAnswers(db, wall, limit),
  ],
})
