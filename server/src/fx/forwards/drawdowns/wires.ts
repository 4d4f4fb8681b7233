import { findInitialMargin } from '../../../credit/margin/index.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import { placeHold, refusesMoney, releaseHold } from '../../../ledger/index.ts'
import type { TradeRow } from '../../trades/index.ts'
import type { DrawdownRow } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'

/** Money that was received on an account. */
interface Receipt {
  entityId: string
  accountId: string
  inboundPaymentId: string
  currency: string
  amountMinor: bigint
  /** Reference from the payer. */
  reference: string | null
}

/**
 * Matches a receipt to a drawdown that awaits a wire on this account: the one named by the reference, for any amount,
 * otherwise the first by value date whose missing amount the receipt covers alone. Holds the matched amount for the
 * drawdown.
 */
export async function noteWire(tx: Tx, receipt: Receipt, at: Date): Promise<void> {
  const { entityId, accountId, amountMinor, currency, inboundPaymentId } = receipt
  const waiting = await drawdownsAwaitingWire(tx, entityId, accountId)
  const wire =
    waiting.find(({ tradeId }) => names(receipt, tradeId)) ?? waiting.find((each) => amountMinor >= each.missing)
  if (!wire) return
  const counted = amountMinor < wire.missing ? amountMinor : wire.missing
  const source = { type: 'trade', id: wire.tradeId }
  const hold = { entityId, accountId, amountMinor: counted, currency, purpose: 'trade' as const, source }
  const holdId = await placeHold(tx, { ...hold, description: 'Wire for a drawdown' }, at).catch((error: unknown) => {
    if (refusesMoney(error)) return null // the account is blocked; nothing leaves it anyway
    throw error
  })
  await tx.query({
    name: 'insert-drawdown-wire',
    text: `insert into fx_drawdown_wires (entity_id, inbound_payment_id, trade_id, amount_minor, hold_id, received_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [entityId, inboundPaymentId, wire.tradeId, counted, holdId, at],
  })
}

const names = ({ reference }: Receipt, tradeId: string): boolean =>
  reference !== null && reference.replaceAll(/\s/g, '').toLowerCase().includes(formatId('trd', tradeId).toLowerCase())

interface AwaitedWire {
  tradeId: string
  /** Still to be received, in minor units. */
  missing: bigint
}

/** Drawdowns that wait for a wire on an account, by value date. Index fx_trades_open_drawdowns. */
async function drawdownsAwaitingWire(tx: Tx, entityId: string, accountId: string): Promise<AwaitedWire[]> {
  const { rows } = await tx.query<
    Pick<TradeRow, 'tradeId' | 'sellMinor' | 'sellCurrency'> &
      Pick<DrawdownRow, 'forwardId' | 'marginAppliedMinor' | 'wiredMinor'>
  >({
    name: 'drawdowns-awaiting-wire',
    text: `select t.trade_id as "tradeId", t.sell_minor as "sellMinor", t.sell_currency as "sellCurrency",
        d.forward_id as "forwardId", d.margin_applied_minor as "marginAppliedMinor",
        (select coalesce(sum(w.amount_minor), 0)::bigint from fx_drawdown_wires w
          where w.entity_id = t.entity_id and w.trade_id = t.trade_id) as "wiredMinor"
      from fx_trades t join fx_drawdowns d on d.entity_id = t.entity_id and d.trade_id = t.trade_id
      where t.entity_id = $1 and t.sell_account_id = $2 and t.kind = 'Drawdown' and d.funding_method = 'WireTransfer'
        and t.status in ('PendingApproval', 'Booked', 'AwaitingFunds', 'Overdue', 'SettlementFailed')
      order by t.value_date, t.trade_id`,
    values: [entityId, accountId],
  })
  const awaited = await Promise.all(
    rows.map(async (row) => ({
      tradeId: row.tradeId,
      missing: (await neededByWire(tx, { ...row, entityId }, row)) - row.wiredMinor,
    })),
  )
  return awaited.filter(({ missing }) => missing > 0n)
}

/** Returns the amount a drawdown needs in addition to its released margin, in minor units of the sell currency. */
async function neededByWire(
  db: Queryable,
  trade: Pick<TradeRow, 'entityId' | 'sellMinor' | 'sellCurrency'>,
  { forwardId, marginAppliedMinor }: Pick<DrawdownRow, 'forwardId' | 'marginAppliedMinor'>,
): Promise<bigint> {
  const margin = marginAppliedMinor > 0n ? await findInitialMargin(db, trade.entityId, forwardId) : undefined
  const byMargin = margin?.currency === trade.sellCurrency ? marginAppliedMinor : 0n
  return trade.sellMinor > byMargin ? trade.sellMinor - byMargin : 0n
}

/** @throws wire_not_received while a drawdown by wire lacks some of its wire, whatever else the account holds */
export async function checkWire(tx: Tx, trade: TradeRow, drawdown: DrawdownRow): Promise<void> {
  if (drawdown.fundingMethod !== 'WireTransfer') return
  const needed = await neededByWire(tx, trade, drawdown)
  if (drawdown.wiredMinor >= needed) return
  const shown = (minor: bigint) => formatAmount(minor, trade.sellCurrency)
  throw refuse.wire_not_received({
    received: shown(drawdown.wiredMinor),
    missing: shown(needed - drawdown.wiredMinor),
    currency: trade.sellCurrency,
    reference: formatId('trd', trade.tradeId),
    until: trade.cutOffAt.toISOString(),
  })
}

/** Frees the money that is held for a drawdown: it settles now, or never will. */
export async function releaseWires(
  tx: Tx,
  { entityId, tradeId, sellAccountId: accountId }: Pick<TradeRow, 'entityId' | 'tradeId' | 'sellAccountId'>,
  at: Date,
): Promise<void> {
  const { rows } = await tx.query<{ holdId: string }>({
    name: 'held-drawdown-wires',
    text: `select hold_id as "holdId" from fx_drawdown_wires
      where entity_id = $1 and trade_id = $2 and hold_id is not null order by hold_id`,
    values: [entityId, tradeId],
  })
  for (const { holdId } of rows) await releaseHold(tx, { entityId, holdId, accountId }, at)
  if (rows.length === 0) return
  await tx.query({
    name: 'release-drawdown-wires',
    text: 'update fx_drawdown_wires set hold_id = null where entity_id = $1 and trade_id = $2',
    values: [entityId, tradeId],
  })
}
