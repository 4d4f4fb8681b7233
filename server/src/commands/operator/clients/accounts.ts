import { type Command, Option } from 'commander'
import { createAccount, PERMISSIONS, type Permission, setAccountStatus } from '../../../accounts/index.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { findAccountUses } from './account-uses.ts'
import { profileOf } from './entities.ts'
import { collect, idOf, type Run } from '../run.ts'

export function accountCommands(operator: Command, run: Run): void {
  operator
    .command('create-account')
    .description('open an account for an entity and assign its IBAN or account number')
    .requiredOption('--entity <id>')
    .requiredOption('--currency <code>')
    .requiredOption('--name <text>')
    .addOption(new Option('--type <type>').choices(['Current', 'Collection', 'Margin', 'Virtual']).default('Current'))
    .option('--friendly-name <text>', 'name chosen by the client')
    .option('--permissions <list>', `of ${PERMISSIONS.join(', ')}; all if not said`, collect)
    .option('--default', 'the account its currency goes to; the first of a currency is that anyhow')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- create-account --entity ent_... --currency EUR --name "Operating account"',
    )
    .action((options: AccountOptions) =>
      run(async (tx, act) => {
        const { entity } = await profileOf(tx, options.entity)
        const account = await createAccount(tx, orderOf(options, entity.entityId), act)
        const { iban, accountNumber, currency, name } = account
        return {
          accountId: formatId('acc', account.accountId),
          entityId: options.entity,
          currency,
          name,
          iban,
          accountNumber,
        }
      }),
    )

  operator
    .command('close-account')
    .argument('<id>', 'an account (acc_...)')
    .description('close an empty account for good; refused while trades, payments, transfers or margin use it')
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
}

const orderOf = (
  { currency, name, type, friendlyName, permissions, default: isDefault }: AccountOptions,
  entityId: string,
) => ({
  entityId,
  currency,
  name,
  type,
  ...(friendlyName && { friendlyName }),
  ...(permissions && { permissions: permissions.map(permissionOf) }),
  ...(isDefault && { isDefault }),
})

function permissionOf(text: string): Permission {
  const known = PERMISSIONS.find((permission) => permission.toLowerCase() === text.toLowerCase())
  if (!known) throw new Error(`Unknown permission ${text}. Known permissions: ${PERMISSIONS.join(', ')}.`)
  return known
}
