import type { Turn } from '../world.ts'

interface SpotDates {
  spotDate: string
  dates: { date: string; available: boolean }[]
}

/** The dates up to spot on which a pair can be dealt now; none while the market is closed. */
export async function spotDates({ party }: Turn, buyCurrency: string, sellCurrency: string): Promise<string[]> {
  const query = new URLSearchParams({ buyCurrency, sellCurrency, entityId: party.entityId })
  const { dates } = await party.maker.get<SpotDates>(`/v1/fx/spot-value-dates?${query.toString()}`)
  return dates.filter(({ available }) => available).map(({ date }) => date)
}

/** The earliest date of a payment to a country. */
export async function paymentDate({ party }: Turn, currency: string, country: string): Promise<string> {
  const query = new URLSearchParams({ currency, country, entityId: party.entityId })
  const { earliestPaymentDate } = await party.maker.get<{ earliestPaymentDate: string }>(
    `/v1/payments/earliest-settlement?${query.toString()}`,
  )
  return earliestPaymentDate
}
