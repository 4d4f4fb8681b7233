import { type Command, Option } from 'commander'
import { accountsOf } from '../../accounts/index.ts'
import { getProfile } from '../../entities/index.ts'
import {
  type AmendDeps,
  bookSpotAmendmentByOperator,
  presentAmendedSpot,
  presentSpotAmendment,
  quoteSpotAmendment,
  SPOT_AMENDMENTS,
  type SpotAmendment,
} from '../../fx/spot/index.ts'
import { countingRates, readReferenceRates } from '../../fx/reference-rates/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { lockAttached, withdrawAttached } from '../../payments/index.ts'
import { idOf, type OperatorDeps, type Run } from './run.ts'
import { UsageError } from './options/usage-error.ts'

/** Seconds between an operator's preview and the booking. */
const LIFE_SECONDS = 60

async function depsOf(tx: Tx, { openPrices }: Pick<OperatorDeps, 'openPrices'>): Promise<AmendDeps> {
  if (!openPrices) throw new Error('No market is connected here.')
  const entities = { get: (entityId: string) => getProfile(tx, entityId) }
  const accounts = { ofEntity: (entityId: string) => accountsOf(tx, entityId) }
  const sources = await openPrices()
  const counting = countingRates(sources.market, await readReferenceRates(tx))
  return { sources, counting, entities, accounts, payouts: { lockAttached, withdraw: withdrawAttached } }
}

interface QuoteOptions {
  entity: string
  trade: string
  type: SpotAmendment
  valueDate?: string
}

/** Ending and moving spot trades for a client. */
export function tradeCommands(operator: Command, run: Run): void {
  operator
    .command('quote-spot-amendment')
    .description(
      `price the cancellation, close-out or move of a spot trade; it can be booked for ${LIFE_SECONDS} seconds`,
    )
    .requiredOption('--entity <id>')
    .requiredOption('--trade <id>')
    .addOption(new Option('--type <type>').choices(SPOT_AMENDMENTS).makeOptionMandatory())
    .option('--value-date <date>', 'new value date; needed for Move')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- quote-spot-amendment --entity ent_... --trade trd_... --type Cancel',
    )
    .action((options: QuoteOptions) =>
      run(async (tx, act, deps) => {
        const { type, valueDate: newValueDate } = options
        if ((type === 'Move') !== (newValueDate !== undefined))
          throw new UsageError('Name --value-date with --type Move, and with no other type.')
        const order = { ...tradeOf(options), type, newValueDate }
        const { row, trade } = await quoteSpotAmendment(await depsOf(tx, deps), tx, order, act.at, LIFE_SECONDS)
        return presentSpotAmendment(row, trade)
      }),
    )

  operator
    .command('book-spot-amendment')
    .description('book the preview of quote-spot-amendment')
    .requiredOption('--entity <id>')
    .requiredOption('--trade <id>')
    .requiredOption('--quote <id>', 'quoteId of the preview')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- book-spot-amendment --entity ent_... --trade trd_... --quote amq_...',
    )
    .action((options: { entity: string; trade: string; quote: string }) =>
      run(async (tx, act, deps) => {
        const order = { ...tradeOf(options), amendmentId: idOf('amq', options.quote) }
        const amended = await bookSpotAmendmentByOperator(await depsOf(tx, deps), tx, order, act)
        const { trade, closeOut, newTrade, ...rest } = presentAmendedSpot(amended)
        return {
          ...rest,
          tradeStatus: trade.status,
          closeOutStatus: closeOut?.status,
          newTradeStatus: newTrade?.status,
        }
      }),
    )
}

const tradeOf = ({ entity, trade }: { entity: string; trade: string }) => ({
  entityId: idOf('ent', entity),
  tradeId: idOf('trd', trade),
})
