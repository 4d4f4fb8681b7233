import { type Command, Option } from 'commander'
import { type Account, findAccountById } from '../../accounts/index.ts'
import { readConfig } from '../../settings/config.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { createScreening } from '../../screening/index.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import {
  assignFunds,
  findInbound,
  listUnidentified,
  type IncomingFunds,
  presentInbound,
  receiveFunds,
  releaseFunds,
  RETURN_REASONS,
  type ReturnReason,
  returnFunds,
} from '../../payments/inbound/index.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { idOf, type Run } from './run.ts'

const MOST = 500

export function inboundCommands(operator: Command, run: Run): void {
  operator
    .command('receive-funds')
    .description('book an incoming payment reported by the bank; a repeated report is booked once')
    .requiredOption('--currency <code>')
    .requiredOption('--amount <amount>')
    .requiredOption('--bank-reference <text>', 'the reference of the bank for this line of its statement')
    .option('--account <id>', 'account to credit; without one the money awaits assign-funds')
    .option('--reference <text>', 'reference from the payer')
    .option('--debtor-name <text>')
    .option('--debtor-iban <iban>')
    .option('--held', 'hold the money until release-funds')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- receive-funds --account acc_... --currency EUR --amount 100000 --bank-reference 2026112000017',
    )
    .action((options: ReceiveOptions) =>
      run(async (tx, act) => presentInbound(await receiveFunds(tx, await fundsOf(tx, options), act, screening()))),
    )

  operator
    .command('list-unidentified')
    .description('list incoming payments awaiting assign-funds or return-funds, oldest first')
    .action(() => run(async (tx) => (await listUnidentified(tx, MOST)).map(presentInbound)))

  operator
    .command('release-funds')
    .description('release an incoming payment held by screening to its account')
    .requiredOption('--entity <id>')
    .requiredOption('--inbound-payment <id>')
    .action((options: { entity: string; inboundPayment: string }) =>
      run(async (tx, act) => {
        const key = { entityId: idOf('ent', options.entity), inboundPaymentId: idOf('inp', options.inboundPayment) }
        return presentInbound(await releaseFunds(tx, key, act))
      }),
    )

  operator
    .command('return-funds')
    .description('record the return of held or unidentified money')
    .requiredOption('--inbound-payment <id>')
    .option('--entity <id>', 'owner; omit it for unidentified money')
    .addOption(
      new Option('--reason <reason>', 'reason that the client sees; default: why the money waited').choices(
        RETURN_REASONS,
      ),
    )
    .action((options: { entity?: string; inboundPayment: string; reason?: ReturnReason }) =>
      run(async (tx, act) => {
        const entityId = options.entity === undefined ? HOUSE_ENTITY_ID : idOf('ent', options.entity)
        const key = { entityId, inboundPaymentId: idOf('inp', options.inboundPayment) }
        return presentInbound(await returnFunds(tx, key, act, options.reason))
      }),
    )

  operator
    .command('assign-funds')
    .description('assign unidentified money to its account')
    .requiredOption('--inbound-payment <id>')
    .requiredOption('--account <id>')
    .action((options: { inboundPayment: string; account: string }) =>
      run.inSteps(async (db, act) => {
        const id = idOf('inp', options.inboundPayment)
        const lost = await findInbound(db.reader, HOUSE_ENTITY_ID, id)
        const account = await accountOf(db.reader, options.account, lost?.currency)
        return presentInbound(await assignFunds(db, id, account, act, screening()))
      }),
    )
}

/** Opens screening with the lists of the database and the server's threshold. */
export const screening = () => {
  const { SCREENING_THRESHOLD, SCREENING_COUNTRIES } = process.env
  const { screeningThreshold, screeningCountries } = readConfig({ SCREENING_THRESHOLD, SCREENING_COUNTRIES })
  return createScreening(screeningThreshold, screeningCountries)
}

interface ReceiveOptions {
  currency: string
  amount: string
  bankReference: string
  account?: string
  reference?: string
  debtorName?: string
  debtorIban?: string
  held?: boolean
}

async function fundsOf(tx: Tx, options: ReceiveOptions): Promise<IncomingFunds> {
  const { currency, bankReference, reference, debtorName, debtorIban } = options
  return {
    currency,
    amountMinor: parseAmount(options.amount, currency, '--amount'),
    bankReference,
    held: options.held ?? false,
    debtor: { ...(debtorName && { name: debtorName }), ...(debtorIban && { iban: debtorIban }) },
    ...(reference && { reference }),
    ...(options.account && { account: await accountOf(tx, options.account, currency) }),
  }
}

/** @throws account_not_found, also for a closed one; currency_mismatch */
async function accountOf(db: Queryable, wireId: string, currency: string | undefined): Promise<Account> {
  const account = await findAccountById(db, idOf('acc', wireId))
  if (!account || account.status === 'Closed') throw refuseShared.account_not_found({ accountId: wireId })
  if (currency !== undefined && account.currency !== currency) {
    throw refuseShared.currency_mismatch({ expected: account.currency, actual: currency })
  }
  return account
}
