import type { Issuer } from '../documents/index.ts'
import type { Institution } from '../institution/index.ts'
import type { EntityDirectory, EntityProfile } from '../entities/index.ts'
import type { Deps } from '../kernel/http/http.ts'
import { invariant } from '../kernel/values/refusals.ts'
import type { PendingCredits } from './balances.ts'
import type { AccountDirectory } from './directory.ts'

export interface AccountDeps extends Deps {
  accounts: AccountDirectory
  entities: EntityDirectory
  /** Money on its way into accounts, which a later module knows. */
  pendingCredits: PendingCredits
  /** Named on statements. */
  issuer: Issuer
  /** Its branches number the accounts; payers get its name and address. */
  institution: Institution
}

export async function profileOf(deps: Pick<AccountDeps, 'entities'>, entityId: string): Promise<EntityProfile> {
  const profile = await deps.entities.get(entityId)
  invariant(profile, 'an API client belongs to an entity with settings')
  return profile
}

export async function holderOf(deps: Pick<AccountDeps, 'entities'>, entityId: string) {
  return (await profileOf(deps, entityId)).entity
}
