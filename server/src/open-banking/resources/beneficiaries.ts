import type { Account } from '../../accounts/index.ts'
import { type BeneficiaryRow, listBeneficiaries } from '../../beneficiaries/index.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { type Access, has, wireAccountId } from './access.ts'
import type { ResourceDeps } from './deps.ts'
import type { BeneficiaryItem } from './items.ts'
import { accountOf, agentOf } from './parties.ts'

const STEP = 500

/**
 * Returns the holder's payees in the accounts' currencies. They belong to the holder, so they name an account only if
 * the request did.
 */
export async function beneficiaryItems(
  deps: Pick<ResourceDeps, 'db'>,
  access: Access,
  accounts: readonly Account[],
  only?: Account,
): Promise<BeneficiaryItem[]> {
  const currencies = new Set(accounts.map(({ currency }) => currency))
  const rows = await activeBeneficiaries(deps, access.holder.entityId)
  const detail = has(access, 'ReadBeneficiariesDetail')
  return rows
    .filter(({ currency }) => currencies.has(currency))
    .map((row) => ({
      beneficiaryId: formatId('ben', row.beneficiaryId),
      ...(only ? { accountId: wireAccountId(only.accountId) } : {}),
      ...(row.details.defaultReference ? { reference: row.details.defaultReference } : {}),
      ...(detail ? detailOf(row) : {}),
    }))
}

async function activeBeneficiaries(deps: Pick<ResourceDeps, 'db'>, entityId: string): Promise<BeneficiaryRow[]> {
  const all: BeneficiaryRow[] = []
  for (let more = true; more; ) {
    const last = all.at(-1)?.beneficiaryId
    const keyset = last === undefined ? {} : { before: last }
    const page = { entityIds: [entityId], status: 'Active' as const, count: STEP, ...keyset }
    const rows = await listBeneficiaries(deps.db.reader, page)
    all.push(...rows)
    more = rows.length === STEP
  }
  return all
}

function detailOf(row: BeneficiaryRow): Pick<BeneficiaryItem, 'creditorAgent' | 'creditorAccount'> {
  const { bankName = null, secondaryReference = null } = row.details
  const party = { ...row, bankName, secondaryReference }
  const [creditorAgent, creditorAccount] = [agentOf(party), accountOf(party)]
  return { ...(creditorAgent ? { creditorAgent } : {}), ...(creditorAccount ? { creditorAccount } : {}) }
}
