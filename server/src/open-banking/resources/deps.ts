import type { AccountDirectory, StatementBook } from '../../accounts/index.ts'
import type { Issuer } from '../../documents/index.ts'
import type { EntityDirectory } from '../../entities/index.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { SurfaceDeps } from '../http/index.ts'

/** Dependencies of account information. */
export interface ResourceDeps extends SurfaceDeps {
  db: Db
  clock: Clock
  accounts: AccountDirectory
  entities: EntityDirectory
  statements: StatementBook
  /** Named in transactions and statements. */
  issuer: Issuer
  /** Address of the open-banking listener, without a slash at the end; links are made of it. */
  baseUrl: () => string
}
