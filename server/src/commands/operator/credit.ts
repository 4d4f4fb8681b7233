import { type Command, Option } from 'commander'
import {
  changeFacility,
  createFacility,
  facilitiesOf,
  FACILITY_STATUSES,
  type FacilityStatus,
  type NewFacility,
  type NewTerm,
  termsInForce,
} from '../../credit/facilities/index.ts'
import { rescheduleCloseOuts } from '../../credit/margin/index.ts'
import { recomputeMtm } from '../../credit/mtm/index.ts'
import { addDays, dayOf } from '../../kernel/values/days.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { profileOf } from './clients/entities.ts'
import { amountsIn } from './options/check.ts'
import { idOf, type Run } from './run.ts'

/** Credit: facilities, and the proof of a valuation. */
export function creditCommands(operator: Command, run: Run): void {
  createCommand(operator, run)
  changeCommand(operator, run)
  recomputeCommand(operator, run)
}

function createCommand(operator: Command, run: Run): void {
  operator
    .command('create-facility')
    .description('create a credit facility of an RM entity, with a term for forwards')
    .requiredOption('--entity <id>')
    .requiredOption('--currency <code>')
    .requiredOption('--limit <amount>')
    .option('--name <text>', 'name shown to the client', 'Forward facility')
    .addOption(
      new Option('--basis <basis>', 'utilisation basis of the limit')
        .choices(['Notional', 'MarginWaiver'])
        .default('Notional'),
    )
    .addOption(new Option('--margin-method <method>').choices(['PerTrade', 'NetPosition']).default('PerTrade'))
    .addOption(
      new Option('--call-basis <basis>', 'trigger of a margin call')
        .choices(['RateMove', 'MtmOverNotional', 'NetMtmAbsolute'])
        .default('RateMove'),
    )
    .option('--threshold-percent <percent>', 'loss tolerated before a call', '2.5')
    .option('--call-percent <percent>', 'amount of a call in percent of the notional', '2.5')
    .option('--minimum-call <amount>', 'smallest call', '1000')
    .option('--threshold-amount <amount>', 'with --call-basis NetMtmAbsolute: the tolerated net loss')
    .option('--call-amount <amount>', 'with --call-basis NetMtmAbsolute: calls are multiples of this amount')
    .addOption(
      new Option('--overdue <action>', 'action if a call is not met in time')
        .choices(['Alert', 'CloseOut'])
        .default('Alert'),
    )
    .option('--grace-hours <hours>', 'hours from the deadline to the close-out', '24')
    .addOption(
      new Option('--collection <way>', 'collect calls from an account, or let the client pay each one')
        .choices(['Automatic', 'OnRequest'])
        .default('Automatic'),
    )
    .option('--due-days <days>', 'business days to meet a call', '2')
    .option('--max-tenor <duration>', 'longest tenor in ISO 8601', 'P12M')
    .option('--initial-margin-percent <percent>', 'initial margin due at booking', '5')
    .option('--waived-limit <amount>', 'limit without initial margin: a separate term, tried first')
    .option('--review-date <day>', 'date of the review (default: a year from today)')
    .option('--expiry-date <day>', 'last day for new deals (default: until withdrawn)')
    .option('--settlement-limit <amount>', 'daily limit for deliveries before payment, stated in the letter', '0')
    .option('--security <text>', 'security for the facility (default: only margin)')
    .option('--condition <text...>', 'conditions before the first deal (default: the usual documents)')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- create-facility --entity ent_... --currency GBP --limit 2000000 --waived-limit 500000',
    )
    .action((options: FacilityOptions) =>
      run(async (tx, act) => {
        const { entity } = await profileOf(tx, options.entity)
        const facilityId = await createFacility(tx, facilityOf(entity.entityId, options, dayOf(act.at)), act)
        return { facilityId: formatId('fac', facilityId), entityId: options.entity, name: options.name }
      }),
    )
}

interface ChangeOptions {
  entity: string
  facility: string
  status?: FacilityStatus
  limit?: string
  overdue?: 'Alert' | 'CloseOut'
  collection?: 'Automatic' | 'OnRequest'
  graceHours?: string
  reviewDate?: string
  expiryDate?: string
  settlementLimit?: string
  security?: string
  condition?: string[]
  signed?: true
}

function changeCommand(operator: Command, run: Run): void {
  operator
    .command('set-facility')
    .description(
      'change a credit facility, or record that its letter was signed; harsher terms of margin calls apply once it is signed',
    )
    .requiredOption('--entity <id>')
    .requiredOption('--facility <id>')
    .addOption(new Option('--status <status>').choices([...FACILITY_STATUSES]))
    .option('--limit <amount>', 'new limit; open deals stay')
    .addOption(new Option('--overdue <action>', 'action if a call is not met in time').choices(['Alert', 'CloseOut']))
    .option('--grace-hours <hours>', 'hours from the deadline to the close-out')
    .addOption(
      new Option('--collection <way>', 'collect calls from an account, or let the client pay each one').choices([
        'Automatic',
        'OnRequest',
      ]),
    )
    .option('--review-date <day>', 'date of the next review')
    .option('--expiry-date <day>', 'last day for new deals')
    .option('--settlement-limit <amount>', 'daily limit for deliveries before payment, stated in the letter')
    .option('--security <text>', 'security for the facility')
    .option('--condition <text...>', 'conditions that replace those in the letter')
    .option('--signed', 'the client has signed the current version of the letter')
    .action((options: ChangeOptions) =>
      run(async (tx, act) => {
        const { entity } = await profileOf(tx, options.entity)
        const { entityId } = entity
        const facilityId = idOf('fac', options.facility)
        const found = (await facilitiesOf(tx, entityId)).find((each) => each.facilityId === facilityId)
        if (!found) throw new Error(`The entity has no facility ${options.facility}.`)
        const { status, limit, overdue, graceHours, settlementLimit, signed } = options
        const amounts = amountsIn(found.currency, { limit, 'settlement-limit': settlementLimit })
        const changed = await changeFacility(
          tx,
          { entityId, facilityId },
          {
            ...(status && { status }),
            ...(amounts.limit !== undefined && { limitMinor: amounts.limit }),
            ...(overdue && { overdueAction: overdue }),
            ...(options.collection && { callCollection: options.collection }),
            ...(graceHours !== undefined && { overdueGraceHours: Number(graceHours) }),
            ...(options.reviewDate !== undefined && { reviewDate: options.reviewDate }),
            ...letterFacts(options, amounts['settlement-limit']),
            ...(signed && { signedAt: act.at }),
          },
          act,
        )
        await rescheduleCloseOuts(tx, changed)
        const { letterVersion, letterSignedAt } = changed
        const letter = { letterVersion, isLetterSigned: letterSignedAt !== null }
        return {
          facilityId: options.facility,
          status: changed.status,
          ...letter,
          callTermsInForce: termsInForce(changed),
        }
      }),
    )
}

function recomputeCommand(operator: Command, run: Run): void {
  operator
    .command('recompute-mtm')
    .description('revalue an entity’s deals using only a stored market snapshot')
    .requiredOption('--entity <id>')
    .requiredOption('--snapshot <id>', 'the snapshotId of the valuation')
    .option('--trade <id>', 'one trade')
    .option('--as-at <instant>', 'asAt of the valuation (default: the time of the snapshot)')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- recompute-mtm --entity ent_... --snapshot snp_... --trade trd_...',
    )
    .action((options: { entity: string; snapshot: string; trade?: string; asAt?: string }) =>
      run(async (tx) => {
        const filter = {
          entityId: idOf('ent', options.entity),
          ...(options.trade !== undefined && { tradeId: idOf('trd', options.trade) }),
        }
        const asAt = options.asAt === undefined ? undefined : new Date(options.asAt)
        const { trades, ...of } = await recomputeMtm(
          { db: { reader: tx } },
          filter,
          idOf('snp', options.snapshot),
          asAt,
        )
        const totals = of.totals.map(({ currency, mtm, tradeCount }) => `${tradeCount} trades: ${mtm} ${currency}`)
        return [{ ...of, totals }, ...trades.map(figures)]
      }),
    )
}

type Recomputed = Awaited<ReturnType<typeof recomputeMtm>>['trades'][number]

/** Returns the components of a trade's value. */
const figures = (trade: Recomputed) => ({
  tradeId: trade.tradeId,
  currencyPair: trade.currencyPair,
  contractRate: trade.contractRate,
  marketForwardRate: trade.marketForwardRate,
  discountFactor: trade.discountFactor,
  conversionRate: trade.conversionRate,
  mtm: trade.mtm,
  mtmUndiscounted: trade.mtmUndiscounted,
  mtmCurrency: trade.mtmCurrency,
})

interface FacilityOptions {
  thresholdAmount?: string
  callAmount?: string
  overdue: 'Alert' | 'CloseOut'
  collection: 'Automatic' | 'OnRequest'
  graceHours: string
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
  expiryDate?: string
  settlementLimit?: string
  security?: string
  condition?: string[]
}

function facilityOf(entityId: string, options: FacilityOptions, today: string): NewFacility {
  const { currency, maxTenor } = options
  const amounts = amountsIn(currency, {
    limit: options.limit,
    'waived-limit': options.waivedLimit,
    'minimum-call': options.minimumCall,
    'threshold-amount': options.thresholdAmount,
    'call-amount': options.callAmount,
    'settlement-limit': options.settlementLimit,
  })
  const limitMinor = amounts.limit!
  const standard: NewTerm = {
    name: 'Standard',
    products: ['Forward'],
    forwardTypes: ['Fixed', 'Window', 'Open', 'Variable'],
    currencyPairs: null,
    maxTenor,
    limitMinor,
    initialMarginPercent: options.initialMarginPercent,
    initialMarginWaived: false,
  }
  const waived = amounts['waived-limit'] !== undefined && {
    ...standard,
    name: 'Margin waived',
    limitMinor: amounts['waived-limit'],
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
    thresholdPercent: options.thresholdPercent,
    callPercent: options.callPercent,
    minimumCallMinor: amounts['minimum-call']!,
    ...(amounts['threshold-amount'] !== undefined && { thresholdMinor: amounts['threshold-amount'] }),
    ...(amounts['call-amount'] !== undefined && { callMinor: amounts['call-amount'] }),
    overdueAction: options.overdue,
    overdueGraceHours: Number(options.graceHours),
    callCollection: options.collection,
    dueBusinessDays: Number(options.dueDays),
    maxTenor,
    effectiveFrom: today,
    reviewDate: options.reviewDate ?? addDays(today, 365),
    ...letterFacts(options, amounts['settlement-limit']),
    terms: waived ? [waived, standard] : [standard],
  }
}

/** Returns the letter details besides limits and margin, as far as given. */
function letterFacts(options: ChangeOptions | FacilityOptions, settlementLimitMinor: bigint | undefined) {
  const { expiryDate, security, condition } = options
  return {
    ...(expiryDate !== undefined && { expiryDate }),
    ...(settlementLimitMinor !== undefined && { settlementLimitMinor }),
    ...(security !== undefined && { security }),
    ...(condition !== undefined && { conditionsPrecedent: condition }),
  }
}
