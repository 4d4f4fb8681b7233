/**
 * The sandbox: simulated time, market, banks and payees, the reset, and the data it starts with. Nothing outside the
 * composition depends on it.
 */
export { openSandboxClock, type SandboxClock } from './clock/index.ts'
export { createSandboxMarket, type SandboxMarket } from './market/index.ts'
export { sandboxModule } from './module.ts'
export { simulatedSchemes } from './payees/index.ts'
export { sandboxPolicies } from './payments.ts'
export { SIMULATED_RAIL, simulatedRail } from './rails/index.ts'
