import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { CALL_STATUSES, canCall } from '../../src/credit/margin/rules.ts'
import { MAGIC_VALUES } from '../../src/sim/sandbox/magic-values.ts'
import { forwardMoves } from '../../src/fx/forwards/record/lifecycle.ts'
import { orderMoves } from '../../src/fx/orders/lifecycle.ts'
import { tradeMoves } from '../../src/fx/trades/lifecycle.ts'
import { SpotQuote } from '../../src/fx/quotes/index.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { accountAccessCan, paymentCan } from '../../src/open-banking/consents/possible.ts'
import { SCHEMES } from '../../src/payments/schemes/index.ts'

/** Tests the pages of the site against the source they describe. */
const root = path.join(serverDirectory, '..')
const read = (page: string) => readFileSync(path.join(root, 'docs', `${page}.md`), 'utf8')
const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace(/\.md$/, ''))

test('every page is in the navigation of the site, once', async () => {
  const { GROUPS } = (await import('../../../site/pages.mjs' as string)) as {
    GROUPS: { pages: Record<string, string> }[]
  }
  const listed = GROUPS.flatMap((group) => Object.keys(group.pages))
  const outside = ['README', 'index']
  const expected = pages.filter(
    (page) => !outside.includes(page) && (page === 'decisions/README' || !page.startsWith('decisions/')),
  )
  expect(listed.toSorted()).toEqual(expected.toSorted())
})

/** The arrows of the diagrams of a page, by title. */
function arrowsOf(page: string): Record<string, string[]> {
  const diagrams = [...read(page).matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)
  return Object.fromEntries(
    diagrams.map((text) => [
      /accTitle: (.+)/.exec(text)![1]!,
      [...text.matchAll(/^\s*(\w+) --> (\w+)/gm)].map(([, from, to]) => `${from} --> ${to}`),
    ]),
  )
}

const arrows = (moves: object): string[] =>
  Object.values(moves as Record<string, { from: readonly string[]; to: string }>).flatMap(({ from, to }) =>
    from.map((each) => `${each} --> ${to}`),
  )

describe('each arrow of a diagram is a step that the service takes', () => {
  const trades = arrowsOf('concepts/quotes-and-trades')

  test.each([
    ['Life cycle of a trade that settles', tradeMoves],
    ['Life cycle of a forward', forwardMoves],
  ])('%s', (title, moves) => {
    expect(trades[title]!.length).toBeGreaterThan(5)
    expect(trades[title]!.filter((arrow) => !arrows(moves).includes(arrow))).toEqual([])
  })

  const RESULTS = { authorise: 'AUTH', reject: 'RJCT', revoke: 'CANC', use: 'COND' } as const
  test.each([
    ['Life cycle of an account access consent', { ...accountAccessCan, use: [] }],
    ['Life cycle of a payment consent', paymentCan],
  ])('%s', (title, can: Record<string, readonly string[]>) => {
    const steps = Object.entries(can).flatMap(([act, from]) =>
      from.map((each) => `${each} --> ${RESULTS[act as keyof typeof RESULTS]}`),
    )
    const again = 'AUTH --> AUTH'
    const shown = arrowsOf('concepts/consents')[title]!
    expect(shown.toSorted()).toEqual([...steps.filter((step) => step !== again), 'AUTH --> EXPD'].toSorted())
  })
})

test('the diagram of a margin call shows each step that a call can take, and no other', () => {
  const RESULTS = { settle: 'Met', becomeOverdue: 'Overdue', cancel: 'Cancelled', release: 'Released' } as const
  const steps = Object.entries(RESULTS).flatMap(([move, to]) =>
    CALL_STATUSES.filter((from) => canCall(from, move as keyof typeof RESULTS)).map((from) => `${from} --> ${to}`),
  )
  const shown = arrowsOf('concepts/credit-and-margin')['Life cycle of a margin call']!
  // A part that is paid changes the state of an issued call only.
  expect(shown.toSorted()).toEqual([...steps, 'Issued --> PartlyMet'].toSorted())
})

test('the diagram of an order shows each step that an order can take, and no other', () => {
  const shown = arrowsOf('concepts/quotes-and-trades')['Life cycle of an order']!
  expect(shown.toSorted()).toEqual(arrows(orderMoves).toSorted())
})

test('the diagram of a quote shows the states of quotes', () => {
  const shown = arrowsOf('concepts/quotes-and-trades')['Life cycle of a quote']!
  const [initial, ...ends] = (SpotQuote.properties.status as unknown as { enum: string[] }).enum
  expect(shown.toSorted()).toEqual(ends.map((end) => `${initial} --> ${end}`).toSorted())
})

test('the magic values of the sandbox page are those of the sandbox', () => {
  const shown = [...read('sandbox').matchAll(/^\| `(#[^`]+)` \| (reference|payee name) \|/gm)]
  const place = { PaymentReference: 'reference', PayeeName: 'payee name' } as const
  expect(shown.map(([, value, where]) => `${value} ${where}`)).toEqual(
    MAGIC_VALUES.map(({ value, where }) => `${value} ${place[where]}`),
  )
})

test('the cut-offs of schemes are those of the schemes', () => {
  const shown = [...read('concepts/funding-and-cut-offs').matchAll(/^\| ([^|]+) \| (\d\d:\d\d \w+\/\w+) \|$/gm)]
  const expected = Object.values(SCHEMES).flatMap(({ title, cutOff }) =>
    cutOff ? [`${title}: ${cutOff.time} ${cutOff.zone}`] : [],
  )
  expect(shown.map(([, title, cutOff]) => `${title}: ${cutOff}`).toSorted()).toEqual(expected.toSorted())
})
