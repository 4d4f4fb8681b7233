import { type Command, Option } from 'commander'
import {
  createAccount,
  type IssuedNumber,
  PERMISSIONS,
  type Permission,
  setAccountStatus,
} from '../../../accounts/index.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { findAccountUses } from './account-uses.ts'
import { profileOf } from './entities.ts'
import { collect, idOf, type Run } from '../run.ts'
import { UsageError } from '../options/usage-error.ts'

export function accountCommands(operator: Command, run: Run): void {
  operator
    .command('create-account')
    .description('open an account for an entity, with the next number of its branch or one that your bank issued')
    .requiredOption('--entity <id>')
    .requiredOption('--currency <code>')
    .requiredOption('--name <text>')
    .addOption(new Option('--type <type>').choices(['Current', 'Collection', 'Margin', 'Virtual']).default('Current'))
    .option('--friendly-name <text>', 'name chosen by the client')
    .option('--permissions <list>', `of ${PERMISSIONS.join(', ')}; default: all`, collect)
    .option('--default', 'make it the default account of its currency; the first account of a currency always is')
    .option('--iban <iban>', 'IBAN that your bank issued, with --bic')
    .option('--account-number <digits>', 'British account number that your bank issued, with --sort-code and --bic')
    .option('--sort-code <code>', 'sort code of that number, for example 04-99-01')
    .option('--bic <bic>', 'BIC of the bank that issued the number')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run operator -- create-account --entity ent_... --currency EUR --name "Operating account"' +
        '\n  npm run operator -- create-account --entity ent_... --currency EUR --name "Payroll" --iban "DE89 3704 0044 0532 0130 00" --bic COBADEFF' +
        '\n  npm run operator -- create-account --entity ent_... --currency GBP --name "Pounds" --sort-code 20-20-15 --account-number 55555555 --bic BUKBGB22',
    )
    .action((options: AccountOptions) =>
      run(async (tx, act, { institution }) => {
        const { entity } = await profileOf(tx, options.entity)
        const account = await createAccount(tx, institution, orderOf(options, entity.entityId), act)
        const { iban, bic, accountNumber, sortCode, currency, name } = account
        return {
          accountId: formatId('acc', account.accountId),
          entityId: options.entity,
          currency,
          name,
          iban,
          bic,
          accountNumber,
          sortCode,
        }
      }),
    )

  operator
    .command('close-account')
    .argument('<id>', 'an account (acc_...)')
    .description(
      'close an empty account for good; refused while open trades, payments, recalls, batches, transfers or margin use it',
    )
    .addHelpText('after', '\nExample:\n  npm run operator -- close-account acc_...')
    .action((id: string) =>
      run(async (tx, act) => {
        await setAccountStatus(tx, idOf('acc', id), 'Closed', { ...act, findUses: findAccountUses })
        return { accountId: id, status: 'Closed' }
      }),
    )
}

interface AccountOptions {
  entity: string
  currency: string
  name: string
  type: 'Current' | 'Collection' | 'Margin' | 'Virtual'
  friendlyName?: string
  permissions?: string[]
  default?: boolean
  iban?: string
  accountNumber?: string
  sortCode?: string
  bic?: string
}

const orderOf = (
  { currency, name, type, friendlyName, permissions, default: isDefault, ...options }: AccountOptions,
  entityId: string,
) => ({
  entityId,
  currency,
  name,
  type,
  ...(friendlyName && { friendlyName }),
  ...(permissions && { permissions: permissions.map(permissionOf) }),
  ...(isDefault && { isDefault }),
  ...issuedOf(options),
})

/** Returns the issued number that the options name. @throws Error for an incomplete one */
function issuedOf({
  iban,
  accountNumber,
  sortCode,
  bic,
}: Pick<AccountOptions, 'iban' | 'accountNumber' | 'sortCode' | 'bic'>): { issued?: IssuedNumber } {
  if ([iban, accountNumber, sortCode, bic].every((option) => option === undefined)) return {}
  if (bic === undefined) throw new UsageError('Name the bank that issued the number by --bic.')
  const given = { ...(iban && { iban }), ...(accountNumber && { accountNumber }), ...(sortCode && { sortCode }) }
  return { issued: { ...given, bic } }
}

function permissionOf(text: string): Permission {
  const known = PERMISSIONS.find((permission) => permission.toLowerCase() === text.toLowerCase())
  if (!known) throw new UsageError(`Unknown permission ${text}. Known permissions: ${PERMISSIONS.join(', ')}.`)
  return known
}
