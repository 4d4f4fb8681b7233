import type pg from 'pg'
import type { Chance } from '../../crash/chance.ts'
import { type Finding, finding } from '../findings.ts'
import { compareAmendments } from '../model/amendments.ts'
import { compareBalances } from '../model/balances.ts'
import type { Books } from '../model/books.ts'
import { compareCredit } from '../model/credit.ts'
import { compareContracts, compareExposure } from '../model/forwards.ts'
import { createFeedReaders } from './feed.ts'
import { compareHolds } from '../model/holds.ts'
import { compareLetters } from '../model/letters.ts'
import { compareMargin, compareMarginAccounts } from '../model/margin.ts'
import { compareReceipts } from '../model/receipts.ts'
import { compareRevenue, compareRevenueAccounts } from '../model/revenue.ts'
import { compareJobs, comparePayments, compareTrades, compareWatches } from '../model/ways-forward.ts'
import { keepBatch } from '../play/batches.ts'
import { createReader } from '../read/reader.ts'
import type { World } from '../world.ts'
import { creditFacts } from './credit-facts.ts'
import { compareGroup } from './group.ts'
import { noteStates } from './states.ts'
import { compareStatements } from './statements.ts'
import { storedBooks } from './stored.ts'

/** The nightly comparison of the service with the model. */
export function createNight(world: World, client: pg.Client, chance: Chance) {
  const reader = createReader(world)
  const stored = storedBooks(client)
  const feeds = createFeedReaders(world.parties)
  let month = ''
  let deadlocks = 0
  let nights = 0
  let compared: Date | undefined

  async function compare(day: string, isLast = false): Promise<Finding[]> {
    for (const [batchId, party] of world.batches) await keepBatch({ world, party, chance }, batchId)
    const books = await reader.read(day, isLast)
    nights++
    noteStates(world, books)
    const [holds, jobs, costs] = [await stored.holds(), await stored.jobs(), await stored.costs()]
    const isMonthEnd = isLast || (month !== '' && month !== day.slice(0, 7))
    month = day.slice(0, 7)
    return [
      ...(await stored.laws(world.now)),
      ...(await stored.ahead()),
      ...compareReceipts(books, world.announced),
      ...compareBalances(books),
      ...(await feeds.compare(books)),
      ...compareHolds(books, holds),
      ...compareMargin(books),
      ...compareMarginAccounts(books, await stored.internal('margin')),
      ...compareLetters(books, world.letters),
      ...compareWatches(books, jobs),
      ...compareExposure(books),
      ...compareContracts(books),
      ...compareAmendments(books),
      ...compareRevenue(books, costs),
      ...compareRevenueAccounts(books, costs, await stored.internal('fx_revenue')),
      ...compareCredit(books, await creditFacts(world, books)),
      ...compareTrades(books, jobs),
      ...comparePayments(books, jobs),
      ...compareJobs(books, jobs),
      ...(await compareStatements(world, books, chance.branch(day), isMonthEnd)),
      ...(await compareListsOfGroup(isMonthEnd)),
      ...(await newDeadlocks()),
      ...outcomesThatMustNotBe(world),
    ]
  }

  /** Compares the group's lists: every third night the changes, at the end of a month everything. */
  async function compareListsOfGroup(isAll: boolean): Promise<Finding[]> {
    if (!isAll && nights % 3 !== 0) return []
    const since = isAll ? undefined : compared
    compared = new Date(world.now.getTime() - 3_600_000)
    return compareGroup(world, since)
  }

  async function newDeadlocks(): Promise<Finding[]> {
    const now = await stored.deadlocks()
    const fresh = now - deadlocks
    deadlocks = now
    return fresh > 0 ? [finding('nothing waits for each other in a circle', `${now} so far`, 0, fresh)] : []
  }

  /** Adopts the seed's bookings from before the run: the transactions that name a seeded object represent it. */
  function adoptSeed({ transactions, inbound }: Books): void {
    for (const { related, accountId, amount, currency, type } of [...transactions.values()].flat()) {
      if (related?.type !== 'InboundPayment' || type !== 'Deposit' || inbound.has(related.id)) continue
      const origin = { inboundPaymentId: related.id, entityId: null, accountId }
      inbound.set(related.id, { ...origin, amount, currency, status: 'Credited' })
    }
  }

  return {
    /** Reads the initial state before the run. */
    async open(): Promise<void> {
      adoptSeed(await reader.read(world.now.toISOString().slice(0, 10)))
      await feeds.begin()
      deadlocks = await stored.deadlocks()
    },
    /** Checks that run directly after a restart of the server. */
    afterStart: () => stored.ahead(),
    compare: (day: string) => compare(day),
    last: (day: string) => compare(day, true),
    async figures(): Promise<Record<string, number>> {
      return { nights, ...(await stored.counts()), deadlocks: await stored.deadlocks() }
    },
  }
}

/** Returns outcomes in capitals, which mark forbidden results. */
const outcomesThatMustNotBe = ({ outcomes }: World): Finding[] =>
  [...outcomes.keys()]
    .filter((key) => /: [A-Z ]{5,}$/.test(key))
    .map((key) => finding('nobody gets what is refused', key, 'refused', 'done'))
