import { lockBeneficiary } from './beneficiaries/index.ts'
import {
  coverSettlement,
  DEFAULT_POLICY,
  type ForwardDeps,
  type ForwardPolicy,
  forwardSettlements,
  noDebits,
} from './fx/forwards/index.ts'
import type { PriceSources } from './fx/pricing/index.ts'
import { spotSettlement } from './fx/spot/index.ts'
import type { ProductSettlements } from './fx/trades/index.ts'
import { simulatedDebits } from './sim/debits.ts'

/** What forwards have other modules do that come after them; bound here. */
export function forwardPorts(
  sources: PriceSources,
  config: { sandbox: boolean; overdueGraceHours?: number },
): Pick<ForwardDeps, 'hasBeneficiary' | 'debits'> & { policy: ForwardPolicy; products: ProductSettlements } {
  const debits = config.sandbox ? simulatedDebits : noDebits
  const { overdueGraceHours = DEFAULT_POLICY.overdueGraceHours } = config
  return {
    debits,
    policy: { overdueGraceHours },
    products: {
      ...forwardSettlements({ debits, sources, policy: { overdueGraceHours } }),
      Spot: { ...spotSettlement({ overdueGraceHours }), ...coverSettlement },
    },
    hasBeneficiary: async (tx, entityId, beneficiaryId) =>
      (await lockBeneficiary(tx, entityId, beneficiaryId, 'share'))?.status === 'Active',
  }
}
