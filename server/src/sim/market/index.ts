/**
 * The sandbox's market: real reference rates as far as they go, then a seeded walk, and moves that a tester makes. It
 * implements the market-data port of fx/pricing.
 */
export { createSandboxMarket, type SandboxMarket } from './market.ts'
