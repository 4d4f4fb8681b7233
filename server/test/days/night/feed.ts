import { type Finding, finding } from '../findings.ts'
import { pages } from '../read/reader.ts'
import type { Balance } from '../read/resources.ts'
import { isSame, type Party } from '../world.ts'
import type { Books } from '../model/books.ts'
import { minorOf } from '../model/money.ts'

interface Event {
  sequence: number
  type: string
  resource: { type: string; id: string; version: number }
  data?: Record<string, unknown>
  balance?: { booked: string; ledgerSequence: number }
  previous?: { status: string }
}

interface FeedPage {
  data: Event[]
  position: string
  nextCursor: string | null
}

/** Resources whose status a client follows. */
const FOLLOWED = ['trade', 'payment', 'internalTransfer']

/** Fields that change without a new version: a confirmation is issued when a client first asks for it. */
const BESIDE = new Set(['confirmationDocumentId'])

/**
 * A client that reads nothing but the feed of its entity: it knows balances, trades, payments and transfers from the events.
 * Before its first night it reads the balances once, as a client does that begins with an account in use.
 */
function createFeedReader(party: Party) {
  const balances = new Map<string, bigint>()
  const resources = new Map<string, Event>()
  const findings: Finding[] = []
  let last: number | undefined

  const found = (check: string, subject: string, expected: unknown, actual: unknown) =>
    void findings.push(finding(check, subject, expected, actual))

  function apply(event: Event): void {
    const { sequence, type, resource, data } = event
    if (last !== undefined && sequence !== last + 1) found('a feed has no gaps', party.name, last + 1, sequence)
    last = sequence
    if (resource.type === 'account') return applyEntry(event)
    if (!FOLLOWED.includes(resource.type)) return
    if (!data) return found('an event has its resource', `${type} ${sequence}`, 'data', 'nothing')
    if (type === 'internalTransfer.completed') applyTransfer(data)
    resources.set(resource.id, event)
  }

  function applyEntry({ sequence, type, resource, balance }: Event): void {
    if (!balance) return found('an entry has its balance', `${type} ${sequence}`, 'balance', 'nothing')
    balances.set(resource.id, minorOf(balance.booked))
  }

  function applyTransfer({ debitAccountId, creditAccountId, amount }: Record<string, unknown>): void {
    const minor = minorOf(amount as string)
    const change = (accountId: unknown, by: bigint) =>
      balances.set(accountId as string, (balances.get(accountId as string) ?? 0n) + by)
    change(debitAccountId, -minor)
    change(creditAccountId, minor)
  }

  async function catchUp(): Promise<void> {
    for (let more = true; more; ) {
      const after = last === undefined ? '' : `&after=${last}`
      const page = await party.maker.get<FeedPage>(`/v1/events?entityId=${party.entityId}&limit=500${after}`)
      for (const event of page.data) apply(event)
      more = page.nextCursor !== null
    }
  }

  function compareResource(kind: string, id: string, read: object): void {
    const event = resources.get(id)
    const { status } = read as { status: string }
    if (event?.data?.['status'] !== status)
      return found(`the feed tells the status of a ${kind}`, id, status, event?.data?.['status'])
    for (const [field, told] of Object.entries(event.data)) {
      if (BESIDE.has(field)) continue
      const asked = (read as Record<string, unknown>)[field]
      if (JSON.stringify(told) !== JSON.stringify(asked))
        found(
          `the feed shows a ${kind} as its read does`,
          `${id} ${field}`,
          JSON.stringify(asked),
          JSON.stringify(told),
        )
    }
  }

  return {
    /** Begins: takes over the balances, and all earlier events of the feed. */
    async begin(): Promise<void> {
      await catchUp()
      balances.clear()
      for (const balance of await pages<Balance>(party.maker, `/v1/balances?entityId=${party.entityId}`))
        balances.set(balance.accountId, minorOf(balance.booked))
    },
    /** Reads the new events and compares what they tell with what was read. */
    async compare(books: Books): Promise<Finding[]> {
      findings.length = 0
      await catchUp()
      for (const { accountId } of party.accounts) {
        const [told, read] = [balances.get(accountId) ?? 0n, minorOf(books.balances.get(accountId)!.booked)]
        if (told !== read) found('the feed tells every balance', accountId, read, told)
      }
      for (const [kind, read] of [
        ['trade', books.trades],
        ['payment', books.payments],
        ['internal transfer', books.transfers],
      ] as const)
        for (const [id, resource] of read) if (resource.entityId === party.entityId) compareResource(kind, id, resource)
      return [...findings]
    },
  }
}

/** Feed readers of all entities. */
export function createFeedReaders(parties: readonly Party[]) {
  const own = parties.filter((party, i) => parties.findIndex((other) => isSame(other, party)) === i)
  const readers = own.map(createFeedReader)
  return {
    begin: async () => void (await Promise.all(readers.map((reader) => reader.begin()))),
    compare: async (books: Books) => (await Promise.all(readers.map((reader) => reader.compare(books)))).flat(),
  }
}
