/** What a tester can do to the sandbox: settle a trade, move the market, read the magic values, start anew. */
export { MAGIC_VALUES, type MagicValue } from './magic-values.ts'
export { type ResetDeps, resetSandbox, SANDBOX_RESET } from './reset.ts'
export { type SandboxDeps, sandboxRoutes } from './routes.ts'
