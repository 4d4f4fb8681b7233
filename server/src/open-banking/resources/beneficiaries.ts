import type { Account } from '../../accounts/index.ts'
import { type BeneficiaryRow, listBeneficiaries } from '../../beneficiaries/index.ts'
import { formatId } from '../../kernel/ids.ts'
import { type Access, has, wireAccountId } from './access.ts'
import type { ResourceDeps } from './deps.ts'
import type { AgentItem, BeneficiaryItem, Identification } from './items.ts'

const STEP = 500

/**
 * The holder's payees that the accounts can pay: those in the accounts' currencies. They belong to the holder, so they
 * name an account only where one was asked about.
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
    const page = { entityId, status: 'Active' as const, count: STEP, ...(last === undefined ? {} : { before: last }) }
    const rows = await listBeneficiaries(deps.db.reader, page)
    all.push(...rows)
    more = rows.length === STEP
  }
  return all
}

function detailOf(row: BeneficiaryRow): { creditorAgent?: AgentItem; creditorAccount: Identification } {
  return {
    ...(row.bic === null ? {} : { creditorAgent: agentOf(row.bic, row.details.bankName) }),
    creditorAccount: { ...numberOf(row), name: row.name },
  }
}

export const agentOf = (bic: string, name?: string): AgentItem => ({
  schemeName: 'UK.OBIE.BICFI',
  identification: bic,
  ...(name ? { name } : {}),
})

function numberOf({ iban, accountNumber, routingCodes }: BeneficiaryRow): Omit<Identification, 'name'> {
  if (iban !== null) return { schemeName: 'UK.OBIE.IBAN', identification: iban }
  const sortCode = routingCodes.find(({ type }) => type === 'SortCode')?.value.replaceAll('-', '')
  const number = accountNumber ?? ''
  if (sortCode !== undefined && number.length === 8)
    return { schemeName: 'UK.OBIE.SortCodeAccountNumber', identification: sortCode + number }
  return { schemeName: 'UK.OBIE.BBAN', identification: (routingCodes[0]?.value ?? '') + number }
}
