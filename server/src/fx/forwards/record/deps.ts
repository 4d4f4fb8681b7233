import type { Act } from '../../../kernel/values/act.ts'
import type { EntityDirectory } from '../../../entities/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { PriceSources } from '../../pricing/index.ts'
import type { AccountSource } from '../../quotes/index.ts'
import type { CountingRates } from '../../reference-rates/index.ts'
import type { PayoutPort, TradeRow } from '../../trades/index.ts'

/** Dependencies of forwards beside database and clock. */
export interface ForwardDeps {
  sources: PriceSources
  /** Values of amounts for limits where the market has no rate. */
  counting: CountingRates
  entities: EntityDirectory
  accounts: AccountSource
  payouts: PayoutPort
  /** Returns true if a beneficiary of the entity, by stored id, can be paid. */
  hasBeneficiary(tx: Tx, entityId: string, beneficiaryId: string): Promise<boolean>
  debits: DebitPort
}

/** Collects money from a client's own bank under a mandate. */
export interface DebitPort {
  /** True if a bank for collections is connected. */
  isConnected: boolean
  /** Has the money that a drawdown sells collected into its sell account, in the caller's transaction. */
  collect(tx: Tx, drawdown: TradeRow, amountMinor: bigint, act: Act): Promise<void>
}

/** No bank is connected: nothing can be collected. */
export const noDebits: DebitPort = {
  isConnected: false,
  collect: () => Promise.reject(new Error('no bank is connected for pre-authorized debits')),
}

/** Deadlines that an operator can set. */
export interface ForwardPolicy {
  /** Hours that an undrawn forward stays Overdue, or a drawdown waits for money, before close-out or cancellation. */
  overdueGraceHours: number
}
