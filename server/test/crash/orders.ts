import type { Chance } from './chance.ts'
import type { Client, Command, Who } from './client.ts'
import { amountOf, CURRENCIES, type Stage } from './stage.ts'

/** The resource that a command makes: its table, and its id on the wire. */
export const KINDS = {
  transfer: {
    table: 'internal_transfers',
    column: 'internal_transfer_id',
    prefix: 'ift',
    id: 'internalAccountTransferId',
    path: '/v1/internal-account-transfers',
  },
  // Those of a batch are looked at with it.
  payment: {
    table: 'payments where batch_id is null',
    column: 'payment_id',
    prefix: 'pay',
    id: 'paymentId',
    path: '/v1/payments',
  },
  batch: { table: 'payment_batches', column: 'batch_id', prefix: 'bat', id: 'batchId', path: '/v1/payment-batches' },
  quote: { table: 'fx_quotes', column: 'quote_id', prefix: 'quo', id: 'quoteId', path: '/v1/fx/quotes/spot' },
  trade: { table: 'fx_trades', column: 'trade_id', prefix: 'trd', id: 'tradeId', path: '/v1/fx/trades/spot' },
  inbound: {
    table: 'inbound_payments',
    column: 'inbound_payment_id',
    prefix: 'inp',
    id: 'inboundPaymentId',
    path: '/v1/sandbox/inbound-payments',
  },
} as const
export type Kind = keyof typeof KINDS

export type Order = Command & { kind: Kind | 'clock' }

/** Draws orders; each has a key of its own, except half of the quotes, which are stored another way without. */
export function orderBook(client: Pick<Client, 'entityId'>, stage: Stage, chance: Chance, name: string) {
  let count = 0
  const key = () => `${name}-${count++}`
  const order = (kind: Kind, who: Who, body: object): Order => ({ kind, who, path: KINDS[kind].path, body, key: key() })
  const account = (who: Who, currency: string) =>
    chance.pick(stage.accounts.filter((each) => each.who === who && each.currency === currency)).accountId
  const who = () => chance.pick(['rm', 'abs'] as const)
  const amount = (mostMinor: number) => amountOf(chance.int(100, mostMinor))

  function transfer(): Order {
    const currency = chance.pick(CURRENCIES)
    const pair = stage.accounts.filter((each) => each.who === 'abs' && each.currency === currency)
    const [debit, credit] = chance.shuffle(pair)
    const accounts = { debitAccountId: debit!.accountId, creditAccountId: credit!.accountId }
    const isTooMuch = chance.happens(3) // refused, and the refusal is remembered too
    const sum = isTooMuch ? '99999999.00' : amount(50_000)
    return order('transfer', 'abs', { entityId: client.entityId('abs'), ...accounts, amount: sum, reference: key() })
  }

  function payment(): Order {
    const by = chance.happens(70) ? 'rm' : 'abs'
    return order('payment', by, paymentOf(by))
  }

  /** Some have an item that cannot be paid: a strict one is then rejected, a partial one goes without it. */
  function batch(): Order {
    const by = who()
    const items = Array.from({ length: chance.int(2, 12) }, () => paymentOf(by))
    const last = { ...paymentOf(by), ...(chance.happens(40) ? { amount: '0' } : {}) }
    return order('batch', by, { mode: chance.pick(['Strict', 'Partial']), items: [...items, last] })
  }

  function paymentOf(by: Who) {
    const currency = chance.pick(['GBP', 'EUR'] as const)
    const reference = `${chance.happens(15) ? '#FAIL:AC01' : chance.happens(15) ? '#RETURN' : 'Invoice'} ${count}`
    const way = { beneficiaryId: stage.payees[by][currency], paymentDate: stage.today, reference }
    const inEuros = currency === 'EUR' ? { speed: 'Instant', verificationId: stage.verified[by] } : {}
    return { accountId: account(by, currency), amount: amount(20_000), currency, ...way, ...inEuros }
  }

  function quote(): Order {
    const by = who()
    const [buyCurrency, sellCurrency] = chance.shuffle(CURRENCIES)
    const sides = { buyCurrency, sellCurrency, fixedSide: chance.pick(['Buy', 'Sell']), amount: amount(100_000) }
    const valueDate = chance.happens(50) ? { valueDate: stage.spotDate } : {} // else today: settled at once
    const { key: made, ...unkeyed } = order('quote', by, { entityId: client.entityId(by), ...sides, ...valueDate })
    return chance.happens(50) ? { ...unkeyed, key: made! } : unkeyed
  }

  function inbound(): Order {
    const [by, currency] = [who(), chance.pick(CURRENCIES)]
    return order('inbound', by, {
      accountId: account(by, currency),
      amount: amount(200_000),
      currency,
      reference: key(),
    })
  }

  return {
    next(): Order {
      const drawn = chance.int(1, 100)
      if (drawn <= 48) return transfer()
      if (drawn <= 67) return payment()
      if (drawn <= 71) return batch()
      return drawn <= 87 ? quote() : inbound()
    },
    booking: (by: Who, quoteId: string): Order => order('trade', by, { entityId: client.entityId(by), quoteId }),
  }
}
