/**
 * The sandbox's business time: it runs with wall time until a client moves or freezes it. One database row stores it,
 * so that every process shows the same time and a restart keeps it. A move runs the jobs that fall due on the way.
 */
export { openSandboxClock, restartClock, type SandboxClock } from './clock.ts'
export { hasClock } from './queries.ts'
export { clockRoutes } from './routes.ts'
