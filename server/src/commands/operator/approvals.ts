import { type Command, Option } from 'commander'
import {
  APPROVAL_RESOURCES,
  type ApprovalResource,
  listPolicies,
  type Policy,
  removePolicy,
  setPolicy,
  summaryOf,
} from '../../approvals/index.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { listOpenRecalls, lockPayment, requestRecall } from '../../payments/index.ts'
import { profileOf } from './clients/entities.ts'
import { amountsIn } from './options/check.ts'
import { idOf, type Run } from './run.ts'
import { UsageError } from './options/usage-error.ts'

interface PolicyOptions {
  entity: string
  resource: ApprovalResource
  currency?: string
  from?: string
  below?: string
  newPayee?: boolean
  dailySum?: boolean
  steps: string
}

const MOST = 500

/** Registers the commands for approval policies and recalls. */
export function approvalCommands(operator: Command, run: Run): void {
  listRecalls(operator, run)
  operator
    .command('set-approval-policy')
    .description('require other clients of the entity to approve payments, internal transfers, trades or drawdowns')
    .requiredOption('--entity <id>')
    .addOption(new Option('--resource <resource>').choices(APPROVAL_RESOURCES).default('Payment'))
    .option('--currency <code>', 'apply the policy to this currency only; amounts are in it')
    .option('--from <amount>', 'lower bound, inclusive; without --currency in the base currency of the entity')
    .option('--below <amount>', 'upper bound, exclusive')
    .option('--new-payee', 'apply the policy only to accounts the entity has never paid under any payee record')
    .option('--daily-sum', 'compare the bounds with the day’s total to the same account, not with one payment')
    .addOption(new Option('--steps <number>', 'number of different approvers').choices(['1', '2', '3']).default('1'))
    .addHelpText(
      'after',
      '\nIf several policies match a payment, the one with the most steps applies. A policy on trades or drawdowns' +
        '\nmatches a deal if either of its two currencies and amounts matches.' +
        '\nExample:\n  npm run operator -- set-approval-policy --entity ent_... --currency EUR --from 10000 --steps 2',
    )
    .action((options: PolicyOptions) =>
      run(async (tx, act) => {
        const { entity } = await profileOf(tx, options.entity)
        const order = policyOf(options, entity.baseCurrency)
        const { policyId } = await setPolicy(tx, entity.entityId, order, act)
        return { policyId: formatId('apl', policyId), summary: summaryOf(order, entity.baseCurrency) }
      }),
    )

  operator
    .command('list-approval-policies')
    .description('list the approval policies of an entity')
    .requiredOption('--entity <id>')
    .action((options: { entity: string }) =>
      run(async (tx) =>
        (await listPolicies(tx, idOf('ent', options.entity))).map(({ policyId, resource, summary }) => ({
          policyId: formatId('apl', policyId),
          resource,
          summary,
        })),
      ),
    )

  operator
    .command('remove-approval-policy')
    .description('withdraw a policy; pending approvals stay pending')
    .requiredOption('--entity <id>')
    .requiredOption('--policy <id>')
    .action((options: { entity: string; policy: string }) =>
      run(async (tx, act) => {
        await removePolicy(tx, idOf('ent', options.entity), idOf('apl', options.policy), act)
        return { policyId: options.policy, removed: true }
      }),
    )

  operator
    .command('recall-payment')
    .description('recall a sent payment; the rail answers later')
    .requiredOption('--entity <id>')
    .requiredOption('--payment <id>')
    .addOption(
      new Option('--reason <code>', 'ISO 20022 cancellation reason')
        .choices(['CUST', 'DUPL', 'TECH', 'FRAD', 'AC03', 'AM09', 'UPAY'])
        .default('CUST'),
    )
    .option('--note <text>')
    .action((options: { entity: string; payment: string; reason: string; note?: string }) =>
      run(async (tx, act) => {
        const payment = await lockPayment(tx, idOf('ent', options.entity), idOf('pay', options.payment))
        if (!payment) throw new Error(`The entity has no payment ${options.payment}.`)
        const { reason, note } = options
        await requestRecall(tx, payment, { reason, note }, act)
        return { paymentId: options.payment, recall: 'Requested', reason }
      }),
    )
}

/** Registers the list of recalls that await a bank's answer; `report-payment` records it. */
function listRecalls(operator: Command, run: Run): void {
  operator
    .command('list-recalls')
    .description('list recalls without an answer from the bank, oldest first')
    .action(() =>
      run(async (tx) =>
        (await listOpenRecalls(tx, MOST)).map(({ entityId, paymentId, uetr, reason, note, requestedAt }) => ({
          uetr,
          paymentId: formatId('pay', paymentId),
          entityId: formatId('ent', entityId),
          reason,
          note,
          requestedAt: requestedAt.toISOString(),
        })),
      ),
    )
}

function policyOf(options: PolicyOptions, baseCurrency: string): Omit<Policy, 'policyId'> {
  const { resource, currency = null, from, below, newPayee = false, dailySum = false, steps } = options
  const amounts = amountsIn(currency ?? baseCurrency, { from, below })
  if (resource === 'InternalTransfer' && (newPayee || (!currency && (from ?? below) !== undefined))) {
    throw new UsageError(
      'A policy on internal transfers needs --currency for amounts and does not support payee options.',
    )
  }
  if ((newPayee || dailySum) && resource !== 'Payment') {
    throw new UsageError('Only payments have a payee: omit --new-payee and --daily-sum.')
  }
  return {
    resource,
    currency,
    fromMinor: amounts.from ?? 0n,
    belowMinor: amounts.below ?? null,
    newPayeeOnly: newPayee,
    dailySum,
    steps: Number(steps),
  }
}
