import type { Cambist } from '@cambist/sdk'
import { Command, Option } from 'commander'
import { ownEntityId, take } from '../accounts.ts'
import { withClient } from '../connect.ts'
import { currencyArgument, dryRunOption, dryRunQuery, limitOption } from '../options.ts'
import { grouped, minute, printList, printOne } from '../output.ts'

/** quote, book, trades. */
export const fxCommands = () => [quote(), book(), trades()]

interface QuoteOptions {
  fixed: 'Sell' | 'Buy'
  valueDate?: string
  estimate?: boolean
  book?: boolean
}

const quote = () =>
  new Command('quote')
    .description('a price for selling one currency and buying another')
    .argument('<sell>', 'currency to sell', currencyArgument)
    .argument('<buy>', 'currency to buy', currencyArgument)
    .argument('<amount>', 'amount to sell; with --fixed Buy, amount to buy')
    .addOption(new Option('--fixed <side>', 'side of the amount').choices(['Sell', 'Buy']).default('Sell'))
    .option('--value-date <date>', 'value date (default: the earliest)')
    .option('--estimate', 'show an indicative rate that cannot be booked')
    .option('--book', 'book the quote immediately')
    .addHelpText(
      'after',
      '\nExamples:\n  cambist quote EUR GBP 1000\n  cambist quote EUR USD 250 --fixed Buy --estimate\n  cambist quote EUR GBP 1000 --book',
    )
    .action((sellCurrency: string, buyCurrency: string, amount: string, options: QuoteOptions, command: Command) =>
      withClient(command, async (api, entity) => {
        const { fixed: fixedSide, valueDate } = options
        const request = { sellCurrency, buyCurrency, amount, fixedSide, ...(valueDate && { valueDate }) }
        if (options.estimate) return printEstimate(command, api, request)
        const entityId = await ownEntityId(api, entity)
        const answer = await api.post('/v1/fx/quotes/spot', { body: { entityId, ...request } })
        if (options.book) return bookQuote(command, api, { entityId, quoteId: answer.quoteId })
        printOne(command, answer, [
          ['Quote', answer.quoteId],
          ['Sell', `${grouped(answer.sellAmount)} ${answer.sellCurrency}`],
          ['Buy', `${grouped(answer.buyAmount)} ${answer.buyCurrency}`],
          ['Rate', `${answer.rate} ${answer.currencyPair}`],
          ['Value date', answer.valueDate],
          ['Expires', answer.expiresAt],
          ['Book it', `cambist book ${answer.quoteId}`],
        ])
      }),
    )

interface QuoteRequest {
  sellCurrency: string
  buyCurrency: string
  amount: string
  fixedSide: 'Sell' | 'Buy'
  valueDate?: string
}

async function printEstimate(command: Command, api: Cambist, query: QuoteRequest): Promise<void> {
  const answer = await api.get('/v1/fx/quotes/estimate', { params: { query } })
  printOne(command, answer, [
    ['Sell', `${grouped(answer.sellAmount)} ${answer.sellCurrency}`],
    ['Buy', `${grouped(answer.buyAmount)} ${answer.buyCurrency}`],
    ['Rate', `${answer.indicativeRate} ${answer.currencyPair}, indicative`],
    ['Value date', answer.valueDate],
    ['As of', answer.asOf],
  ])
}

const book = () =>
  new Command('book')
    .description('book a quote before it expires')
    .argument('<quote>', 'quote id')
    .option('--client-reference <text>', 'your own reference, unique among your trades')
    .addOption(dryRunOption())
    .addHelpText('after', '\nExample:\n  cambist book quo_… --client-reference order-4711')
    .action((quoteId: string, options: { clientReference?: string; dryRun?: boolean }, command: Command) =>
      withClient(command, async (api, entity) => {
        const { dryRun, clientReference } = options
        const entityId = await ownEntityId(api, entity)
        await bookQuote(command, api, { entityId, quoteId, ...(clientReference && { clientReference }) }, dryRun)
      }),
    )

interface Booking {
  entityId: string
  quoteId: string
  clientReference?: string
}

async function bookQuote(command: Command, api: Cambist, body: Booking, dryRun?: boolean): Promise<void> {
  printTrade(command, await api.post('/v1/fx/trades/spot', { params: dryRunQuery(dryRun), body }))
}

const trades = () =>
  new Command('trades')
    .description('your trades, newest first, or one of them')
    .argument('[trade]', 'trade id')
    .option('--status <status>', 'Executed, AwaitingFunds, Settled, …')
    .addOption(limitOption())
    .addHelpText('after', '\nExamples:\n  cambist trades --status Settled\n  cambist trades trd_…')
    .action((tradeId: string | undefined, { limit, status }: { limit: number; status?: string }, command: Command) =>
      withClient(command, async (api, entity) => {
        if (tradeId)
          return printTrade(command, await api.get('/v1/fx/trades/{tradeId}', { params: { path: { tradeId } } }))
        const query = { ...(entity && { entityId: entity }), ...(status && { status: status as never }) }
        const rows = await take(api.list('/v1/fx/trades', { params: { query } }), limit)
        printList(
          command,
          rows,
          [
            ['Booked', (row) => minute(row.createdAt)],
            ['Value', (row) => row.valueDate],
            ['Sell', (row) => grouped(row.sellAmount), 'right'],
            ['', (row) => row.sellCurrency],
            ['Buy', (row) => grouped(row.buyAmount), 'right'],
            ['', (row) => row.buyCurrency],
            ['Rate', (row) => row.rate, 'right'],
            ['Status', (row) => row.status],
            ['Trade', (row) => row.tradeId],
          ],
          'No trades.',
        )
      }),
    )

interface Trade {
  tradeId: string
  status: string
  sellAmount: string
  sellCurrency: string
  buyAmount: string
  buyCurrency: string
  rate: string
  currencyPair: string
  valueDate: string
  clientReference?: string | null
}

const printTrade = (command: Command, trade: Trade) =>
  printOne(command, trade, [
    ['Trade', trade.tradeId],
    ['Status', trade.status],
    ['Sell', `${grouped(trade.sellAmount)} ${trade.sellCurrency}`],
    ['Buy', `${grouped(trade.buyAmount)} ${trade.buyCurrency}`],
    ['Rate', `${trade.rate} ${trade.currencyPair}`],
    ['Value date', trade.valueDate],
    ['Your reference', trade.clientReference],
  ])
