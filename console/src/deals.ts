import { groupDigits } from '@cambist/sdk'
import { fill, h } from './dom.ts'
import { dayText, words } from './format.ts'
import type { Session } from './session.ts'
import { pagedTable, stateMark, table } from './table.ts'
import { dealTicket } from './ticket.ts'

const PAGE = 20

/** The deal ticket, and the trades booked so far. */
export function dealsView(session: Session): HTMLElement {
  const list = h('section', { class: 'card' })
  const refresh = () => showTrades(session, list)
  void refresh()
  return h(
    'div',
    { class: 'view' },
    h('h1', {}, 'Deals'),
    h(
      'div',
      { class: 'columns' },
      dealTicket(session, () => void refresh()),
      list,
    ),
  )
}

async function showTrades(session: Session, target: HTMLElement): Promise<void> {
  fill(target, h('h2', {}, 'Trades'))
  await pagedTable(target, async (after) => {
    const page = await session.api.trades.list({ entityId: session.entityId, limit: PAGE, ...(after && { after }) })
    return { rows: tradeTable(page.data), next: page.nextCursor }
  })
}

interface Trade {
  valueDate: string
  sellAmount: string
  sellCurrency: string
  buyAmount: string
  buyCurrency: string
  rate: string
  currencyPair: string
  status: string
}

const tradeTable = (rows: Trade[]) =>
  table(
    'Trades, newest first',
    rows,
    [
      ['Value date', (row) => dayText(row.valueDate)],
      ['Sold', (row) => `${groupDigits(row.sellAmount)} ${row.sellCurrency}`, 'number'],
      ['Bought', (row) => `${groupDigits(row.buyAmount)} ${row.buyCurrency}`, 'number'],
      ['Rate', (row) => h('span', {}, row.rate, ' ', h('span', { class: 'quiet small' }, row.currencyPair)), 'number'],
      ['Status', (row) => stateMark(row.status, words(row.status))],
    ],
    'No deals yet. Request a quote, and book it.',
  )
