import { type Command, Option } from 'commander'
import { screenChangedEntity, screenNewEntity } from '../../../compliance/index.ts'
import {
  createEntity,
  type EntityNames,
  type EntityProfile,
  getProfile,
  type Limits,
  type NewEntity,
  setLimits,
  setNames,
  setPrice,
  setProfile,
  type SettingsProfile,
} from '../../../entities/index.ts'
import { FORWARD_TENORS } from '../../../fx/calendar/index.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { amountsIn } from '../options/check.ts'
import { screening } from '../inbound.ts'
import { readJson } from '../options/files.ts'
import { idOf, type Run } from '../run.ts'
import { own } from '../../../kernel/own.ts'
import { UsageError } from '../options/usage-error.ts'

/** Limits by option name, with description and the default of a new entity. */
const LIMITS: Record<keyof Limits, [option: string, what: string, preset: string]> = {
  minTradeMinor: ['min-trade', 'smallest trade', '1'],
  maxTradeMinor: ['max-trade', 'largest trade', '1000000'],
  dailyTradeMinor: ['daily-trade', 'trades a day', '5000000'],
  minPaymentMinor: ['min-payment', 'smallest payment', '1'],
  singlePaymentMinor: ['single-payment', 'largest payment', '1000000'],
  dailyPaymentMinor: ['daily-payment', 'payments a day', '5000000'],
  heldOpenMinor: ['held-open', 'held rates open at a time', '1000000'],
  settlementMinor: ['settlement', 'largest total of unpaid spot deals', '5000000'],
}

/** T0 to T2 up to spot, then the forward tenors. */
const PRICED_TENORS = ['T0', 'T1', 'T2', ...FORWARD_TENORS]

export function entityCommands(operator: Command, run: Run): void {
  const create = operator
    .command('create-entity')
    .description('create a client entity with its limits and its mark-up')
    .addOption(new Option('--kind <kind>', 'RM or ABS').choices(['RM', 'ABS']).makeOptionMandatory())
    .requiredOption('--name <text>')
    .requiredOption('--country <code>', 'country of incorporation, for example DE')
    .requiredOption('--base-currency <code>', 'currency of the limits, for example EUR')
    .requiredOption('--time-zone <zone>', 'its midnight ends the day of the daily limits, for example Europe/Berlin')
    .option('--jurisdiction <code>', 'UK, EU, CA, ...; default: by the country')
    .addOption(
      new Option('--type <type>')
        .choices(['Company', 'Fund', 'Spv', 'Partnership', 'Trust', 'Individual'])
        .default('Company'),
    )
    .option('--legal-name <text>', 'default: the name')
    .option('--trading-name <text>')
    .option('--registration-number <text>')
    .option('--lei <lei>')
    .option('--parent <entity>', 'id of the parent entity')
    .option('--line1 <text>', 'address, with --city')
    .option('--city <text>')
    .option('--post-code <text>')
    .option('--markup-bps <bps>', 'mark-up on all deals until set-pricing refines it', '25')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- create-entity --kind ABS --name "Example Fund" --type Fund --country LU --base-currency EUR --time-zone Europe/Luxembourg --max-trade 2500000',
    )
  withLimits(create, true).action((options: CreateOptions) =>
    run(async (tx, act) => {
      const entityId = await createEntity(tx, orderOf(options), act)
      const caseId = await screenNewEntity(tx, entityId, screening(), act)
      return {
        entityId: formatId('ent', entityId),
        name: options.name,
        serviceKind: options.kind,
        ...(caseId && { status: 'Onboarding', screeningCase: formatId('scr', caseId) }),
      }
    }),
  )

  const limits = operator
    .command('set-limits')
    .description('change limits of an entity; omitted limits stay')
    .requiredOption('--entity <id>')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- set-limits --entity ent_... --max-trade 250000 --daily-trade 1000000',
    )
  withLimits(limits, false).action((options: { entity: string } & Record<string, string>) =>
    run(async (tx, act) => {
      const { entity } = await profileOf(tx, options.entity)
      const given = limitsOf(options, entity.baseCurrency)
      if (Object.keys(given).length === 0) throw new UsageError('Name at least one limit; --help lists them.')
      await setLimits(tx, entity.entityId, given, act)
      return { entityId: options.entity, set: Object.keys(given).map((name) => LIMITS[name as keyof Limits][0]) }
    }),
  )

  operator
    .command('set-pricing')
    .description('set a mark-up; one for the pair has precedence, then one for the tenor, then one for the amount')
    .requiredOption('--entity <id>')
    .requiredOption('--markup-bps <bps>', 'basis points of the rate, for example 12.5')
    .option('--pair <pair>', 'pair in market convention, for example EUR/USD (default: any)')
    .addOption(
      new Option('--tenor <tenor>', 'tenor; a broken date uses the next longer one (default: any)').choices(
        PRICED_TENORS,
      ),
    )
    .option('--from-amount <amount>', 'smallest size, in the base currency of the entity', '0')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- set-pricing --entity ent_... --markup-bps 8 --pair EUR/USD --from-amount 100000',
    )
    .action((options: PriceOptions) =>
      run(async (tx, act) => {
        const { entity } = await profileOf(tx, options.entity)
        await setPrice(tx, entity.entityId, priceOf(options, entity.baseCurrency), act)
        return { entityId: options.entity, currencyPair: options.pair ?? 'any', markupBps: options.markupBps }
      }),
    )

  nameCommands(operator, run)
}

/** Registers the commands for names and settings that are no limits. */
function nameCommands(operator: Command, run: Run): void {
  operator
    .command('set-names')
    .description(
      'change names of an entity, or its owners and directors; they are screened immediately, and omitted ones stay',
    )
    .requiredOption('--entity <id>')
    .option('--name <text>')
    .option('--legal-name <text>')
    .option('--trading-name <text>')
    .option(
      '--related-parties <path>',
      'JSON with all persons behind it: a list of name, role (Owner, Director, Controller, Trustee, Signatory) and countryCode',
    )
    .addHelpText(
      'after',
      '\nExample:\n  echo \'[{"name":"Ada Example","role":"Owner","countryCode":"DE"}]\' > p.json && npm run operator -- set-names --entity ent_... --related-parties p.json',
    )
    .action((options: NameOptions) =>
      run(async (tx, act) => {
        const { entity } = await profileOf(tx, options.entity)
        const change = namesOf(options)
        if (Object.keys(change).length === 0) throw new UsageError('Name at least one change; --help lists them.')
        await setNames(tx, entity.entityId, change, act)
        const caseId = await screenChangedEntity(tx, entity.entityId, screening(), act)
        return {
          entityId: options.entity,
          set: Object.keys(change),
          ...(caseId && { screeningCase: formatId('scr', caseId) }),
        }
      }),
    )

  operator
    .command('set-settings')
    .description('replace settings other than limits: features, tradablePairs, vopRequired, ipAllowList, ...')
    .requiredOption('--entity <id>')
    .requiredOption('--file <path>', 'JSON with the settings to replace, named as GET /v1/entities/settings names them')
    .addHelpText(
      'after',
      '\nExample:\n  echo \'{"vopRequired":"Always"}\' > s.json && npm run operator -- set-settings --entity ent_... --file s.json',
    )
    .action((options: { entity: string; file: string }) =>
      run(async (tx, act) => {
        const { entity } = await profileOf(tx, options.entity)
        const change = readJson('--file', options.file) as Partial<SettingsProfile>
        await setProfile(tx, entity.entityId, change, act)
        return { entityId: options.entity, set: Object.keys(change) }
      }),
    )
}

/** The client entity behind a wire id. @throws Error when there is none */
export async function profileOf(db: Queryable, wireId: string): Promise<EntityProfile> {
  const profile = await getProfile(db, idOf('ent', wireId))
  if (!profile) throw new Error(`Unknown entity ${wireId}. List the entities with operator list.`)
  return profile
}

interface CreateOptions extends Record<string, string | undefined> {
  kind: 'RM' | 'ABS'
  name: string
  country: string
  baseCurrency: string
  timeZone: string
  type: NewEntity['entityType']
  markupBps: string
}

const JURISDICTIONS: Record<string, string> = { GB: 'UK' }
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
const jurisdictionOf = (country: string): string =>
  own(JURISDICTIONS, country) ?? (EU.includes(country) ? 'EU' : country)

function orderOf(options: CreateOptions): NewEntity {
  const { country } = options
  return {
    serviceKind: options.kind,
    name: options.name,
    entityType: options.type,
    countryOfIncorporation: country,
    jurisdiction: options.jurisdiction ?? jurisdictionOf(country),
    baseCurrency: options.baseCurrency,
    timeZone: options.timeZone,
    markupBps: options.markupBps,
    addresses: addressesOf(options),
    limits: limitsOf(options, options.baseCurrency) as Limits,
    ...(options.legalName && { legalName: options.legalName }),
    ...(options.tradingName && { tradingName: options.tradingName }),
    ...(options.registrationNumber && { registrationNumber: options.registrationNumber }),
    ...(options.lei && { lei: options.lei }),
    ...(options.parent && { parentEntityId: idOf('ent', options.parent) }),
  }
}

/** @throws Error if a part of an address is given without the two that every address has */
function addressesOf({ line1, city, postCode, country }: CreateOptions): NonNullable<NewEntity['addresses']> {
  if (line1 !== undefined && city !== undefined)
    return [{ line1, city, countryCode: country, ...(postCode !== undefined && { postCode }) }]
  if ([line1, city, postCode].some((part) => part !== undefined))
    throw new UsageError('--line1 and --city go together.')
  return []
}

function withLimits(command: Command, withPresets: boolean): Command {
  for (const [option, what, preset] of Object.values(LIMITS)) {
    command.option(`--${option} <amount>`, `${what}, in the base currency`, withPresets ? preset : undefined)
  }
  return command
}

/** Returns the limits that options name. @throws Error that names each option with an invalid amount */
function limitsOf(options: Record<string, string | undefined>, currency: string): Partial<Limits> {
  const names = Object.entries(LIMITS) as [keyof Limits, string[]][]
  const attributeOf = (option: string) => option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const texts = Object.fromEntries(names.map(([, [option]]) => [option!, options[attributeOf(option!)]]))
  const amounts = amountsIn(currency, texts)
  const given = names.filter(([, [option]]) => amounts[option!] !== undefined)
  return Object.fromEntries(given.map(([name, [option]]) => [name, amounts[option!]]))
}

interface NameOptions {
  entity: string
  name?: string
  legalName?: string
  tradingName?: string
  relatedParties?: string
}

const namesOf = ({ name, legalName, tradingName, relatedParties: file }: NameOptions): Partial<EntityNames> => ({
  ...(name && { name }),
  ...(legalName && { legalName }),
  ...(tradingName && { tradingName }),
  ...(file !== undefined && { relatedParties: readJson('--related-parties', file) as EntityNames['relatedParties'] }),
})

interface PriceOptions {
  entity: string
  markupBps: string
  pair?: string
  tenor?: string
  fromAmount: string
}

const priceOf = (options: PriceOptions, currency: string) => ({
  currencyPair: options.pair ?? null,
  tenor: options.tenor ?? null,
  fromAmountMinor: amountsIn(currency, { 'from-amount': options.fromAmount })['from-amount']!,
  markupBps: options.markupBps,
})
