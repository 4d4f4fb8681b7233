import { compareWithEcho, type EchoCase } from './against-echo.ts'
import { bookingsBy } from './booking.ts'
import type { BenchContext } from './context.ts'
import { openBook } from './forwards.ts'
import { dealableDay, quoteBy } from './fx.ts'
import { median } from './load.ts'
import { openPayments } from './payments.ts'
import { transferCase } from './transfers.ts'

/** Answers a second by operation, as shares of the echo's. */
export type Speeds = Record<string, number>

const SPOT_CLIENTS = 20

/** Prepares the main operations. @returns a function that measures each of them once against the echo */
export async function openOperations(context: BenchContext): Promise<() => Promise<Speeds>> {
  const { entities } = context
  const company = await openBook(context, 0)
  const valueDate = await dealableDay(context, company)
  const payments = await openPayments(context)
  const [fund] = entities
  const balances: EchoCase = {
    name: 'Balances',
    sample: 'balance',
    method: 'GET',
    path: () => `/v1/balances?accountId=${fund!.accounts[0]!.wireId}`,
    headers: { authorization: `Bearer ${fund!.token}` },
    expected: 200,
  }
  // Each is made in its turn, because its quotes expire.
  const cases: Array<() => EchoCase | Promise<EchoCase>> = [
    () => transferCase(entities),
    () => balances,
    () => ({ name: 'Forward quotes', sample: 'forward-quote', ...quoteBy(company, 'forwards', valueDate) }),
    async () => ({
      name: 'Spot bookings',
      sample: 'spot-booking',
      ...(await bookingsBy(context, entities.slice(0, SPOT_CLIENTS), 'spot')),
    }),
  ]
  return async () => {
    const speeds: Speeds = {}
    for (const made of cases) {
      const each = await made()
      const { results, limits } = await compareWithEcho(context, each)
      speeds[each.name] = median(results.map(({ perSecond }, i) => perSecond / limits[i]!.perSecond))
    }
    return { ...speeds, ...(await payments.speeds()) }
  }
}
