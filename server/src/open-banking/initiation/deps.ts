import type { Backlog } from '../../kernel/jobs/backlog.ts'
import type { EntityDirectory } from '../../entities/index.ts'
import type { PriceSources } from '../../fx/pricing/index.ts'
import type { BookingDeps } from '../../fx/spot/index.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { PaymentDeps } from '../../payments/index.ts'
import type { VerificationPort } from '../../payments/vop/index.ts'
import type { AccountDirectory, OwnBanks } from '../../accounts/index.ts'
import type { ConsentStore } from '../consents/index.ts'
import type { SurfaceDeps } from '../http/index.ts'
import type { Initiations } from './making/record.ts'

/** Dependencies of making the payment of a consent, at its submission and in the check before its approval. */
export interface MakingDeps {
  db: Db
  accounts: AccountDirectory
  /** Recognises payers' accounts that are ours. */
  ownBanks: OwnBanks
  entities: EntityDirectory
  sources: PriceSources
  /** Payments of consents are made by the payments module, and their exchanges booked by the spot module. */
  payments: Pick<PaymentDeps, 'findAccount' | 'calendars' | 'counting' | 'modulusTable' | 'policies' | 'rails'>
  booking: BookingDeps
}

/** Dependencies of payment initiation. */
export interface InitiationDeps extends SurfaceDeps, MakingDeps {
  backlog: Pick<Backlog, 'check'>
  initiations: Initiations
  consents: ConsentStore
  verification: VerificationPort
  /** Address of the open-banking listener, without a slash at the end. */
  baseUrl: () => string
}
