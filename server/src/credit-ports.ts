import type { CloseOut, SettleDeps } from './credit/margin/index.ts'
import { closeOutForMargin, type ForwardPolicy, initialMarginPaid } from './fx/forwards/index.ts'
import type { PriceSources } from './fx/pricing/index.ts'

/** What margin has the modules that book deals do; bound here because they come after it. */
export const creditPorts = (deps: {
  sources: PriceSources
  policy: ForwardPolicy
}): SettleDeps & { closeOut: CloseOut } => ({
  ...initialMarginPaid(deps),
  closeOut: closeOutForMargin(deps),
})
