import type { BenchContext } from './context.ts'
import { openBook } from './forwards.ts'
import { median } from './load.ts'
import type { BenchEntity } from './population.ts'
import type { Figure } from './report.ts'

/** Size ratio of the large book to the smaller one. */
const PART = 10
const MOST_A_PAGE = 500

/**
 * Mark-to-market of many open forwards: all in one call, streamed; all in pages; by currency pair; and as a margin run.
 * Each against a tenth of the forwards: a ratio of 10 is cost in proportion.
 */
export async function mtmFigures(context: BenchContext, forwards: number): Promise<Figure[]> {
  const { server } = context
  const part = Math.ceil(forwards / PART)
  const small = { entity: await openBook(context, part), forwards: part }
  const large = { entity: await openBook(context, forwards), forwards }
  const figures: Figure[] = []
  for (const each of cases(forwards)) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round <= context.rounds; round++) {
      context.progress(`${each.name}, round ${round} of ${context.rounds}`)
      const [one, other] = [await timed(server.port, small, each), await timed(server.port, large, each)]
      if (round === 0) continue // warm
      times.small.push(one)
      times.large.push(other)
    }
    const whole = median(times.large)
    const ratio = median(times.large.map((time, i) => time / times.small[i]!))
    figures.push({
      name: each.name,
      value: whole / 1000,
      unit: 's',
      note: `${ratio.toFixed(1)} times as long as ${part.toLocaleString('en')} forwards; ${((whole * 1000) / forwards).toFixed(1)} µs each`,
    })
  }
  return figures
}

interface Book {
  entity: BenchEntity
  forwards: number
}

type Ask = (path: string, init?: { accept?: string; body?: string }) => Promise<string>

interface Case {
  name: string
  /** Has all forwards valued; answers how many were. */
  run: (ask: Ask, book: Book) => Promise<number>
}

const cases = (forwards: number): Case[] => {
  const many = `${forwards.toLocaleString('en')} open forwards`
  const trades = ({ wireId }: BenchEntity) => `/v1/credit/mtm/trades?entityId=${wireId}`
  return [
    {
      name: `MTM of ${many} in one call, streamed`,
      async run(ask, { entity }) {
        const lines = await ask(trades(entity), { accept: 'application/x-ndjson' })
        return lines.trimEnd().split('\n').length - 1 // the last has the totals
      },
    },
    {
      name: `MTM of ${many} in pages of ${MOST_A_PAGE}`,
      async run(ask, { entity }) {
        let valued = 0
        let cursor: string | null = ''
        while (cursor !== null) {
          const after: string = cursor === '' ? '' : `&after=${encodeURIComponent(cursor)}`
          const page: Page = JSON.parse(await ask(`${trades(entity)}&limit=${MOST_A_PAGE}${after}`)) as Page
          valued += page.data.length
          cursor = page.nextCursor
        }
        return valued
      },
    },
    {
      name: `The first page of ${many}, with the totals of all`,
      async run(ask, { entity, forwards: all }) {
        const { totals } = JSON.parse(await ask(trades(entity))) as Page
        return totals.length > 0 ? all : 0
      },
    },
    {
      name: `MTM of ${many} by currency pair`,
      async run(ask, { entity, forwards: all }) {
        const { data } = JSON.parse(await ask(`/v1/credit/mtm/currency-pairs?entityId=${entity.wireId}`)) as Page
        return data.length === 3 ? all : 0
      },
    },
    {
      name: `A margin run over ${many}, none called`,
      async run(ask, { forwards: all }) {
        const { runs, issued } = JSON.parse(await ask('/v1/sandbox/margin-runs', { body: '{}' })) as MarginRuns
        return runs[0]?.snapshotId && issued.length === 0 ? all : 0
      },
    },
  ]
}

interface Page {
  data: unknown[]
  nextCursor: string | null
  totals: unknown[]
}
interface MarginRuns {
  runs: { snapshotId: string | null }[]
  issued: unknown[]
}

/** Milliseconds. @throws Error when not all forwards were valued */
async function timed(port: number, book: Book, { name, run }: Case): Promise<number> {
  const ask: Ask = async (path, { accept = 'application/json', body } = {}) => {
    const headers = { authorization: `Bearer ${book.entity.token}`, accept, 'content-type': 'application/json' }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`)
    return text
  }
  const began = performance.now()
  const valued = await run(ask, book)
  const ms = performance.now() - began
  if (valued !== book.forwards) throw new Error(`${name}: ${valued} of ${book.forwards} were valued`)
  return ms
}
