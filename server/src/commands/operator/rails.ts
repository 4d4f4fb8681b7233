import { type Command, Option } from 'commander'
import { formatId } from '../../kernel/values/ids.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import { listOpenInstructions, type RailReport, reportByHand } from '../../payments/rails/index.ts'
import type { Run } from './run.ts'
import { UsageError } from './options/usage-error.ts'

const STATUSES = ['Sent', 'Completed', 'Failed', 'Returned', 'RecallRefused'] as const
const MOST = 500

interface ReportOptions {
  uetr: string
  status: RailReport['status']
  reference: string
  reason?: string
  amount?: string
  currency?: string
  notReceivedByBank?: boolean
}

/** Registers the commands for executing payments by hand: open payments and their outcomes. */
export function railCommands(operator: Command, run: Run): void {
  operator
    .command('list-instructions')
    .description('list payments to execute at the bank, oldest first')
    .action(() =>
      run(async (tx) =>
        (await listOpenInstructions(tx, MOST)).map(
          ({ entityId, paymentId, uetr, rail, adapter, body, submittedAt }) => ({
            uetr,
            paymentId: formatId('pay', paymentId),
            entityId: formatId('ent', entityId),
            rail,
            adapter,
            amount: `${body.amount} ${body.currency}`,
            creditor: JSON.stringify(body.creditor),
            reference: body.reference,
            submittedAt: submittedAt.toISOString(),
          }),
        ),
      ),
    )

  operator
    .command('report-payment')
    .description('record a bank report about a payment; a repeated report counts once')
    .requiredOption('--uetr <uuid>')
    .addOption(new Option('--status <status>').choices(STATUSES).makeOptionMandatory())
    .requiredOption('--reference <text>', "the bank's reference for its message")
    .option(
      '--reason <code>',
      'ISO reason code of a failure or a return, for example AC04; with Completed, ACCC: the payee is credited',
    )
    .option('--amount <amount>', 'returned amount (default: the full unreturned amount); needs --currency')
    .option('--currency <code>')
    .option(
      '--not-received-by-bank',
      'with Failed: the bank confirmed that it does not have the payment, although its hand-over has begun',
    )
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- report-payment --uetr 6f1c... --status Completed --reference STMT-2026-114-7' +
        '\n  npm run operator -- report-payment --uetr 6f1c... --status Completed --reason ACCC --reference STMT-2026-115-2',
    )
    .action((options: ReportOptions) =>
      run(async (tx, act) => {
        const stored = await reportByHand(tx, reportOf(options), act)
        if (!stored)
          throw new Error(
            `There is no payment ${options.uetr}, or the bank's message ${options.reference} is known already.`,
          )
        return { uetr: options.uetr, reported: options.status, effect: 'applied by the server within a second' }
      }),
    )
}

function reportOf(options: ReportOptions): Parameters<typeof reportByHand>[1] {
  const { uetr, status, reference, reason, amount, currency, notReceivedByBank } = options
  if (notReceivedByBank && status !== 'Failed') throw new UsageError('--not-received-by-bank needs --status Failed.')
  if (amount && !currency) throw new UsageError('--amount needs --currency.')
  return {
    uetr,
    railRef: reference,
    status,
    ...(reason && { reason }),
    ...(notReceivedByBank && { isNotReceived: true }),
    ...(amount && currency && { amountMinor: parseAmount(amount, currency, '--amount'), currency }),
  }
}
