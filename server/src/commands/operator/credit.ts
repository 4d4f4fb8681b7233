import { type Command, Option } from 'commander'
import { createFacility, type NewFacility, type NewTerm } from '../../credit/facilities/index.ts'
import { addDays, dayOf } from '../../kernel/days.ts'
import { formatId } from '../../kernel/ids.ts'
import { parseAmount } from '../../kernel/money.ts'
import { profileOf } from './entities.ts'
import type { Run } from './run.ts'

export function creditCommands(operator: Command, run: Run): void {
  operator
    .command('create-facility')
    .description('create a credit facility of an RM entity, with a term for forwards')
    .requiredOption('--entity <id>')
    .requiredOption('--currency <code>')
    .requiredOption('--limit <amount>')
    .option('--name <text>', 'what the client sees', 'Forward facility')
    .addOption(
      new Option('--basis <basis>', 'what counts against the limit')
        .choices(['Notional', 'MarginWaiver'])
        .default('Notional'),
    )
    .addOption(new Option('--margin-method <method>').choices(['PerTrade', 'NetPosition']).default('PerTrade'))
    .addOption(
      new Option('--call-basis <basis>', 'what triggers a margin call')
        .choices(['RateMove', 'MtmOverNotional', 'NetMtmAbsolute'])
        .default('RateMove'),
    )
    .option('--threshold-percent <percent>', 'loss tolerated before a call', '2.5')
    .option('--call-percent <percent>', 'what a call asks for, of the notional', '2.5')
    .option('--minimum-call <amount>', 'smaller calls are not made', '1000')
    .option('--due-days <days>', 'business days to meet a call', '2')
    .option('--max-tenor <duration>', 'ISO 8601', 'P12M')
    .option('--initial-margin-percent <percent>', 'asked for at booking', '5')
    .option('--waived-limit <amount>', 'up to here no initial margin is asked for: a term of its own, tried first')
    .option('--review-date <day>', 'a year from today if not said')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- create-facility --entity ent_... --currency GBP --limit 2000000 --waived-limit 500000',
    )
    .action((options: FacilityOptions) =>
      run(async (tx, act) => {
        const { entity } = await profileOf(tx, options.entity)
        const facilityId = await createFacility(tx, facilityOf(entity.entityId, options, dayOf(act.now)), act)
        return { facilityId: formatId('fac', facilityId), entityId: options.entity, name: options.name }
      }),
    )
}

interface FacilityOptions {
  entity: string
  currency: string
  limit: string
  name: string
  basis: NewFacility['utilisationBasis']
  marginMethod: NewFacility['marginMethod']
  callBasis: NewFacility['callBasis']
  thresholdPercent: string
  callPercent: string
  minimumCall: string
  dueDays: string
  maxTenor: string
  initialMarginPercent: string
  waivedLimit?: string
  reviewDate?: string
}

function facilityOf(entityId: string, options: FacilityOptions, today: string): NewFacility {
  const { currency, maxTenor, waivedLimit } = options
  const limitMinor = parseAmount(options.limit, currency, '--limit')
  const standard: NewTerm = {
    name: 'Standard',
    products: ['Forward'],
    forwardTypes: ['Fixed', 'Window', 'Open', 'Variable'],
    currencyPairs: null,
    maxTenor,
    limitMinor,
    initialMarginPercent: percentOf(options.initialMarginPercent),
    initialMarginWaived: false,
  }
  const waived = waivedLimit && {
    ...standard,
    name: 'Margin waived',
    limitMinor: parseAmount(waivedLimit, currency, '--waived-limit'),
    initialMarginWaived: true,
  }
  return {
    entityId,
    name: options.name,
    currency,
    limitMinor,
    utilisationBasis: options.basis,
    marginMethod: options.marginMethod,
    callBasis: options.callBasis,
    thresholdPercent: percentOf(options.thresholdPercent),
    callPercent: percentOf(options.callPercent),
    minimumCallMinor: parseAmount(options.minimumCall, currency, '--minimum-call'),
    dueBusinessDays: Number(options.dueDays),
    maxTenor,
    effectiveFrom: today,
    reviewDate: options.reviewDate ?? addDays(today, 365),
    terms: waived ? [waived, standard] : [standard],
  }
}

function percentOf(text: string): string {
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) throw new Error(`${text} is not a percentage like 2.5.`)
  return text
}
