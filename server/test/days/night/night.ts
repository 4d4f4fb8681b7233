import type pg from 'pg'
import type { Chance } from '../../crash/chance.ts'
import { type Finding, finding } from '../findings.ts'
import { compareBalances } from '../model/balances.ts'
import type { Books } from '../model/books.ts'
import { compareCredit } from '../model/credit.ts'
import { compareContracts, compareExposure } from '../model/forwards.ts'
import { compareHolds } from '../model/holds.ts'
import { compareMargin, compareMarginAccounts } from '../model/margin.ts'
import { compareRevenue, compareRevenueAccounts } from '../model/revenue.ts'
import { compareJobs, comparePayments, compareTrades, compareWatches } from '../model/ways-forward.ts'
import { keepBatch } from '../play/batches.ts'
import { createReader } from '../read/reader.ts'
import type { Inbound } from '../read/resources.ts'
import type { World } from '../world.ts'
import { creditFacts } from './credit-facts.ts'
import { compareStatements } from './statements.ts'
import { storedBooks } from './stored.ts'

/** The nightly comparison of the service with the model. */
export function createNight(world: World, client: pg.Client, chance: Chance) {
  const reader = createReader(world)
  const stored = storedBooks(client)
  let month = ''
  let deadlocks = 0

  async function compare(day: string, isLast = false): Promise<Finding[]> {
    for (const [batchId, party] of world.batches) await keepBatch({ world, party, chance }, batchId)
    const books = await reader.read(day, isLast)
    adoptInbound(books)
    const [holds, jobs, costs] = [await stored.holds(), await stored.jobs(), await stored.costs()]
    const isMonthEnd = isLast || (month !== '' && month !== day.slice(0, 7))
    month = day.slice(0, 7)
    return [
      ...(await stored.laws(world.now)),
      ...compareBalances(books),
      ...compareHolds(books, holds),
      ...compareMargin(books),
      ...compareMarginAccounts(books, await stored.internal('margin')),
      ...compareWatches(books, jobs),
      ...compareExposure(books),
      ...compareContracts(books),
      ...compareRevenue(books, costs),
      ...compareRevenueAccounts(books, costs, await stored.internal('fx_revenue')),
      ...compareCredit(books, await creditFacts(world, books)),
      ...compareTrades(books, jobs),
      ...comparePayments(books, jobs),
      ...compareJobs(books, jobs),
      ...(await compareStatements(world, books, chance.branch(day), isMonthEnd)),
      ...(await newDeadlocks()),
      ...outcomesThatMustNotBe(world),
    ]
  }

  async function newDeadlocks(): Promise<Finding[]> {
    const now = await stored.deadlocks()
    const fresh = now - deadlocks
    deadlocks = now
    return fresh > 0 ? [finding('nothing waits for each other in a circle', `${now} so far`, 0, fresh)] : []
  }

  /**
   * Money in that was not sent by the simulation: what the seed booked, and what a pre-authorised debit collected. It
   * cannot be read over HTTP, so the transactions that name it stand for it.
   */
  function adoptInbound({ transactions, inbound }: Books): void {
    for (const { related, accountId, amount, currency, type } of [...transactions.values()].flat()) {
      if (related?.type !== 'InboundPayment' || type !== 'Deposit' || inbound.has(related.id)) continue
      const adopted: Inbound = {
        inboundPaymentId: related.id,
        entityId: null,
        accountId,
        amount,
        currency,
        status: 'Credited',
      }
      inbound.set(related.id, adopted)
    }
  }

  return {
    /** Reads what is there before anything is played. */
    async open(): Promise<void> {
      adoptInbound(await reader.read(world.now.toISOString().slice(0, 10)))
      deadlocks = await stored.deadlocks()
    },
    compare: (day: string) => compare(day),
    last: (day: string) => compare(day, true),
    async figures(): Promise<Record<string, number>> {
      return { ...(await stored.counts()), deadlocks: await stored.deadlocks() }
    },
  }
}

/** Outcomes in capitals are noted where the service did what it must not. */
const outcomesThatMustNotBe = ({ outcomes }: World): Finding[] =>
  [...outcomes.keys()]
    .filter((key) => /: [A-Z ]{5,}$/.test(key))
    .map((key) => finding('nobody gets what is refused', key, 'refused', 'done'))
