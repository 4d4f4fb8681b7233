import { groupDigits } from '@cambist/sdk'
import { Command, Option } from 'commander'
import { withClient } from '../connection/connect.ts'
import { findAccountId, findEntityId } from '../connection/entities.ts'
import { print } from '../output/print.ts'

/** Commands for what is done most, with fewer words than the operations they use. */
export const shortcutCommands = (): Command[] =>
  [fund(), quote(), book(), pay(), transfer()].map((command) => command.helpGroup('Shortcuts:'))

/** Returns a currency code in the form of the service. */
const currencyArgument = (text: string): string => text.toUpperCase()

const dryRunOption = () => new Option('--dry-run', 'run all checks, store nothing')

const dryRunOf = ({ dryRun }: { dryRun?: boolean }) => (dryRun ? { dryRun: true } : {})

const fund = () =>
  new Command('fund')
    .description('credit an incoming payment to an account of a sandbox')
    .argument('<amount>', 'amount, for example 10000.00')
    .argument('<currency>', 'currency of the account', currencyArgument)
    .option('--account <account>', 'account id (default: the default account of the currency)')
    .option('--reference <text>', 'reference from the payer')
    .addHelpText('after', '\nExample:\n  cambist fund 10000 EUR')
    .action((amount: string, currency: string, options: { account?: string; reference?: string }, command: Command) =>
      withClient(command, async (api, entity) => {
        const accountId = await findAccountId(api, options.account ?? currency, entity)
        const { reference } = options
        print(
          command,
          await api.inboundPayments.create({ accountId, amount, currency, ...(reference && { reference }) }),
        )
      }),
    )

interface QuoteOptions {
  fixed: 'Sell' | 'Buy'
  valueDate?: string
  estimate?: boolean
  book?: boolean
}

const quote = () =>
  new Command('quote')
    .description('get a price for selling one currency and buying another')
    .argument('<sell>', 'currency to sell', currencyArgument)
    .argument('<buy>', 'currency to buy', currencyArgument)
    .argument('<amount>', 'amount to sell; with --fixed Buy, amount to buy')
    .addOption(new Option('--fixed <side>', 'side of the amount').choices(['Sell', 'Buy']).default('Sell'))
    .option('--value-date <date>', 'value date (default: the earliest)')
    .option('--estimate', 'show the indicative price of the entity; it cannot be booked')
    .option('--book', 'book the quote immediately')
    .addHelpText(
      'after',
      '\nExamples:\n  cambist quote EUR GBP 1000\n  cambist quote EUR USD 250 --fixed Buy --estimate\n  cambist quote EUR GBP 1000 --book',
    )
    .action((sellCurrency: string, buyCurrency: string, amount: string, options: QuoteOptions, command: Command) =>
      withClient(command, async (api, entity) => {
        const { fixed: fixedSide, valueDate } = options
        const request = { sellCurrency, buyCurrency, amount, fixedSide, ...(valueDate && { valueDate }) }
        const entityId = await findEntityId(api, entity)
        if (options.estimate) return print(command, await api.fx.estimateRate({ entityId, ...request }))
        const answer = await api.spot.quote({ entityId, ...request })
        if (options.book) return print(command, await api.spot.book({ entityId, quoteId: answer.quoteId }))
        print(command, answer)
        console.error(
          `Sell ${groupDigits(answer.sellAmount)} ${sellCurrency}, buy ${groupDigits(answer.buyAmount)} ${buyCurrency}. Book it until ${answer.expiresAt}: cambist book ${answer.quoteId}`,
        )
      }),
    )

const book = () =>
  new Command('book')
    .description('book a spot quote before it expires')
    .argument('<quote>', 'quote id')
    .option('--client-reference <text>', 'your own reference, unique among your trades')
    .addOption(dryRunOption())
    .addHelpText('after', '\nExample:\n  cambist book quo_… --client-reference order-4711')
    .action((quoteId: string, options: { clientReference?: string; dryRun?: boolean }, command: Command) =>
      withClient(command, async (api, entity) => {
        const { clientReference } = options
        const entityId = await findEntityId(api, entity)
        const order = { entityId, quoteId, ...(clientReference && { clientReference }) }
        print(command, await api.spot.book(order, dryRunOf(options)))
      }),
    )

interface PayOptions {
  to: string
  reference: string
  from?: string
  date?: string
  clientReference?: string
  dryRun?: boolean
}

const pay = () =>
  new Command('pay')
    .description('pay a beneficiary')
    .argument('<amount>', 'amount, for example 125.00')
    .argument('<currency>', 'currency of the account and the beneficiary', currencyArgument)
    .requiredOption('--to <beneficiary>', 'beneficiary id')
    .requiredOption('--reference <text>', 'reference for the payee, at most 35 characters')
    .option('--from <account>', 'account id (default: the default account of the currency)')
    .option('--date <date>', 'payment date (default: the earliest)')
    .option('--client-reference <text>', 'your own reference, unique among your payments')
    .addOption(dryRunOption())
    .addHelpText('after', '\nExample:\n  cambist pay 125.00 EUR --to ben_… --reference "Invoice 4711"')
    .action((amount: string, currency: string, options: PayOptions, command: Command) =>
      withClient(command, async (api, entity) => {
        const { to: beneficiaryId, reference, clientReference } = options
        const accountId = await findAccountId(api, options.from ?? currency, entity)
        const paymentDate =
          options.date ?? (await api.payments.getEarliestPaymentDate({ currency })).earliestPaymentDate
        const order = { accountId, paymentDate, amount, currency, beneficiaryId, reference }
        const body = { ...order, ...(clientReference && { clientReference }) }
        print(command, await api.payments.create(body, dryRunOf(options)))
      }),
    )

interface TransferOptions {
  reference?: string
  clientReference?: string
  dryRun?: boolean
}

const transfer = () =>
  new Command('transfer')
    .description('move money between two of your accounts in one currency (ABS)')
    .argument('<amount>', 'amount, for example 125.00')
    .argument('<debit>', 'account id to debit')
    .argument('<credit>', 'account id to credit')
    .option('--reference <text>', 'reference on the statement')
    .option('--client-reference <text>', 'your own reference, unique among your transfers')
    .addOption(dryRunOption())
    .addHelpText('after', '\nExample:\n  cambist --as abs transfer 125.00 acc_… acc_… --reference "Fees of May"')
    .action(
      (amount: string, debitAccountId: string, creditAccountId: string, options: TransferOptions, command: Command) =>
        withClient(command, async (api, entity) => {
          const { dryRun: _dryRun, ...texts } = options
          const body = { entityId: await findEntityId(api, entity), debitAccountId, creditAccountId, amount, ...texts }
          print(command, await api.internalTransfers.create(body, dryRunOf(options)))
        }),
    )
