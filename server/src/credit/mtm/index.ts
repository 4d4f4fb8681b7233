/**
 * Mark-to-market: the value of each open deal to the client, totals by currency pair, and the effect of a market shock
 * or another deal. A valuation names its market snapshot; `recomputeMtm` reproduces it.
 */
export { recomputeMtm } from './recompute.ts'
export { mtmModule } from './module.ts'
