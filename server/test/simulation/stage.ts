import type { Sandbox, ServerProcess } from './processes.ts'

const ENTITIES = ['rm', 'abs'] as const
type Entity = (typeof ENTITIES)[number]

/** Objects used by the callers. */
export interface Stage {
  /** Account ids of an entity by currency, the default account first. */
  accounts: Record<Entity, Record<string, string[]>>
  payees: Record<Entity, { GBP: string; EUR: string }>
  /** Booked balances before anything is done: account, entity, currency and the amount as text. */
  openings: Opening[]
}

export interface Opening {
  accountId: string
  entityId: string
  currency: string
  booked: string
}

/** The payee in euros that both entities have: both are of the EU, which has it verified before it is paid. */
export const EURO_PAYEE = { name: 'Northern Mills Ltd', iban: 'DE89370400440532013000' }

/** Returns the additional fields of a payment in a currency: for euros a verification of the payee. */
export async function verified(
  process: ServerProcess,
  who: Entity,
  currency: string,
): Promise<{ verificationId?: string }> {
  if (currency !== 'EUR') return {}
  const answer = await process.post({ who, path: '/v1/payments/verification', body: EURO_PAYEE })
  return { verificationId: (JSON.parse(answer.text) as { verificationId: string }).verificationId }
}

/** Looks at the seeded accounts and saves the payees. */
export async function setStage(sandbox: Sandbox): Promise<Stage> {
  const process = sandbox.processes[0]!
  const openings = await Promise.all(
    ENTITIES.map((who) => process.get<{ data: Opening[] }>(who, '/v1/balances?limit=100')),
  )
  const both = async <T>(of: (who: Entity) => Promise<T>) => ({ rm: await of('rm'), abs: await of('abs') })
  return {
    accounts: await both((who) => accountsOf(process, who)),
    payees: await both((who) => savePayees(sandbox, who)),
    openings: openings.flatMap(({ data }) => data),
  }
}

interface Account {
  accountId: string
  currency: string
  isDefault: boolean
}

async function accountsOf(process: ServerProcess, who: Entity): Promise<Record<string, string[]>> {
  const { data } = await process.get<{ data: Account[] }>(who, '/v1/accounts?limit=100')
  const byCurrency: Record<string, string[]> = {}
  for (const { currency, accountId } of data.sort((a, b) => Number(b.isDefault) - Number(a.isDefault))) {
    ;(byCurrency[currency] ??= []).push(accountId)
  }
  return byCurrency
}

async function savePayees({ processes, entityIds }: Sandbox, who: Entity): Promise<{ GBP: string; EUR: string }> {
  const save = async (body: object) => {
    const common = { entityId: entityIds[who], name: EURO_PAYEE.name }
    const answer = await processes[0]!.post({ who, path: '/v1/beneficiaries', body: { ...common, ...body } })
    return (JSON.parse(answer.text) as { beneficiaryId: string }).beneficiaryId
  }
  const inBritain = { countryCode: 'GB', bankCountryCode: 'GB', currency: 'GBP', accountNumber: '66374958' }
  const inGermany = { countryCode: 'DE', bankCountryCode: 'DE', currency: 'EUR', iban: EURO_PAYEE.iban }
  const routingCodes = [{ type: 'SortCode', value: '089999' }]
  return {
    GBP: await save({ ...inBritain, routingCodes, address: { city: 'Leeds', countryCode: 'GB' } }),
    EUR: await save({ ...inGermany, address: { city: 'Berlin', countryCode: 'DE' } }),
  }
}
