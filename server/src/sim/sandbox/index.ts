/** Sandbox functions for testers: settle a trade, move the market, list the magic values, reset. */
export { sandboxRoutes } from './routes.ts'
