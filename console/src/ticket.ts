import { groupDigits } from '@cambist/sdk'
import { readAmount } from './amounts.ts'
import { field, fill, h, whileBusy } from './dom.ts'
import { dayText } from './format.ts'
import { explain, type Session } from './session.ts'

interface Order {
  sellCurrency: string
  buyCurrency: string
  fixedSide: 'Sell' | 'Buy'
  amount: string
}

interface Quote {
  quoteId: string
  rate: string
  currencyPair: string
  sellAmount: string
  sellCurrency: string
  buyAmount: string
  buyCurrency: string
  valueDate: string
  createdAt: string
  expiresAt: string
}

const ESTIMATE_AFTER_MS = 400

/** Asks for a price and books it: an estimate while typing, a firm quote on demand, booked before it expires. */
export function dealTicket(session: Session, onBooked: () => void): HTMLElement {
  const form = orderForm()
  const estimate = h('p', { class: 'estimate quiet', 'aria-live': 'polite' })
  const outcome = h('div', { 'aria-live': 'polite' })
  const ask = h('button', { class: 'primary', type: 'submit' }, 'Get a quote')
  const body = h('form', { class: 'ticket' }, ...form.elements, estimate, ask)

  const refresh = latestOnly(async (isLatest) => {
    const order = form.read()
    const text = typeof order === 'string' ? (form.isEmpty() ? '' : order) : await estimateText(session, order)
    if (isLatest()) fill(estimate, text)
  }, ESTIMATE_AFTER_MS)
  const quote = async () => {
    const order = form.read()
    if (typeof order === 'string') return fill(outcome, h('p', { class: 'alert' }, order))
    const answer = await session.api.spot.quote({ entityId: session.entityId, ...order })
    fill(outcome, quotePanel(answer, { book: () => book(answer), again: () => void run() }))
    outcome.querySelector<HTMLButtonElement>('button:not([hidden])')?.focus()
  }
  const book = async ({ quoteId }: Quote) => {
    const trade = await session.api.spot.book({ entityId: session.entityId, quoteId })
    const panel = bookedPanel(trade)
    fill(outcome, panel)
    panel.focus() // the focused button is gone
    onBooked()
  }
  const run = () =>
    whileBusy(ask, quote).catch((error: unknown) => fill(outcome, h('p', { class: 'alert' }, explain(error))))

  body.addEventListener('input', refresh)
  body.addEventListener('submit', (event) => {
    event.preventDefault()
    void run()
  })
  void loadCurrencies(session).then(form.offer, (error: unknown) =>
    fill(outcome, h('p', { class: 'alert' }, explain(error))),
  )
  return h('section', { class: 'card' }, h('h2', {}, 'New deal'), body, outcome)
}

async function loadCurrencies({ api, entityId }: Session): Promise<string[]> {
  const { data } = await api.accounts.list({ entityId, limit: 500 })
  return [...new Set(data.map(({ currency }) => currency))].toReversed() // oldest account first
}

/** The fields of an order; until they make one, `read` returns what is missing. */
function orderForm() {
  const sell = h('select', { name: 'sellCurrency' })
  const buy = h('select', { name: 'buyCurrency' })
  const amount = h('input', { name: 'amount', inputmode: 'decimal', autocomplete: 'off', placeholder: '1000.00' })
  const side = h(
    'select',
    { name: 'fixedSide' },
    h('option', { value: 'Sell' }, 'to sell'),
    h('option', { value: 'Buy' }, 'to buy'),
  )
  return {
    elements: [
      h('div', { class: 'pair' }, field('Sell', sell), field('Buy', buy)),
      h('div', { class: 'pair' }, field('Amount', amount), field('This is the amount', side)),
    ],
    offer: (currencies: string[]) => {
      for (const select of [sell, buy]) fill(select, ...currencies.map((code) => h('option', { value: code }, code)))
      sell.value = currencies.includes('EUR') ? 'EUR' : (currencies[0] ?? '')
      buy.value = currencies.find((code) => code !== sell.value) ?? ''
    },
    isEmpty: () => amount.value.trim() === '',
    read: (): Order | string => {
      const sum = readAmount(amount.value)
      if (sum === undefined) return 'Write the amount in digits, with a point before the decimals: 1234.50.'
      if (sell.value === buy.value) return 'Choose two different currencies.'
      return { sellCurrency: sell.value, buyCurrency: buy.value, fixedSide: side.value as 'Sell' | 'Buy', amount: sum }
    },
  }
}

/** Runs `work` after a pause; it can check if a newer run has begun since. */
function latestOnly(work: (isLatest: () => boolean) => Promise<void>, pauseMs: number): () => void {
  let run = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    const mine = ++run
    clearTimeout(timer)
    timer = setTimeout(() => void work(() => mine === run), pauseMs)
  }
}

async function estimateText({ api, entityId }: Session, order: Order): Promise<string> {
  try {
    const answer = await api.fx.estimateRate({ entityId, ...order })
    const other =
      order.fixedSide === 'Sell'
        ? `${groupDigits(answer.buyAmount)} ${answer.buyCurrency}`
        : `${groupDigits(answer.sellAmount)} ${answer.sellCurrency}`
    return `About ${other}, at ${answer.indicativeRate}`
  } catch (error) {
    return explain(error)
  }
}

function quotePanel(quote: Quote, act: { book: () => Promise<void>; again: () => void }): HTMLElement {
  const message = h('p', { role: 'alert', class: 'alert' })
  const left = h('span', { role: 'timer' }) // not announced each second
  const end = h('span', { role: 'status' })
  const book = h('button', { class: 'primary', type: 'button' }, 'Book it')
  const again = h('button', { type: 'button', hidden: true, onclick: act.again }, 'Quote again')
  const bar = h('div', { class: 'bar', 'aria-hidden': 'true' }, h('i'))
  const panel = h(
    'div',
    { class: 'quote' },
    amounts(quote),
    bar,
    h('p', { class: 'quiet small' }, left, end),
    message,
    h('div', { class: 'actions' }, book, again),
  )
  const offerAgain = () => {
    const hadFocus = [book, document.body].includes(document.activeElement as HTMLButtonElement)
    book.hidden = true
    again.hidden = false
    if (hadFocus) again.focus()
  }
  // How long it lives, not when it ends: the service's clock need not be this machine's.
  const life = Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)
  bar.style.setProperty('--life', `${life}ms`)
  countDown(life, panel, (seconds) => {
    if (seconds > 0) return fill(left, `Valid for ${seconds} s`)
    fill(left)
    fill(end, 'Expired')
    offerAgain()
  })
  book.addEventListener('click', () => {
    void whileBusy(book, act.book).catch((error: unknown) => {
      fill(message, explain(error))
      offerAgain()
    })
  })
  return panel
}

/** Calls `tick` with the remaining whole seconds, until zero or until the element leaves the page. */
function countDown(lifeMs: number, element: HTMLElement, tick: (seconds: number) => void): void {
  const end = performance.now() + lifeMs
  const step = () => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    tick(seconds)
    if (seconds === 0 || (!element.isConnected && seconds * 1000 < lifeMs - 1000)) clearInterval(timer)
  }
  const timer = setInterval(step, 250)
  step()
}

const amounts = (deal: Omit<Quote, 'quoteId' | 'createdAt' | 'expiresAt'>) =>
  h(
    'dl',
    {},
    h('dt', {}, 'You sell'),
    h('dd', { class: 'amount' }, `${groupDigits(deal.sellAmount)} ${deal.sellCurrency}`),
    h('dt', {}, 'You buy'),
    h('dd', { class: 'amount' }, `${groupDigits(deal.buyAmount)} ${deal.buyCurrency}`),
    h('dt', {}, 'Rate'),
    h('dd', {}, `${deal.rate} ${deal.currencyPair}`),
    h('dt', {}, 'Value date'),
    h('dd', {}, dayText(deal.valueDate)),
  )

const bookedPanel = (trade: Omit<Quote, 'quoteId' | 'createdAt' | 'expiresAt'> & { tradeId: string }) =>
  h(
    'div',
    { class: 'quote booked', tabindex: '-1' },
    h('p', {}, h('b', {}, 'Booked.')),
    amounts(trade),
    h('p', { class: 'id' }, trade.tradeId),
  )
