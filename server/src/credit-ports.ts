import type { CloseOut, InitialMarginReceived } from './credit/margin/index.ts'
import { closeOutForMargin, openForward } from './fx/forwards/index.ts'
import type { PriceSources } from './fx/pricing/index.ts'

/** What margin has the modules that book deals do; bound here because they come after it. */
export const creditPorts = (
  sources: PriceSources,
): { initialMarginReceived: InitialMarginReceived; closeOut: CloseOut } => ({
  initialMarginReceived: openForward,
  closeOut: closeOutForMargin({ sources }),
})
