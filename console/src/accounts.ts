import { groupDigits } from '@cambist/sdk'
import { fill, h } from './dom.ts'
import { dayText, ibanText, words } from './format.ts'
import type { Session } from './session.ts'
import { explain } from './session.ts'
import { pagedTable, table } from './table.ts'

const PAGE = 20

type Balance = Awaited<ReturnType<typeof readBalances>>[number]

/** The balances of all accounts with the names of these, the oldest account first. */
async function readBalances({ api, entityId }: Session) {
  const query = { entityId, limit: 500 }
  const [balances, accounts] = await Promise.all([api.balances.list(query), api.accounts.list(query)])
  const names = new Map(accounts.data.map(({ accountId, friendlyName, name }) => [accountId, friendlyName ?? name]))
  return balances.data
    .map((balance) => ({ ...balance, name: names.get(balance.accountId) ?? balance.currency }))
    .toReversed()
}

/** Accounts with their balances; choosing one shows its transactions. */
export function accountsView(session: Session): HTMLElement {
  const cards = h('div', { class: 'cards', role: 'group', 'aria-label': 'Accounts' })
  const details = h('section', { class: 'card' })
  const shown = h('p', { class: 'unseen', role: 'status' })
  let chosen: string | undefined

  const choose = (balance: Balance) => {
    chosen = balance.accountId
    for (const card of cards.children) card.setAttribute('aria-pressed', String(card.id === chosen))
    void showChosen(balance)
  }
  const showChosen = async (balance: Balance) => {
    await showTransactions(session, details, balance)
    if (chosen === balance.accountId) fill(shown, `Transactions of ${balance.name}, ${balance.currency}`)
  }
  const load = async () => {
    const balances = await readBalances(session)
    fill(cards, ...balances.map((balance) => accountCard(balance, () => choose(balance))))
    const first = balances.find(({ accountId }) => accountId === chosen) ?? balances[0]
    if (first) choose(first)
    else fill(details, h('p', { class: 'empty' }, 'This entity has no accounts.'))
  }
  void load().catch((error: unknown) => fill(details, h('p', { class: 'alert', role: 'alert' }, explain(error))))
  return h('div', { class: 'view' }, h('h1', {}, 'Accounts'), cards, shown, details)
}

function accountCard(balance: Balance, onclick: () => void): HTMLElement {
  const { accountId, name, currency, booked, available } = balance
  const held = booked !== available
  return h(
    'button',
    { class: 'account', type: 'button', id: accountId, 'aria-pressed': 'false', onclick },
    h('span', { class: 'currency' }, currency),
    h('span', { class: 'name' }, name),
    h('span', { class: 'amount' }, ...breakable(groupDigits(available))),
    h('span', { class: 'quiet small' }, held ? `available of ${groupDigits(booked)}` : 'available'),
  )
}

/** Lets a long amount break after its separators. */
const breakable = (amount: string) => amount.split(/(?<=,)/).flatMap((part) => [part, h('wbr')])

async function showTransactions(
  session: Session,
  target: HTMLElement,
  { accountId, name, currency, iban }: Balance,
): Promise<void> {
  fill(
    target,
    h('h2', {}, h('bdi', {}, name), `, ${currency}: transactions`),
    h('p', { class: 'id' }, ibanText(iban), ' · ', accountId),
  )
  await pagedTable(target, async (after) => {
    const page = await session.api.transactions.list({ accountId, limit: PAGE, ...(after && { after }) })
    return { rows: transactionTable(page.data), next: page.nextCursor }
  })
}

interface Transaction {
  valueDate: string | null
  type: string
  description: string | null
  creditOrDebit: string
  amount: string
  runningBalance: string | null
}

const transactionTable = (rows: Transaction[]) =>
  table(
    'Transactions, newest first',
    rows,
    [
      ['Value date', (row) => row.valueDate && dayText(row.valueDate)],
      [
        'Description',
        (row) => h('span', {}, h('b', {}, words(row.type)), ' ', h('span', { class: 'quiet' }, row.description)),
        'wide',
      ],
      ['Amount', (row) => signedAmount(row), 'number'],
      ['Balance', (row) => row.runningBalance && groupDigits(row.runningBalance), 'number'],
    ],
    'Nothing has moved on this account yet.',
  )

const signedAmount = ({ creditOrDebit, amount }: Transaction) =>
  creditOrDebit === 'Credit'
    ? h('span', { class: 'credit' }, `+${groupDigits(amount)}`)
    : h('span', {}, `−${groupDigits(amount)}`)
