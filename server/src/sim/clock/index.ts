/**
 * The sandbox's business time: it runs with wall time until a client moves or freezes it. One row in the database holds
 * it, so that every process shows the same time and a restart keeps it. Moving it does what falls due on the way.
 */
export { openSandboxClock, restartClock, type SandboxClock } from './clock.ts'
export { clockRoutes } from './routes.ts'
