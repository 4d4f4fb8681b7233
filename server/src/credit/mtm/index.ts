/**
 * Mark-to-market: what each open deal is worth to the client, summed up by currency pair, and what a shock of the market or
 * one more deal would change. A valuation names the market snapshot it follows from; `recomputeMtm` computes it again.
 */
export { recomputeMtm } from './recompute.ts'
export { refuse as refuseMtm } from './rules.ts'
export { mtmRoutes, type MtmRouteDeps } from './routes.ts'
export {
  eachLine,
  type MtmDeps,
  type MtmFilter,
  openValuation,
  pairTotals,
  totalsOf,
  type Valuation,
} from './service.ts'
export { mtmModule } from './module.ts'
