/** What a tester can do to the sandbox: settle a trade, move the market, read the magic values, start anew. */
export { resetSandbox, SANDBOX_RESET } from './reset.ts'
export { sandboxRoutes } from './routes.ts'
