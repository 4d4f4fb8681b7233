/**
 * Mark-to-market: what each open deal is worth to the client, summed up by currency pair, and what a shock of the market or
 * one more deal would change. A valuation names the market snapshot it follows from; `recomputeMtm` computes it again.
 */
export { recomputeMtm } from './recompute.ts'
export { mtmRoutes } from './routes.ts'
export { mtmModule } from './module.ts'
