import { Command, Option } from 'commander'
import { ownEntityId, take } from '../accounts.ts'
import { withClient } from '../connect.ts'
import { currencyArgument, dryRunOption, dryRunQuery, limitOption } from '../options.ts'
import { printList, printOne } from '../output.ts'

/** beneficiaries, with list (the default), add and remove. */
export const beneficiaryCommands = () => [
  new Command('beneficiaries')
    .description('the payees you have saved')
    .addCommand(list(), { isDefault: true })
    .addCommand(add())
    .addCommand(remove()),
]

const list = () =>
  new Command('list')
    .description('saved payees, newest first')
    .option('--currency <code>', 'only this currency', currencyArgument)
    .addOption(limitOption())
    .addHelpText('after', '\nExample:\n  cambist beneficiaries --currency EUR')
    .action(({ limit, currency }: { limit: number; currency?: string }, command: Command) =>
      withClient(command, async (api, entity) => {
        const query = { ...(entity && { entityId: entity }), ...(currency && { currency }) }
        const rows = await take(api.list('/v1/beneficiaries', { params: { query } }), limit)
        printList(
          command,
          rows,
          [
            ['Beneficiary', (row) => row.beneficiaryId],
            ['Name', (row) => row.name],
            ['Currency', (row) => row.currency],
            ['Account', (row) => row.iban ?? row.accountNumber],
            ['Bank country', (row) => row.bankCountryCode],
            ['Status', (row) => row.status],
          ],
          'No beneficiaries.',
        )
      }),
    )

interface AddOptions {
  name: string
  currency: string
  country: string
  type: 'Company' | 'Individual'
  iban?: string
  accountNumber?: string
  sortCode?: string
  aba?: string
  bic?: string
  bankCountry?: string
  line1?: string
  city: string
  postCode?: string
  dryRun?: boolean
}

const add = () =>
  new Command('add')
    .description('save a payee')
    .requiredOption('--name <name>', 'name of the account holder')
    .requiredOption('--currency <code>', 'currency of the account', currencyArgument)
    .requiredOption('--country <code>', 'country of residence of the payee, for example DE', currencyArgument)
    .requiredOption('--city <city>', 'town of residence of the payee')
    .addOption(new Option('--type <type>').choices(['Company', 'Individual']).default('Company'))
    .option('--iban <iban>')
    .option('--account-number <number>')
    .option('--sort-code <code>', 'United Kingdom')
    .option('--aba <number>', 'United States')
    .option('--bic <bic>')
    .option(
      '--bank-country <code>',
      'country of the bank; by default that of the IBAN, else of the payee',
      currencyArgument,
    )
    .option('--line1 <address>', 'street and number')
    .option('--post-code <code>')
    .addOption(dryRunOption())
    .addHelpText(
      'after',
      '\nExamples:\n  cambist beneficiaries add --name "Muster GmbH" --currency EUR --country DE --city Berlin --iban DE89370400440532013000\n  cambist beneficiaries add --name "Sample Ltd" --currency GBP --country GB --city Leeds --sort-code 089999 --account-number 66374958',
    )
    .action((options: AddOptions, command: Command) =>
      withClient(command, async (api, entity) => {
        const body = { entityId: await ownEntityId(api, entity), ...payee(options) }
        const answer = await api.post('/v1/beneficiaries', { params: dryRunQuery(options.dryRun), body })
        printOne(command, answer, [
          ['Beneficiary', answer.beneficiaryId],
          ['Name', answer.name],
          ['Status', answer.status],
        ])
      }),
    )

/** Converts the options to the wire form. */
function payee(options: AddOptions) {
  const { name, type, currency, country, iban, accountNumber, bic, line1, city, postCode } = options
  const routingCodes = [
    ...(options.sortCode ? [{ type: 'SortCode' as const, value: options.sortCode }] : []),
    ...(options.aba ? [{ type: 'Aba' as const, value: options.aba }] : []),
  ]
  return {
    name,
    type,
    currency,
    countryCode: country,
    bankCountryCode: options.bankCountry ?? iban?.slice(0, 2).toUpperCase() ?? country,
    address: { city, countryCode: country, ...defined({ line1, postCode }) },
    ...defined({ iban, accountNumber, bic }),
    ...(routingCodes.length > 0 && { routingCodes }),
  }
}

const defined = <T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never

const remove = () =>
  new Command('remove')
    .description('delete a payee')
    .argument('<beneficiary>', 'beneficiary id')
    .addHelpText('after', '\nExample:\n  cambist beneficiaries remove ben_…')
    .action((beneficiaryId: string, _options: object, command: Command) =>
      withClient(command, async (api) => {
        await api.delete('/v1/beneficiaries/{beneficiaryId}', { params: { path: { beneficiaryId } } })
        printOne(command, { beneficiaryId, status: 'Deleted' }, [['Deleted', beneficiaryId]])
      }),
    )
