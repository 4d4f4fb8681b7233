/** Accounts at the sandbox's simulated banks, which answer verification of payee for them. */
export { simulatedSchemes } from './directory.ts'
export { payeeRoutes } from './routes.ts'
export { putPayee } from './queries.ts'
