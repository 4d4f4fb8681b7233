/** Sandbox functions for testers: settle a trade, move the market, list the magic values, reset. */
export { resetSandbox, SANDBOX_RESET } from './reset.ts'
export { sandboxRoutes } from './routes.ts'
