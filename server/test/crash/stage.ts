import type { Client, Who } from './client.ts'

export interface Account {
  who: Who
  accountId: string
  currency: string
  /** Opening balance before the load, in minor units. */
  opening: bigint
}

/** Objects used by the load: the accounts in three currencies, a payee in two, and dealable dates. */
export interface Stage {
  accounts: Account[]
  payees: Record<Who, { GBP: string; EUR: string }>
  /** Verifications of the payee in euros, which entities of the EU must name; good for a day. */
  verified: Record<Who, string>
  /** Business day. */
  today: string
  /** Spot date of EUR/USD. */
  spotDate: string
}

export const CURRENCIES = ['EUR', 'USD', 'GBP']
const CLIENTS = ['rm', 'abs'] as const

/** An amount in minor units; the three currencies have two decimals. */
export const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''))
export const amountOf = (minor: number): string => (minor / 100).toFixed(2)

/** Moves the sandbox to 09:00 UTC of the coming Tuesday, when every market is open, and saves the payees. */
export async function setStage(client: Client): Promise<Stage> {
  const { now } = await client.get<{ now: string }>('abs', '/v1/sandbox/clock')
  const tuesday = new Date(now)
  do tuesday.setUTCDate(tuesday.getUTCDate() + 1)
  while (tuesday.getUTCDay() !== 2)
  tuesday.setUTCHours(9, 0, 0, 0)
  await client.make({ who: 'abs', path: '/v1/sandbox/clock', body: { set: tuesday.toISOString() } })
  const payees = { rm: await savePayees(client, 'rm'), abs: await savePayees(client, 'abs') }
  await Promise.all((await allAccounts(client)).map((account) => fund(client, account)))
  const accounts = await allAccounts(client)
  return { accounts, payees, ...(await datesOf(client)) }
}

/** Puts in far more than the load takes out, so that no order is refused for want of money but those meant to be. */
async function fund(client: Client, { who, accountId, currency }: Account): Promise<void> {
  const body = { accountId, currency, amount: '1000000.00', reference: 'Working capital' }
  await client.make({ who, path: '/v1/sandbox/inbound-payments', body })
}

const NAME = 'Northern Mills Ltd'
const GERMAN_IBAN = 'DE89370400440532013000'

/** The dates of the day that the sandbox's clock shows. */
export async function datesOf(client: Client): Promise<Pick<Stage, 'today' | 'spotDate' | 'verified'>> {
  const { now } = await client.get<{ now: string }>('abs', '/v1/sandbox/clock')
  const { spotDate } = await client.get<{ spotDate: string }>(
    'abs',
    '/v1/fx/spot-value-dates?buyCurrency=EUR&sellCurrency=USD',
  )
  const verified = { rm: await verify(client, 'rm'), abs: await verify(client, 'abs') }
  return { today: now.slice(0, 10), spotDate, verified }
}

async function verify(client: Client, who: Who): Promise<string> {
  const body = { name: NAME, iban: GERMAN_IBAN }
  return (await client.make<{ verificationId: string }>({ who, path: '/v1/payments/verification', body }))
    .verificationId
}

/** Booked balances in minor units by account. */
export async function balancesOf(client: Client, who: Who): Promise<Map<string, bigint>> {
  const { data } = await client.get<{ data: { accountId: string; booked: string }[] }>(who, '/v1/balances?limit=100')
  return new Map(data.map(({ accountId, booked }) => [accountId, minorOf(booked)]))
}

async function allAccounts(client: Client): Promise<Account[]> {
  return (await Promise.all(CLIENTS.map((who) => accountsOf(client, who)))).flat()
}

async function accountsOf(client: Client, who: Who): Promise<Account[]> {
  const { data } = await client.get<{ data: { accountId: string; currency: string }[] }>(who, '/v1/accounts?limit=100')
  const balances = await balancesOf(client, who)
  return data
    .filter(({ currency }) => CURRENCIES.includes(currency))
    .map(({ accountId, currency }) => ({ who, accountId, currency, opening: balances.get(accountId)! }))
}

async function savePayees(client: Client, who: Who): Promise<{ GBP: string; EUR: string }> {
  const save = async (body: object) => {
    const common = { entityId: client.entityId(who), name: NAME }
    const order = { who, path: '/v1/beneficiaries', body: { ...common, ...body } }
    return (await client.make<{ beneficiaryId: string }>(order)).beneficiaryId
  }
  const inBritain = { countryCode: 'GB', bankCountryCode: 'GB', currency: 'GBP', accountNumber: '66374958' }
  const inGermany = { countryCode: 'DE', bankCountryCode: 'DE', currency: 'EUR', iban: GERMAN_IBAN }
  return {
    GBP: await save({
      ...inBritain,
      routingCodes: [{ type: 'SortCode', value: '089999' }],
      address: { city: 'Leeds', countryCode: 'GB' },
    }),
    EUR: await save({ ...inGermany, address: { city: 'Berlin', countryCode: 'DE' } }),
  }
}
