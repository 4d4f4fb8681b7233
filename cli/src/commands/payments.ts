import type { Cambist } from '@cambist/sdk'
import { Command } from 'commander'
import { findAccountId, take } from '../accounts.ts'
import { withClient } from '../connect.ts'
import { currencyArgument, dryRunOption, dryRunQuery, limitOption } from '../options.ts'
import { grouped, minute, printList, printOne } from '../output.ts'

/** pay, payments. */
export const paymentCommands = () => [pay(), payments()]

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
        const paymentDate = options.date ?? (await earliestDate(api, currency))
        const order = { accountId, paymentDate, amount, currency, beneficiaryId, reference }
        const body = { ...order, ...(clientReference && { clientReference }) }
        printPayment(command, await api.post('/v1/payments', { params: dryRunQuery(options.dryRun), body }))
      }),
    )

const earliestDate = async (api: Cambist, currency: string) =>
  (await api.get('/v1/payments/earliest-settlement', { params: { query: { currency } } })).earliestPaymentDate

const payments = () =>
  new Command('payments')
    .description('payments, newest first (RM), or one of them')
    .argument('[payment]', 'payment id')
    .option('--status <status>', 'Scheduled, AwaitingFunds, Completed, …')
    .addOption(limitOption())
    .addHelpText('after', '\nExamples:\n  cambist payments --status Completed\n  cambist payments pay_…')
    .action((paymentId: string | undefined, { limit, status }: { limit: number; status?: string }, command: Command) =>
      withClient(command, async (api, entity) => {
        if (paymentId)
          return printPayment(command, await api.get('/v1/payments/{paymentId}', { params: { path: { paymentId } } }))
        const query = { ...(entity && { entityId: entity }), ...(status && { status: status as never }) }
        const rows = await take(api.list('/v1/payments', { params: { query } }), limit)
        printList(
          command,
          rows,
          [
            ['Created', (row) => minute(row.createdAt)],
            ['Date', (row) => row.paymentDate],
            ['Amount', (row) => grouped(row.amount), 'right'],
            ['', (row) => row.currency],
            ['Status', (row) => row.status],
            ['Reference', (row) => row.reference],
            ['Payment', (row) => row.paymentId],
          ],
          'No payments.',
        )
      }),
    )

interface Payment {
  paymentId: string
  status: string
  statusReason?: { code: string; message: string } | null
  amount: string
  currency: string
  paymentDate: string
  reference?: string | null
  expectedArrival?: string | null
}

const printPayment = (command: Command, payment: Payment) =>
  printOne(command, payment, [
    ['Payment', payment.paymentId],
    ['Status', payment.status],
    ['Because', payment.statusReason?.message],
    ['Amount', `${grouped(payment.amount)} ${payment.currency}`],
    ['Payment date', payment.paymentDate],
    ['Arrives', payment.expectedArrival],
    ['Reference', payment.reference],
  ])
